import type { Rejection, Scenario, Session } from '../codegen/src/conform/scenario.ts'
import type { Operation } from '../codegen/src/read/operations.ts'
import { type Catalogue, checkCatalogue, showMicros } from './catalogue.ts'
import { checkFramingTypes, checkHead, checkOptions, checkRequestId, checkUnknown } from './edges.ts'
import { faultsOf, namedFields } from './errors.ts'
import { checkGenerations, type Patience, type PlannedGeneration, planGenerations } from './generations.ts'
import { checkUploadDeletion, checkUploads } from './uploads.ts'

export interface MediaOptions {
  /** Whether generations may be accepted, which costs the account of the key. */
  readonly withGenerations: boolean
  readonly patience: Patience
}

const invalid: Rejection = { status: 400, code: 'INVALID_REQUEST' }
const notJson: Rejection = { status: 400, code: 'INVALID_JSON' }

/** How a backend of our contract rejects, and what follows an upload and a generation. */
export function mediaScenario({ withGenerations, patience }: MediaOptions): Scenario {
  let planned: readonly PlannedGeneration[] = []
  let canUpload = false
  return {
    isClosed: true,
    faultsOf,
    rejections: {
      credentials: { status: 401, code: 'UNAUTHENTICATED' },
      parameter: invalid,
      'path parameter': invalid,
      field: invalid,
      'no JSON': notJson,
      'no object': notJson,
      'no body': notJson,
      'media type': { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
      'too large': { status: 413, code: 'PAYLOAD_TOO_LARGE' },
      'unknown path': { status: 404, code: 'NOT_FOUND' },
      method: { status: 405, code: 'METHOD_NOT_ALLOWED' },
    },
    namedFields,
    owns: ({ path, body }: Operation) => body !== undefined || path.includes('{'),
    async begin(session) {
      await greet(session)
      const catalogue = await checkCatalogue(session)
      canUpload = await implementsUploads(session)
      planned = withGenerations ? planGenerations(catalogue, canUpload) : []
      session.say(costOf(planned, catalogue, withGenerations))
      await checkUnknown(session)
      await checkRequestId(session)
    },
    async end(session) {
      await checkFramingTypes(session)
      await checkOptions(session)
      await checkHead(session)
      const assetId = canUpload ? await checkUploads(session) : undefined
      await checkGenerations(session, planned, { assetId, patience })
      if (assetId !== undefined) await checkUploadDeletion(session, assetId)
    },
  }
}

async function greet(session: Session): Promise<void> {
  if (session.apiKey === undefined)
    return session.stop('--key must be an API key: operations of this contract demand one')
  const response = await session.send('getAccount', { method: 'GET', path: '/api/v1/me' })
  if (response?.status === 401)
    session.stop(`${session.baseUrl} does not take the key: GET /api/v1/me responds with 401`)
}

/** Requests an upload that is rejected, so that the plan is known before anything is created. */
async function implementsUploads(session: Session): Promise<boolean> {
  await session.send('getUpload of an unknown id', { method: 'GET', path: '/api/v1/uploads/conform-none' })
  return !session.unimplemented.has('getUpload')
}

function costOf(
  planned: readonly PlannedGeneration[],
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
