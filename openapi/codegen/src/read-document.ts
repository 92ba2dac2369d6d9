import { survey } from './check/survey.ts'
import { asContract, type Contract } from './read/contract.ts'
import { withDirections } from './read/directions.ts'
import { type ErrorForms, errorForms } from './read/error-forms.ts'
import { type Fault, type Locate, located, operationKey } from './read/faults.ts'
import { ContractError, distinct, type Finding } from './read/findings.ts'
import { withInt64 } from './read/int64.ts'
import { normalized, servedPath, withBooleanSchemasAsObjects } from './read/normalize.ts'
import { type Operation, operationsOf } from './read/operations.ts'
import { servable } from './read/servable.ts'
import {
  type LeftOut,
  skippedOperations,
  unsupported,
  withLeftOut,
  withoutOperations,
  withoutUnusedComponents,
} from './read/skip.ts'
import { upgraded } from './read/upgrade.ts'
import type { Settings } from './settings.ts'

/** A contract as the emitters read it. */
export interface ReadContract {
  /** What is generated of it, as one document of OpenAPI 3.1. */
  readonly document: Contract
  /** The same in the form that the emitters build on. */
  readonly contract: Contract
  readonly operations: readonly Operation[]
  readonly leftOut: readonly LeftOut[]
  readonly errors: ErrorForms
  readonly notices: readonly Finding[]
}

/** What is no valid OpenAPI, and the operations that it concerns; undefined for all of them. */
export interface Invalid {
  readonly finding: Finding
  readonly operations: readonly string[] | undefined
}

/** What is known of a document besides its content. */
export interface DocumentOrigin {
  readonly locate?: Locate
  readonly invalid?: readonly Invalid[]
}

/**
 * Reads a document that is one with the files that it refers to. Throws a ContractError with everything that cannot be
 * generated; operations that `skip` names are left out instead.
 */
export function readDocument(
  given: object,
  settings: Settings,
  { locate = () => undefined, invalid = [] }: DocumentOrigin = {},
): ReadContract {
  const { document: written, notices: changes } = upgraded(given)
  const needed = invalid.some(isUnused) ? withoutUnusedComponents(asContract(written)) : asContract(written)
  const { document: served, notices: unserved } = servable(needed)
  const document = withDirections(served)
  const whole = withBooleanSchemasAsObjects(document)
  const named = skippedOperations(whole, settings.skip)
  const chosen = withoutOperations(whole, named)
  const { faults: surveyed, notices } = survey(chosen)
  const faults = [...surveyed, ...errorBodyFaults(chosen, surveyed, settings)]
  const others = invalidOf(invalid, located(faults, 'error', locate), named)
  const leftOut = settings.skip.includes(unsupported) ? [...named, ...impossible(faults, others)] : named
  const isOfLeft = isServed(leftOut)
  const findings = distinct([
    ...located(faults.filter(isOfLeft), 'error', locate),
    ...located(
      [...changes, ...leftOut.map(leftOutNotice), ...[...unserved, ...notices].filter(isOfLeft)],
      'notice',
      locate,
    ),
    ...others.filter(isOfLeft).map(({ finding }) => finding),
  ])
  if (findings.some(({ severity }) => severity === 'error')) throw new ContractError(withoutEchoes(findings))
  const plain = normalized(withLeftOut(withoutOperations(chosen, leftOut), whole, leftOut))
  const contract = settings.int64 === 'bigint' ? withInt64(plain) : plain
  const operations = operationsOf(contract, settings)
  return {
    document: withoutOperations(document, leftOut),
    contract,
    operations,
    leftOut,
    errors: errorForms(plain, operationsOf(plain, settings), settings),
    notices: findings,
  }
}

/** A notice says nothing new beside an error of the same place. */
function withoutEchoes(findings: readonly Finding[]): readonly Finding[] {
  const placeOf = ({ file, line, pointer }: Finding) => `${file}:${line}:${pointer}`
  const errors = new Set(findings.filter(({ severity }) => severity === 'error').map(placeOf))
  return findings.filter((finding) => finding.severity === 'error' || !errors.has(placeOf(finding)))
}

/** Whether anything that is generated is concerned. */
function isServed(leftOut: readonly LeftOut[]) {
  const gone = new Set(leftOut.map(({ method, path }) => operationKey(method, path)))
  return ({ operations }: { readonly operations?: readonly string[] | undefined }): boolean =>
    operations === undefined ||
    operations.length === 0 ||
    operations.some((operation) => !gone.has(operation))
}

/** The responses that the edge would have to send, and cannot make; their paths are those of the document. */
function errorBodyFaults(document: Contract, others: readonly Fault[], settings: Settings): Fault[] {
  try {
    return faultsOfErrors(document, settings)
  } catch {
    // Something else is wrong with an operation, so that it cannot be read at all.
    return faultsOfErrors(withoutOperations(document, impossible(others, [])), settings)
  }
}

function faultsOfErrors(document: Contract, settings: Settings): Fault[] {
  const contract = normalized(document)
  const written = Object.keys(document.paths)
  return errorForms(contract, operationsOf(contract, settings), settings).impossible.map(
    ({ operation, response, reason }) => {
      const isOf = (path: string) => servedPath(document, path, operation.method) === operation.path
      const path = written.find(isOf) ?? operation.path
      const where = operationKey(operation.method, path)
      return {
        trail: ['paths', path, operation.method, 'responses', response.status],
        where,
        reason: `the edge rejects requests with status ${response.status}, and cannot make its body: ${reason}; name a module that can as \`errors\` in the config file, such as errors: src/errors.ts, which generate begins`,
        cause:
          'the edge cannot make the body of an error; name a module that can as `errors` in the config file',
        operations: [where],
      }
    },
  )
}

/** The operations that faults concern, with the first reason of each. */
function impossible(faults: readonly Fault[], invalid: readonly Invalid[]): LeftOut[] {
  const found = new Map<string, LeftOut>()
  const add = (operations: readonly string[] | undefined, reason: string, hasNoRoute = false): void => {
    for (const operation of operations ?? []) {
      const [method = '', path = ''] = operation.split(' ')
      if (!found.has(operation))
        found.set(operation, { method: method.toLowerCase(), path, reason, hasNoRoute })
    }
  }
  for (const { operations, reason, trail } of faults) add(operations, reason, trail.length === 2)
  for (const { finding, operations } of invalid)
    if (finding.severity === 'error') add(operations, finding.message)
  return [...found.values()]
}

function leftOutNotice({ method, path, reason, hasNoRoute = false }: LeftOut): Fault {
  return {
    trail: ['paths', path, method],
    where: operationKey(method, path),
    reason: `is left out, and answers ${hasNoRoute ? 404 : 501}: ${reason}`,
    cause: 'an operation is left out',
  }
}

/** What nothing generated depends on is worth a notice; what is said already is not said again. */
function invalidOf(
  invalid: readonly Invalid[],
  said: readonly Finding[],
  named: readonly LeftOut[],
): Invalid[] {
  const isOfLeft = isServed(named)
  return invalid
    .filter(isOfLeft)
    .filter(({ finding }) => !said.some(({ file, line }) => file === finding.file && line === finding.line))
    .map((one) => (isUnused(one) ? { ...one, finding: { ...one.finding, severity: 'notice' } } : one))
}

function isUnused({ finding, operations }: Invalid): boolean {
  return finding.severity === 'error' && operations?.length === 0
}
