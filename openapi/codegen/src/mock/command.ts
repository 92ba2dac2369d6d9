import { type Command, CommandError, UsageError } from '../command-line.ts'
import { startMock } from './start-mock.ts'

export const command: Command = {
  usage: '[--port N]',
  help: '  --port N  4010 by default\n\nServes every operation from the named examples of the contract.',
  values: ['port'],
  run: async ({ values }) => {
    const port = Number(values.get('port') ?? 4010)
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      throw new UsageError('--port must be a number up to 65535')
    const log = (line: string) => console.log(line)
    const mock = await startMock({ port, log }).catch((cause: unknown) => {
      throw new CommandError(reasonOf(cause, port))
    })
    log(greeting(mock.url))
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve())
    })
    await mock.close()
    return 0
  },
}

function reasonOf(cause: unknown, port: number): string {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRINUSE')
    return `port ${port} is taken: stop what uses it, or choose another with -- --port N`
  if (code === 'EACCES') return `port ${port} needs more rights: choose another with -- --port N`
  return `the mock does not start: ${reason}`
}

function greeting(url: string): string {
  return [
    `The mock of the contract serves ${url}: every operation from its named examples, with any API key.`,
    'A header selects another response:  Prefer: code=402  or  Prefer: code=200, example=succeededVideo',
    `  curl ${url}/api/v1/me -H 'Authorization: Bearer any'`,
    'openapi/generated/mock.md has every response with its request, docs/screen-states.md those of a screen.',
    'Ctrl-C stops it.',
  ].join('\n')
}
