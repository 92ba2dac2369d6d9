import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { join } from 'node:path'
import { exitCodes } from './exit-codes.js'

/** The commands of the server, for operators. */
export const serverCommands = ['serve', 'api', 'worker', 'migrate', 'providers', 'admin'] as const

/** Whether the first argument is a command of the server. */
export function isServerCommand(word: string | undefined): boolean {
  return serverCommands.some((command) => command === word)
}

/**
 * Forwards a command line to the server and resolves to its exit code, if the server is installed beside this
 * package or in the working directory; otherwise prints where to run it.
 */
export async function runServer(argv: readonly string[]): Promise<number> {
  const program = findServer()
  if (program === undefined) {
    process.stderr.write(
      `mediagen: "${argv[0]}" is a command of the server, which is not installed here (@mediagen/server).\n` +
        'Install it with npm install @mediagen/server @mediagen/studio, or run the command where it is.\n',
    )
    return exitCodes.usage
  }
  const child = spawn(process.execPath, [program, ...argv], { stdio: 'inherit' })
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the child as well; forwarding it would count as a second one.
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
