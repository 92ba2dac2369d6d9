import { groupBy } from '../judge/checkers/group-by.ts'
import { type HistoryLine, operationsOf } from '../judge/history.ts'
import type { Liveness } from '../judge/liveness.ts'
import { allOf } from '../judge/service-history.ts'

/** How long the rest took. */
export function figuresOf(liveness: Liveness): readonly (readonly [name: string, value: string | number])[] {
  const { open, startedMs, startedMsMax, lastMs, standstillMs, standstillMsMax } = liveness
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  const within = (ms: number, msMax: number): string => `${seconds(ms)} (bound ${seconds(msMax)})`
  return [
    ['open after the last fault', open],
    ['the last that had started ended after', within(startedMs, startedMsMax)],
    ['longest time in which none ended', within(standstillMs, standstillMsMax)],
    ['the last of all ended after', seconds(lastMs)],
  ]
}

/** How many tasks ended in which way, by error code or else by status. */
export function endsOf(lines: readonly HistoryLine[]): [end: string, count: number][] {
  const tasks = allOf(operationsOf(lines), 'final').flatMap(({ found }) => found?.tasks ?? [])
  const ends = groupBy(tasks, ({ error, status }) => error ?? status)
  return [...ends].map(([end, all]): [string, number] => [end, all.length]).sort()
}
