import { magicPrompts, startMockServer } from '@mediagen/sdk/testing'
import { Command, InvalidArgumentError } from 'commander'
import type { CreateAction } from '../command.js'
import { CommandError } from '../command-error.js'
import type { Context, GlobalOptions } from '../context.js'

interface Options extends GlobalOptions {
  readonly host: string
  readonly port: number
  readonly balance: string
}

const portMax = 65_535

/** `mediagen mock`: a service in memory, for pages and programs in development. */
export function mockCommand(createAction: CreateAction): Command {
  return new Command('mock')
    .description('Run a mock of the service in memory, for development; takes any API key.')
    .option('--port <port>', 'port to listen on; 0 for a free one', readPort, 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--balance <amount>', 'what the account can spend', readAmount, '100.00')
    .addHelpText('after', magicHelp)
    .action(createAction(runMock))
}

async function runMock({ output, stop }: Context, { host, port, balance }: Options): Promise<void> {
  const server = await startMockServer({ host, port, balance }).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CommandError('usage', `Cannot listen there (${reason}): choose another --port`, { cause })
  })
  output.result({ url: server.url }, [server.url])
  output.info(`A mock of the service with a balance of ${balance}: any API key will do. Ctrl-C stops it.`)
  if (!stop.signal.aborted) await new Promise((resolve) => stop.signal.addEventListener('abort', resolve))
  await server.close()
}

/** The prompts for which it shows a state, with what each shows. */
function magicHelp(): string {
  const width = Math.max(...magicPrompts.map(({ prompt }) => prompt.length))
  const lines = magicPrompts.map(({ prompt, shows }) => `  ${prompt.padEnd(width)}  ${shows}.`)
  const prefer =
    'The header "Prefer: code=402" or "Prefer: example=processing" selects an example of the contract.'
  return ['', 'Prompts that show a state:', ...lines, '', prefer].join('\n')
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > portMax) throw new InvalidArgumentError('It must be a port number.')
  return port
}

function readAmount(text: string): string {
  if (!/^\d{1,12}(\.\d{1,6})?$/.test(text))
    throw new InvalidArgumentError('It must be an amount such as 5.00.')
  return text
}
