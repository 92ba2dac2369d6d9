import type { DatabaseErrorKind } from '../dialect.ts'

/** Primary result codes of SQLite (sqlite.org/rescode.html) by their meaning. */
const lockedCodes = new Set([5, 6])
/** An unknown table, too big, a constraint, a mismatch, misuse, an authorizer, out of range. */
const refusedCodes = new Set([1, 18, 19, 20, 21, 23, 25])
/** Out of memory, read-only, full, cannot be opened: refused before or while the pages are written, never after it. */
const unwrittenCodes = new Set([7, 8, 13, 14])

/** The extended result code, whose low byte is the primary one; 0 for what is no error of SQLite. */
function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0
}

/** Classifies an error of SQLite for the transaction that met it. */
export function classifySqliteError(error: unknown): DatabaseErrorKind {
  const code = codeOf(error)
  if (code === 0) return 'other'
  if (code === 1555 || code === 2067) return 'duplicate'
  if (code === 275) return 'check'
  const primary = code & 0xff
  if (lockedCodes.has(primary)) return 'retry'
  return refusedCodes.has(primary) ? 'refused' : 'connection'
}

/** Whether an error of a COMMIT proves that nothing is committed. */
export function isUnwritten(error: unknown): boolean {
  return unwrittenCodes.has(codeOf(error) & 0xff)
}
