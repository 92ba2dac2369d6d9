/** One thing of a contract that the generator rejects, or leaves out. */
export interface Fault {
  /** The keys from the root of the document, as if every reference on the way were written out. */
  readonly trail: readonly string[]
  /** `GET /todos`, or the component. */
  readonly where: string
  readonly reason: string
}

/** Reports a fault or notice at one place. */
export type ReportFault = (trail: readonly string[], reason: string) => void

/** Everything that a contract is rejected for, in one message. */
export class ContractFaults extends Error {
  readonly faults: readonly Fault[]
  /** Each with its place, once. */
  readonly lines: readonly string[]

  constructor(faults: readonly Fault[], lineOf: (fault: Fault) => string = () => '') {
    const lines = [...new Set(faults.map((fault) => `${lineOf(fault)}${fault.where}: ${fault.reason}`))]
    super(faultReport(lines))
    this.name = 'ContractFaults'
    this.lines = lines
    this.faults = faults
  }
}

export function faultReport(lines: readonly string[]): string {
  return `The contract cannot be generated:\n${lines.map((line) => `  ${line}`).join('\n')}`
}
