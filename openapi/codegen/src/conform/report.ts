import type { ConformReport } from './conform.ts'

/** One error everywhere causes many violations of one kind; listing more of them adds nothing. */
const shownMax = 50

/** The report in readable form: violations first, the verdict last. */
export function reportText(report: ConformReport, { seed }: { readonly seed?: number | undefined }): string {
  const { breaches, unimplemented, untried, unseen, remarks, requests } = report
  const shown = breaches.slice(0, shownMax).map(({ tried, faults, curl }) => {
    const lines = faults.map((fault) => `          ${fault}`)
    return [`BREACH  ${tried}`, ...lines, `        ${curl}`, ''].join('\n')
  })
  const left = breaches.length - shown.length
  const summary = [
    `${requests} requests`,
    `${breaches.length} ${breaches.length === 1 ? 'breach' : 'breaches'}`,
    ...(unimplemented.length > 0 ? [`${unimplemented.length} operations not implemented`] : []),
    ...(untried.length > 0 ? [`${untried.length} operations not tried`] : []),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ]
  return [
    ...shown,
    ...(left > 0 ? [`and ${left} more.\n`] : []),
    ...section('Not implemented (501):', unimplemented),
    ...section(
      'Not tried, because no valid request could be made: give each an example in the contract.',
      untried,
    ),
    ...section('Remarks:', remarks),
    ...section('Documented, and not seen from outside:', byOperation(unseen)),
    `${summary.join(', ')}\n`,
  ].join('\n')
}

function section(title: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [[title, ...entries.map((entry) => `  ${entry}`), ''].join('\n')]
}

/** `getTask 500` and `getTask 503` become `getTask 500 503`. */
function byOperation(unseen: readonly string[]): string[] {
  const statuses = new Map<string, string[]>()
  for (const entry of unseen) {
    const [operation = '', status = ''] = entry.split(' ')
    statuses.set(operation, [...(statuses.get(operation) ?? []), status])
  }
  return [...statuses].map(([operation, list]) => `${operation} ${list.join(' ')}`)
}
