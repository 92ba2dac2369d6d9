import { once } from 'node:events'
import { access, constants, realpath, stat } from 'node:fs/promises'
import { Command, InvalidArgumentError } from 'commander'
import type { CreateAction } from '../command.js'
import { CommandError } from '../command-error.js'
import type { Context, GlobalOptions } from '../context.js'
import { parseAmount } from '../generation-options.js'
import { createInputFiles } from '../mcp/file-access.js'
import { createSpendLimit } from '../mcp/spend-limit.js'
import type { ToolContext } from '../mcp/tool-context.js'

interface Options extends GlobalOptions {
  readonly out: string
  readonly in?: readonly string[]
  readonly maxSpend?: string
  readonly http?: number
}

/** `mediagen mcp`: a server of the Model Context Protocol, for agents. */
export function mcpCommand(createAction: CreateAction): Command {
  return new Command('mcp')
    .description(
      'Serve agents through the Model Context Protocol, on standard input and output or over HTTP.',
    )
    .requiredOption('--out <folder>', 'the folder for results; nothing is written elsewhere')
    .option(
      '--in <folder...>',
      'folders from which input images may be read (default: only those that the host offers)',
    )
    .option(
      '--max-spend <amount>',
      'limit for the total cost of all generations of this server (default: no limit)',
      parseAmount,
    )
    .option(
      '--http <port>',
      'serve HTTP on this port of 127.0.0.1, with the token in MEDIAGEN_MCP_TOKEN (default: standard input)',
      parsePort,
    )
    .action(createAction(serve))
}

async function serve(context: Context, options: Options): Promise<void> {
  const { output, stop, terminal } = context
  const token = terminal.env.MEDIAGEN_MCP_TOKEN || undefined
  const isHttp = options.http !== undefined
  const tools = await createToolContext(context, options, !isHttp || token !== undefined)
  if (options.maxSpend === undefined) output.info('No --max-spend: agents may spend the whole balance.')
  // Loaded for this command only: it is most of the program.
  if (options.http === undefined) {
    const { serveStdio } = await import('../mcp/stdio-server.js')
    await serveStdio(tools, stop.signal)
  } else {
    const { serveHttp } = await import('../mcp/http-server.js')
    const server = await serveHttp(tools, { port: options.http, token }).catch((cause: unknown) => {
      throw new CommandError('usage', `Port ${options.http} cannot be used: ${String(cause)}`, { cause })
    })
    if (token === undefined)
      output.info('No MEDIAGEN_MCP_TOKEN: every program on this machine may use the server.')
    output.info(`Serving ${server.url}. Ctrl-C stops it.`)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    await server.close()
  }
  await Promise.allSettled(tools.pending)
}

async function createToolContext(
  { client }: Context,
  options: Options,
  trustsRoots: boolean,
): Promise<ToolContext> {
  const folders = await Promise.all((options.in ?? []).map((folder) => findFolder(folder, '--in')))
  const outputFolder = await findFolder(options.out, '--out')
  await access(outputFolder, constants.W_OK).catch((cause: unknown) => {
    throw new CommandError('usage', `The folder ${options.out} is not writable`, { cause })
  })
  return {
    client,
    spendLimit: createSpendLimit(options.maxSpend),
    spendings: new Map(),
    inputFiles: createInputFiles(folders),
    outputFolder,
    trustsRoots,
    pending: new Set(),
  }
}

async function findFolder(folder: string, option: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new CommandError('usage', `${option}: there is no folder ${folder}`)
  return realpath(folder)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return port
}
