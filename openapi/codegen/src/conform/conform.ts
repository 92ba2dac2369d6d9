import { createContractChecker } from '../checker/contract-checker.ts'
import { type ContractDocument, isRecord, type Operation, record } from '../checker/document.ts'
import { type Catalogue, checkCatalogue, showMicros } from './catalogue.ts'
import {
  checkAccess,
  checkHead,
  checkParameters,
  checkRequestId,
  checkRouting,
  checkUnknownKey,
} from './edges.ts'
import { checkFraming } from './framing.ts'
import { fuzz } from './fuzz.ts'
import { checkGenerations, type Patience, planGenerations } from './generations.ts'
import { reasonOf } from './response-text.ts'
import { createOracle } from './schema-values.ts'
import { type Breach, createSession, type Session } from './session.ts'
import { checkUploads } from './uploads.ts'
import { checkViolations } from './violations.ts'

export interface ConformOptions {
  /** The contract, as one document. */
  readonly document: ContractDocument
  readonly baseUrl: string
  readonly apiKey: string
  /** The seed of the fuzz requests. */
  readonly seed: number
  /** The number of fuzz requests. */
  readonly requests: number
  /** Whether generations may be accepted, which costs the account of the key. */
  readonly withGenerations: boolean
  readonly patience: Patience
  readonly wait: (seconds: number) => Promise<void>
  /** Called with the next steps before they start, including their costs. */
  readonly say: (line: string) => void
}

export interface ConformReport {
  readonly breaches: readonly Breach[]
  /** Operations that respond with 501. */
  readonly unimplemented: readonly string[]
  /** Operations that no valid request could be made for. */
  readonly untried?: readonly string[]
  /** Documented responses of the other operations that did not occur, as `getTask 500`. */
  readonly unseen: readonly string[]
  readonly remarks: readonly string[]
  readonly requests: number
}

/** Nothing responds at the address, or the key is rejected: there is nothing to check. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Whether a contract is that of the media service, which has checks of its own. */
export function isMediaContract({ paths }: ContractDocument): boolean {
  return ['/api/v1/me', '/api/v1/pricing', '/api/v1/uploads', '/api/v1/tasks/{taskId}'].every(
    (path) => path in paths,
  )
}

/**
 * Checks a running backend of the media service against its contract, from outside and with one key. Throws
 * Unreachable if there is no backend to check.
 */
export async function conform(options: ConformOptions): Promise<ConformReport> {
  const { document } = options
  const session = createSession({ ...options, checker: createContractChecker(document) })
  await greet(options)
  const catalogue = await checkCatalogue(session)
  const canUpload = await implementsUploads(session)
  const planned = options.withGenerations ? planGenerations(catalogue, canUpload) : []
  options.say(costOf(planned, catalogue, options.withGenerations))

  await checkRouting(session)
  await checkRequestId(session)
  await checkUnknownKey(session)
  const rules = { document, oracle: createOracle(document) }
  const bodyBytesMax = limitOf(document, 'requestBodyBytesMax')
  for (const operation of cheapFirst(session.checker.operations)) {
    await checkAccess(session, operation)
    await checkParameters(session, operation, rules.oracle)
    await checkFraming(session, operation, bodyBytesMax)
    await checkViolations(session, operation, rules)
  }
  await checkHead(session)
  const assetId = canUpload ? await checkUploads(session) : undefined
  await checkGenerations(session, planned, { assetId, patience: options.patience })
  await fuzz(session, rules, options)
  return reportOf(session)
}

async function greet({ baseUrl, apiKey }: ConformOptions): Promise<void> {
  try {
    const response = await fetch(new URL('/api/v1/me', baseUrl), {
      headers: { Authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(10_000),
    })
    await response.body?.cancel()
    if (response.status !== 401) return
  } catch (error) {
    throw new Unreachable(`nothing responds at ${baseUrl}: ${reasonOf(error)}`)
  }
  throw new Unreachable(`${baseUrl} does not take the key: GET /api/v1/me responds with 401`)
}

/** Requests an upload that is rejected, so that the plan is known before anything is created. */
async function implementsUploads(session: Session): Promise<boolean> {
  await session.send('getUpload of an unknown id', { method: 'GET', path: '/api/v1/uploads/conform-none' })
  return !session.unimplemented.has('getUpload')
}

function costOf(
  planned: ReturnType<typeof planGenerations>,
  { cheapest }: Catalogue,
  withGenerations: boolean,
): string {
  if (!withGenerations) return 'Costs nothing: every generation asked for is one that the contract rejects.'
  if (planned.length === 0)
    return cheapest.size === 0
      ? 'Costs nothing: the backend has no price list, so no generation is started.'
      : 'Costs nothing: the backend offers no generation that could be started.'
  const sum = planned.reduce((total, { priceMicros }) => total + priceMicros, 0n)
  const names = planned.map(({ product }) => product).join(', ')
  return [
    `Starts ${planned.length} generations at the lowest price (${names}) and cancels one more:`,
    `at most ${showMicros(sum + (planned[0]?.priceMicros ?? 0n))} USD of this key's account. --no-generations starts none.`,
  ].join(' ')
}

function limitOf(document: object, name: string): number {
  const limits = record('x-limits' in document ? document['x-limits'] : undefined)
  const value = isRecord(limits[name]) ? limits[name].value : undefined
  if (typeof value !== 'number') throw new Error(`The contract has no limit ${name}.`)
  return value
}

/** Generations come last: they are limited per minute, so the checks of all others need not wait for them. */
function cheapFirst(operations: readonly Operation[]): Operation[] {
  const isGeneration = ({ parameters }: Operation) =>
    parameters.some(({ name }) => name === 'Idempotency-Key')
  return [...operations.filter((one) => !isGeneration(one)), ...operations.filter(isGeneration)]
}

function reportOf(session: Session): ConformReport {
  const { checker, seen, unimplemented } = session
  const documented = checker.operations
    .filter(({ operationId }) => !unimplemented.has(operationId))
    .flatMap(({ operationId, responses }) => responses.map(({ status }) => `${operationId} ${status}`))
  return {
    breaches: session.breaches,
    unimplemented: [...unimplemented],
    unseen: documented.filter((response) => !seen.has(response)),
    remarks: [...session.remarks],
    requests: session.requestCount(),
  }
}
