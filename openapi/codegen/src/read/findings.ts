import { CommandError } from '../command-line.ts'

/** Where something stands in the files of a contract. */
export interface Place {
  /** From the working directory. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** The keys from the root of that file: `/paths/~1pets/get`. */
  readonly pointer: string
}

/** Something that the author of a contract should know. */
export interface Finding extends Partial<Place> {
  /** `error`: the contract cannot be generated. `notice`: a part of it is left out. */
  readonly severity: 'error' | 'notice'
  /** `GET /todos`, or the component. */
  readonly where: string
  readonly message: string
  /** What findings of one kind have in common, where their messages differ. @default the message */
  readonly cause?: string
}

/** Whether it is known where a finding stands. */
export function isPlaced(finding: Finding): finding is Finding & Place {
  return finding.file !== undefined && finding.pointer !== undefined
}

const waysOn =
  'Leave operations out by --skip, all of these by --skip unsupported, or change what is read of the contract by --overlay FILE.'

/** Everything that a contract is rejected for. */
export class ContractError extends Error {
  readonly findings: readonly Finding[]

  /** With notices, which are no reasons. */
  constructor(findings: readonly Finding[]) {
    const errors = findings.filter(({ severity }) => severity === 'error')
    super(['The contract cannot be generated:', ...findingLines(errors), waysOn].join('\n'))
    this.name = 'ContractError'
    this.findings = findings
  }
}

/** `todo.yaml:12:5: GET /todos: reason`. */
export function findingText({ file, line, column, where, message }: Finding): string {
  return `${file === undefined ? '' : `${file}:${line}:${column}: `}${where}: ${message}`
}

/** A reader fixes causes, not places: of more findings than these, each cause shows its first ones. */
const linesMax = 25
const linesOfCauseMax = 3

/** The lines of findings: each its own, or by their causes, the most frequent first, where they are many. */
export function findingLines(findings: readonly Finding[]): string[] {
  if (findings.length <= linesMax) return findings.map((finding) => `  ${findingText(finding)}`)
  const byCause = new Map<string, Finding[]>()
  for (const finding of findings) {
    const cause = finding.cause ?? finding.message
    byCause.set(cause, [...(byCause.get(cause) ?? []), finding])
  }
  const causes = [...byCause].sort(([, left], [, right]) => right.length - left.length)
  return [
    `  ${findings.length} findings of ${causes.length} causes; --json prints all of them.`,
    ...causes.flatMap(([cause, ofCause]) => [
      `  ${cause} (${ofCause.length})`,
      ...ofCause.slice(0, linesOfCauseMax).map((finding) => `    ${findingText(finding)}`),
      ...(ofCause.length > linesOfCauseMax ? [`    and ${ofCause.length - linesOfCauseMax} more`] : []),
    ]),
  ]
}

/**
 * The findings in the order of their places, each place and message once: the operations that share a component
 * reach it again and again.
 */
export function distinct(findings: readonly Finding[]): Finding[] {
  const known = new Map<string, Finding>()
  for (const finding of findings) {
    const { file, line, column, where, message } = finding
    const key = JSON.stringify(file === undefined ? [where, message] : [file, line, column, message])
    if (!known.has(key)) known.set(key, finding)
  }
  return [...known.values()].sort(
    (one, other) =>
      (one.file ?? '').localeCompare(other.file ?? '') ||
      (one.line ?? 0) - (other.line ?? 0) ||
      (one.column ?? 0) - (other.column ?? 0),
  )
}

/** What a generation failed with, as findings. Throws what its caller has to change outside the contract. */
export function findingsOf(error: unknown): readonly Finding[] {
  if (error instanceof ContractError) return error.findings
  if (error instanceof CommandError) throw error
  return [
    { severity: 'error', where: 'contract', message: error instanceof Error ? error.message : String(error) },
  ]
}
