import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { exitCodes } from './exit-codes.js'

/** The commands that belong to the server, for operators. */
export const serverCommands = ['serve', 'api', 'worker', 'migrate', 'admin'] as const

/** Whether the first word of a command line is one of the server's. */
export function isServerCommand(word: string | undefined): boolean {
  return serverCommands.some((command) => command === word)
}

/**
 * Hands a command line over to the server, where that is installed beside this package or in the folder at
 * hand, and resolves to its exit code; where it is not, says so.
 */
export async function runServer(argv: readonly string[]): Promise<number> {
  const program = findServer()
  if (program === undefined) {
    process.stderr.write(
      `mediagen: "${argv[0]}" is a command of the server, which is not installed here (@mediagen/server).\n` +
        'Run it where the server is: in its image, or with npm start in a checkout of it.\n',
    )
    return exitCodes.usage
  }
  const child = spawn(process.execPath, [program, ...argv], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => {
    // A terminal has sent Ctrl-C to the child as well: a second one would read as "at once".
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
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
