import { spawn } from 'node:child_process'
import { type ExceededLimit, limitProcess, type ProcessLimits } from '../core/async/limit-process.ts'
import { lowerPriority } from './lower-priority.ts'

export type ProgramEnd =
  | { readonly kind: 'ended'; readonly code: number | null; readonly output: string; readonly errors: string }
  /** It took more than it may, and was ended. */
  | { readonly kind: 'exceeded'; readonly limit: ExceededLimit }
  /** The program is not installed, or this machine cannot start another process, or not hold one to its limits. */
  | { readonly kind: 'not-run'; readonly message: string }

export interface Program {
  readonly program: string
  /** The folders to search, as in PATH. */
  readonly searchPath: string
}

/** Its standard error is for a log: the end suffices. */
const errorsCharsMax = 4_000

/** More than any report; a program that prints more is stopped. */
const outputCharsMax = 16 * 1024 * 1024

/**
 * Runs a program without a shell, with literal arguments, at a lower priority than everything else on the
 * machine. Ends it when it takes more than the limits, and when the signal aborts, whose reason it then throws.
 */
export async function runProgram(
  { program, searchPath }: Program,
  programArguments: readonly string[],
  limits: ProcessLimits,
  signal: AbortSignal,
): Promise<ProgramEnd> {
  signal.throwIfAborted()
  const end = await new Promise<ProgramEnd>((resolve) => {
    const child = spawn(program, programArguments, {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Just enough for it to be found. The service's own environment contains secrets.
      env: { PATH: searchPath, LC_ALL: 'C' },
      windowsHide: true,
    })
    let output = ''
    let errors = ''
    let exceeded: ExceededLimit | 'unseen' | undefined
    // SIGKILL: there is nothing to clean up, and a program in the middle of a frame would not react to
    // another signal.
    const kill = () => child.kill('SIGKILL')
    signal.addEventListener('abort', kill, { once: true })
    const stopWatching = limitProcess(child.pid, limits, (limit) => {
      exceeded = limit
      kill()
    })
    const finish = (end: ProgramEnd) => {
      stopWatching()
      signal.removeEventListener('abort', kill)
      if (exceeded === undefined) resolve(end)
      else if (exceeded === 'unseen')
        resolve({
          kind: 'not-run',
          message: 'could not be held to its limits: the system does not say what it takes',
        })
      else resolve({ kind: 'exceeded', limit: exceeded })
    }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.length > outputCharsMax) kill()
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-errorsCharsMax)
    })
    child.on('error', ({ message }) =>
      finish({ kind: 'not-run', message: `could not be started: ${message}` }),
    )
    child.on('close', (code) => finish({ kind: 'ended', code, output, errors }))
    if (child.pid !== undefined) lowerPriority(child.pid)
  })
  signal.throwIfAborted()
  return end
}
