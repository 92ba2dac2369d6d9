import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { programName, quote } from './command-line.js'
import { exitCodes } from './exit-codes.js'

/** The commands of the server, for operators. */
export const serverCommands = ['serve', 'api', 'worker', 'migrate', 'providers', 'admin'] as const

/** Whether the first argument is a command of the server. */
export function isServerCommand(word: string | undefined): boolean {
  return serverCommands.some((command) => command === word)
}

/**
 * Forwards a command line to the server and resolves to its exit code. The server is the one installed beside
 * this package or in the working directory, else the one on the PATH; without any, prints how to run it.
 */
export async function runServer(argv: readonly string[]): Promise<number> {
  const script = findServer()
  const code = await (script === undefined
    ? runToEnd(serverProgram, argv)
    : runToEnd(process.execPath, [script, ...argv]))
  if (code !== undefined) return code
  const name = programName(process)
  process.stderr.write(
    `mediagen: "${name} ${argv[0]}" is a command of the server, which is not installed here (@mediagen/server).\n` +
      'Run it without installing it:\n' +
      `  npx -p @mediagen/server -p @mediagen/studio ${serverProgram} ${argv.map(quote).join(' ')}\n` +
      'or install it, and run the command again:\n' +
      '  npm install @mediagen/server @mediagen/studio\n',
  )
  return exitCodes.usage
}

/** The program that an installation of the server for the whole machine puts on the PATH. */
const serverProgram = 'mediagen-server'

/** Runs a program on this terminal and resolves to its exit code; to undefined if there is no such program. */
function runToEnd(file: string, args: readonly string[]): Promise<number | undefined> {
  const child = spawn(file, args, { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the child as well; forwarding it would count as a second one.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') resolve(undefined)
      else reject(error)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}

function findServer(): string | undefined {
  for (const from of [import.meta.url, join(process.cwd(), 'package.json')]) {
    try {
      return createRequire(from).resolve('@mediagen/server/dist/main.js')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
    }
  }
  return undefined
}
