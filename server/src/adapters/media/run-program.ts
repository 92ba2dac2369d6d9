import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly output: string; readonly errors: string }
  /** It is not on this machine, or this machine has no process left to give. */
  | { readonly kind: 'not-started'; readonly message: string }

export interface Program {
  readonly program: string
  /** The folders to look in, as PATH lists them. */
  readonly searchPath: string
}

/** What it says on its standard error is for a log: its end is enough. */
const errorsCharsMax = 4_000

/** More than any report; a program that says more is stopped. */
const outputCharsMax = 16 * 1024 * 1024

/**
 * Runs a program without a shell, its arguments as they are, behind everything else on the machine. Throws
 * the signal's reason, the program being gone, when the signal aborts.
 */
export async function runProgram(
  { program, searchPath }: Program,
  programArguments: readonly string[],
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted()
  const end = await new Promise<ProgramEnd>((resolve) => {
    const child = spawn(program, programArguments, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Enough to be found. The service's own environment holds secrets.
      env: { PATH: searchPath, LC_ALL: 'C' },
      windowsHide: true,
    })
    let output = ''
    let errors = ''
    // Not a polite signal: there is nothing to put away, and a program in the middle of a frame would not
    // hear it.
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.length > outputCharsMax) kill()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-errorsCharsMax)
    })
    child.on('error', (error) => {
      signal.removeEventListener('abort', kill)
      resolve({ kind: 'not-started', message: error.message })
    })
    child.on('close', (code) => {
      signal.removeEventListener('abort', kill)
      resolve({ kind: 'ended', code, output, errors })
    })
    standBehind(child.pid)
  })
  signal.throwIfAborted()
  return end
}

/** The service answers quickly while videos are converted. */
function standBehind(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or this system does not allow it: then it runs as it is.
  }
}
