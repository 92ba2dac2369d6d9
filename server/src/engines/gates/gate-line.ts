import { createSemaphore } from '../../core/async/semaphore.ts'
import { sleep } from '../../core/async/sleep.ts'
import { GateBusyError, type GateStage } from '../../core/ports/gate.ts'
import type { EngineResponse } from '../shared/calls/engine-http.ts'

/** With the time limit of a usual gate, what a client and the proxies before it wait for. */
const turnMsMax = 20_000
/** Longer than a rate that a service counts by the minute; a gate that is busy for longer is away. */
const busyMsMax = 60_000
const busyMs = 1_000
const busyMsMin = 100
/** Of files that are read and sent, which with the rest of an API process fit into the 512 MB of our examples. */
const bytesAtOnceMax = 128 * 1024 ** 2
/** One for all gates of a process, also those of an earlier providers file, because they share its memory. */
const bytesAtOnce = createSemaphore(bytesAtOnceMax)

export interface GateLine {
  /**
   * Sends a request once its turn has come, and again while the gate says that it is busy: then nobody's request is sent
   * until it may be asked again. Throws a GateBusyError if the caller of an upload would wait too long, and the
   * signal's reason when it aborts.
   * @param accountId Accounts take turns.
   * @param bytes Of files in the request: it also waits until those of all gates leave room for them, which they take
   * until `onSent` is called.
   */
  send(
    asked: {
      readonly stage: GateStage
      readonly signal: AbortSignal
      readonly accountId?: string | undefined
      readonly bytes?: number
    },
    request: (onSent: () => void) => Promise<EngineResponse>,
  ): Promise<EngineResponse>
}

export function createGateLine(options: {
  readonly name: string
  readonly atOnceMax: number
  /** Whether a response of that status is a verdict, and so never says that the gate is busy. */
  readonly isVerdict: (status: number) => boolean
  /** How long an upload may wait. @default 20 s */
  readonly turnMsMax?: number | undefined
}): GateLine {
  const turns = createSemaphore(options.atOnceMax)
  let freeAtMs = 0
  let busySinceMs = 0
  let lastBusyMs = Number.NEGATIVE_INFINITY

  /** Notes whether the gate is busy. True if the response is to be read, also that of a gate that is busy for too long. */
  function isAnswer(response: EngineResponse): boolean {
    const isVerdict = response.kind === 'responded' && options.isVerdict(response.status)
    const pauseMs = isVerdict ? undefined : busyPauseOf(response)
    const nowMs = performance.now()
    if (pauseMs === undefined) {
      lastBusyMs = Number.NEGATIVE_INFINITY
      return true
    }
    if (nowMs - lastBusyMs > busyMsMax) busySinceMs = nowMs
    lastBusyMs = nowMs
    if (nowMs + pauseMs - busySinceMs > busyMsMax) return true
    freeAtMs = Math.max(freeAtMs, nowMs + pauseMs)
    return false
  }

  async function waitUntilFree(signal: AbortSignal): Promise<void> {
    for (let leftMs = freeAtMs - performance.now(); leftMs > 0; leftMs = freeAtMs - performance.now()) {
      await sleep(leftMs, signal)
      signal.throwIfAborted()
    }
  }

  return {
    async send({ stage, signal, accountId, bytes = 0 }, request) {
      const turnSignal = () => AbortSignal.timeout(options.turnMsMax ?? turnMsMax)
      const inLine = stage === 'upload' ? AbortSignal.any([signal, turnSignal()]) : signal
      for (;;) {
        let isSent = false
        // Judged within the turn, because the next request may begin as soon as it ends.
        const ask = async (onSent: () => void = () => undefined): Promise<EngineResponse | undefined> => {
          // The gate may have become busy while the bytes waited for room, which they would hold.
          if (freeAtMs > performance.now()) return undefined
          isSent = true
          const response = await request(onSent)
          return isAnswer(response) ? response : undefined
        }
        const turn = async (): Promise<EngineResponse | undefined> => {
          await waitUntilFree(inLine)
          if (bytes === 0) return ask()
          const asked = () =>
            new Promise<{ readonly response: ReturnType<typeof ask> }>((resolve, reject) => {
              const response = ask(() => resolve({ response }))
              response.then(() => resolve({ response }), reject)
            })
          return (await bytesAtOnce.run(inLine, asked, accountId, bytes)).response
        }
        const response = await turns.run(inLine, turn, accountId).catch((error: unknown) => {
          if (isSent || signal.aborted) throw error
          throw new GateBusyError(`The gate ${options.name} has too many requests before this one.`)
        })
        if (response !== undefined) return response
      }
    },
  }
}

/** How long a gate wants to be left alone; undefined if it does not say so. */
function busyPauseOf(response: EngineResponse): number | undefined {
  if (response.kind !== 'responded') return undefined
  const { status, retryAfterMs } = response
  const isBusy = status === 429 || (status === 503 && retryAfterMs !== undefined)
  return isBusy ? Math.max(retryAfterMs ?? busyMs, busyMsMin) : undefined
}
