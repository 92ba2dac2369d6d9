import { createGroupCommit } from './group-commit.ts'

/** What the read began after this call has found for these terms; undefined if there is nothing. */
export type GroupRead<Asked, Found> = (asked: Asked) => Promise<Found | undefined>

/**
 * The cousin of group commit: reads that arrive in one turn of the event loop, or while a statement runs, share the
 * next one, which costs less than a concurrent one. A read never joins a statement that is under way, so it sees all
 * that was written before it.
 */
export function createGroupRead<Asked, Found>(options: {
  /** Results by the very objects that asked. */
  readonly readTogether: (asked: readonly Asked[]) => Promise<ReadonlyMap<Asked, Found>>
  /** How long the first read of an idle group waits for others. @default to the end of the turn */
  readonly gatherMs?: () => number
}): GroupRead<Asked, Found> {
  const group = createGroupCommit<Asked, ReadonlyMap<Asked, Found>>({
    ...options,
    concurrency: 1,
    writeTogether: options.readTogether,
  })
  return async (asked) => (await group.write(asked)).get(asked)
}
