import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { descriptorsOf, megabytesOf } from '../../support/footprint.ts'
import { untilHolds } from '../../support/until-holds.ts'

export interface Flood {
  readonly port: number
  readonly path: string
  readonly connections: number
  /** Of each connection, sent at once. */
  readonly requests: number
  /** `slowly` takes a byte four times a second. */
  readonly reading: 'never' | 'slowly'
  /** Of a header that each request carries beside its own. */
  readonly headerBytes?: number
  /** Header lines that each request carries beside its own, of the smallest size. */
  readonly headerLines?: number
  /** The last request has a body in parts of a byte, and never ends. */
  readonly endsInFineBody?: boolean
}

export interface FloodFigures {
  /**
   * The longest that a new client waited for /healthz, without the time that other programs had the
   * processor.
   */
  readonly delayMsMax: number
  /** Requests for /healthz that got another status than 200, and those that got it. */
  readonly failures: number
  readonly responses: number
  /** Resident memory at its highest during the flood. */
  readonly peakMegabytes: number
}

/**
 * A flood goes on until a new client has got so many responses since the last of its connections was opened.
 */
const responsesMin = 30
const waitMsMax = 60_000

/**
 * Floods a service from one process and watches it from another; all connections are gone when this resolves.
 */
export async function runFlood(pid: number, flood: Flood): Promise<FloodFigures> {
  const descriptors = descriptorsOf(pid)
  resetPeak(pid)
  const probe = await startProgram('flood-probe.ts', [String(flood.port), String(pid)], 'ready')
  const client = await startProgram('flood-client.ts', [JSON.stringify(flood)], 'open')
  try {
    const { responses } = await askProbe(probe)
    const figures = await untilHolds(async () => {
      const now = await askProbe(probe)
      expect(now.responses).toBeGreaterThanOrEqual(responses + responsesMin)
      return now
    }, waitMsMax)
    return { ...figures, peakMegabytes: megabytesOf(pid, 'VmHWM') }
  } finally {
    for (const program of [probe, client]) program.kill('SIGKILL')
    // Some files of the service's own may be open at that moment.
    await untilHolds(() => expect(descriptorsOf(pid)).toBeLessThanOrEqual(descriptors + 10), waitMsMax)
  }
}

async function askProbe(probe: ChildProcess): Promise<Omit<FloodFigures, 'peakMegabytes'>> {
  const reported = once(probe, 'message')
  probe.send('report')
  const [figures] = await reported
  return figures
}

/** Starts a program of this folder; it has said that it has begun when this resolves. */
export async function startProgram(
  name: string,
  args: readonly string[],
  begun: string,
): Promise<ChildProcess> {
  const path = fileURLToPath(new URL(name, import.meta.url))
  const child = fork(path, args, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  for (;;) {
    const [message] = await Promise.race([once(child, 'message'), once(child, 'exit')])
    if (message === begun) return child
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`${name} has ended`)
  }
}

/** Makes the highest resident memory begin anew. */
function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
