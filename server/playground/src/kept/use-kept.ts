import { useMemo, useSyncExternalStore } from 'react'
import { type MadeHere, readMadeHere, withMade } from './made-here.ts'
import { createStored, pageStorage } from './stored.ts'

/** What this device keeps for an account, beside what the service knows. */
export interface Kept {
  readonly madeHere: ReadonlyMap<string, MadeHere>
  /** Ids of tasks, the one that was added last first. */
  readonly favourites: ReadonlySet<string>
  keep(one: MadeHere): void
  /** Forgets the small copies of the input images of tasks. */
  forgetInputs(taskIds: ReadonlySet<string>): void
  toggleFavourite(taskId: string): void
}

/** Reads what is kept for an account; none of it before the account is known. */
export function useKept(scope: string | undefined): Kept {
  const { made, stars } = useMemo(() => {
    const storage = scope === undefined ? undefined : pageStorage
    return {
      made: createStored(storage, `mediagen.playground.made ${scope}`, readMadeHere),
      stars: createStored(storage, `mediagen.playground.favourites ${scope}`, readTexts),
    }
  }, [scope])
  const list = useSyncExternalStore(made.subscribe, made.read)
  const ids = useSyncExternalStore(stars.subscribe, stars.read)
  return useMemo(
    () => ({
      madeHere: new Map(list.map((one) => [one.taskId, one])),
      favourites: new Set(ids),
      forgetInputs: (taskIds) =>
        made.change((before) =>
          before.map((one) => (taskIds.has(one.taskId) ? { key: one.key, taskId: one.taskId } : one)),
        ),
      keep: (one) => made.change((before) => withMade(before, one)),
      toggleFavourite: (taskId) =>
        stars.change((before) =>
          before.includes(taskId) ? before.filter((id) => id !== taskId) : [taskId, ...before],
        ),
    }),
    [made, stars, list, ids],
  )
}

function readTexts(json: unknown): readonly string[] {
  return Array.isArray(json) ? json.filter((one) => typeof one === 'string') : []
}
