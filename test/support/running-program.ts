import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const readyMsMax = 60_000

/**
 * Waits for what a program prints when it is ready. Rejects with its output if it ends before, or says
 * nothing within a minute.
 */
export function untilPrinted(child: ChildProcess, ready: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (): void => reject(new Error(`The program did not print ${ready}:\n${output.slice(-2_000)}`))
    const timer = setTimeout(fail, readyMsMax)
    const read = (chunk: Buffer): void => {
      output += chunk.toString()
      const found = ready.exec(output)
      if (found !== null) {
        clearTimeout(timer)
        resolve(found)
      }
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('close', () => {
      clearTimeout(timer)
      fail()
    })
  })
}

/** A Node program that serves HTTP. */
export interface RunningProgram {
  /** The address that it printed, without a slash at the end. */
  readonly url: string
  readonly child: ChildProcess
  /** Ends it, unless it has ended; resolves when it is gone. */
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a Node program; resolves when it has printed its address, by default as `Listening on URL`. */
export async function startProgram(
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  ready = /Listening on (\S+)\s/,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, NODE_OPTIONS: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [, url = ''] = await untilPrinted(child, ready)
  return {
    url,
    child,
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}
