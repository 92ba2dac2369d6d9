import type { HistoryLine } from './history.ts'

/** How an operation ended, as in `cancel ok {"isGranted":true}`. */
export function outcomeOf({ f, type, value }: HistoryLine): string {
  return `${f} ${type} ${JSON.stringify(value, ['status', 'code', 'isGranted', 'after'])}`
}

/** What a history must contain, or there was too little to judge. */
const necessary = [
  'accept ok {}',
  ...['QUEUED', 'SUCCEEDED', 'FAILED', 'CANCELLED'].map((status) => `poll ok {"status":"${status}"}`),
  'cancel ok {"isGranted":true}',
  'cancel ok {"isGranted":false}',
  'upload ok {}',
  'fetch ok {}',
  'list ok {}',
  'list ok {"after":"change"}',
  'list ok {"after":"wait"}',
  'read ok {}',
  'trespass ok {"status":404}',
  'credit ok null',
  'debit ok null',
  ...[200, 401, 403, 404].map((status) => `use ok {"status":${status}}`),
  'judge ok null',
  'submit ok null',
]

/** The outcomes that a history lacks to be judged. */
export function findMissingOutcomes(lines: readonly HistoryLine[]): string[] {
  const seen = new Set(lines.map(outcomeOf))
  return necessary.filter((outcome) => !seen.has(outcome))
}
