import { type HistoryLine, operationsOf } from '../history.ts'
import type { Accept, Final, FinalTask } from '../service-history.ts'

/** Histories of a few lines, for checkers of a few. */

export type Call = readonly [f: string, type: 'ok' | 'fail' | 'info', asked: unknown, found: unknown]

/** Calls one after another. */
export function historyOf(...calls: readonly Call[]) {
  const lines = calls.flatMap(([f, type, asked, found], at): HistoryLine[] => {
    const line = { process: at, f, time: 0 }
    return [
      { ...line, index: 2 * at, type: 'invoke', value: asked },
      { ...line, index: 2 * at + 1, type, value: found },
    ]
  })
  return operationsOf(lines)
}

export const body = 'a lake under k'
export const accepted = (found: Accept['found'] | null): Call => {
  const type = found === null ? 'info' : 'code' in found ? 'fail' : 'ok'
  return ['accept', type, { account: 'a', key: 'k', body, input: 'u', price: 40 }, found]
}
export const task = (id: string, more: Partial<FinalTask> = {}): FinalTask => {
  const made = { id, account: 'a', status: 'SUCCEEDED', error: null, body, acceptedAtMs: 0 } as const
  const times = { startedAtMs: 1, endedAtMs: 2 }
  return { ...made, ...times, ...more }
}
export const left = (tasks: readonly FinalTask[], more: Partial<Final['found']> = {}): Call => {
  const found: Final['found'] = { nowMs: 20, tasks, resultsLost: [], keys: [], ...more }
  return ['final', 'ok', null, found]
}
