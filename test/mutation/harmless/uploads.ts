import { emptyList, type Harmless, moreRows, oddIdsOnMysql, optimisation, secondGuard } from './reasons.ts'

const noKey = 'the set is only asked whether it has the key of an object, and this is none'
const setBeforeRead = 'it is overwritten before anything reads it'

export const uploads: Harmless = {
  'database/uploads/account-uploads.ts': [["where('id', 'in', ids)", 1, moreRows]],
  'database/uploads/object-references.ts': [
    ["where('id', 'in', uploadIds)", 1, moreRows],
    ['row.object_key === null ? []', 2, noKey],
    ['(task.output ?? [])', 1, noKey],
  ],
  'database/uploads/unused-uploads.ts': [
    ['if (uploads.length === 0) return []', 1, emptyList],
    [
      "where('id', 'in', ids)",
      1,
      'only the ids that were asked about are looked up in it; it runs after a lost COMMIT alone, and then reads more rows',
    ],
    ['rows[0]?.oldest ?? null', 1, 'a minimum over no rows is one row, with null'],
  ],
  'database/uploads/upload-usage.ts': [
    ['if (locked !== undefined) return locked', 1, optimisation],
    ['if (inserted === undefined) throw', 2, secondGuard],
    ['if (await addKeptUpload(tx, upload)) return true', 1, optimisation],
  ],
  'database/uploads/uploads.ts': [
    ['if (!mayBeId(uploadId)) return undefined', 1, oddIdsOnMysql],
    [
      'if (!mayBeId(uploadId)) return false',
      1,
      'only a key that we signed gets here, and no upload has the id that is left of another place’s',
    ],
    ['if (ids.length === 0) return []', 1, emptyList],
    ["where('status', '=', uploadMoves.expire.from)", 1, 'the rows are locked since they were read'],
  ],
  'use-cases/complete-upload.ts': [
    ["if (outcome !== 'written' && result.kind === 'ready')", 1, optimisation],
    [
      "if (error instanceof ServiceError && error.code === 'STORAGE_LIMIT_REACHED')",
      2,
      'the transaction throws no other ServiceError, and nothing else has this code',
    ],
  ],
  'use-cases/unused-uploads.ts': [
    ['let page: LockedUpload[] = []', 1, setBeforeRead],
    ['lastUsedAtMs < usedBeforeMs', 1, 'the clock runs, so no test meets the very millisecond'],
    [
      'let tried: LockedUpload[] = []',
      1,
      'only a rerun reads it, and the run before that has overwritten it or committed nothing',
    ],
  ],
}
