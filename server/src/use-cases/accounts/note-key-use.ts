import { LRUCache } from 'lru-cache'
import { createGroupCommit } from '../../coordination/group-commit.ts'
import { noteKeyUse } from '../../database/accounts/api-keys.ts'
import type { Database } from '../../database/database.ts'

/** How old the last recorded use of a key may be, besides the seconds for which a valid key is cached. */
const notedEveryMs = 60_000
/** How long a first use waits for those of other keys, to be written in one statement. */
const gatherMs = 1_000
const notedKeysMax = 10_000

/**
 * Records when keys were last used, at most once a minute for each. No request waits for it or fails with it:
 * if it cannot be written, a use after the next minute is.
 */
export function createKeyUse(
  database: Database,
  nowMs: () => number = () => performance.now(),
): (keyId: string) => void {
  const notedAtMs = new LRUCache<string, number>({ max: notedKeysMax })
  const writer = createGroupCommit<string, void>({
    concurrency: 1,
    gatherMs: () => gatherMs,
    writeTogether: (keyIds) => database.autocommit((db, now) => noteKeyUse(db, now, keyIds)),
  })
  return (keyId) => {
    const now = nowMs()
    const lastMs = notedAtMs.get(keyId)
    if (lastMs !== undefined && now < lastMs + notedEveryMs) return
    notedAtMs.set(keyId, now)
    writer.write(keyId).catch(() => undefined)
  }
}
