import type { Apis, RequestContext, ResponseWithHeaders } from '@mediagen/contract'
import { serializeOnce } from '@mediagen/contract/edge'
import type { AcceptedTask } from '@mediagen/contract/models'
import type { Surface } from '../../core/domain/generation/products.ts'
import type { Acceptance, AcceptRequest } from '../../use-cases/accept-generation.ts'
import type { UseCases } from '../../use-cases/use-cases.ts'
import { acceptedTag, seenBy } from '../entity-tags.ts'
import { pollResponse } from './poll-response.ts'

/**
 * The contract's operations, each a call of its use case. A missing operation, or a response that breaks the
 * contract, does not compile.
 */
export function createApis(useCases: UseCases) {
  const version = (): number => useCases.offerVersion()
  const pricing = serializedOnce(version, () => useCases.getPricing())
  const effects = serializedOnce(version, (surface?: Surface) => useCases.listEffects(surface))
  const examples = serializedOnce(version, (surface?: Surface) => useCases.listExamples(surface))
  const accept = async (request: AcceptRequest) => acceptedResponse(await useCases.acceptGeneration(request))
  return {
    account: {
      getAccount: ({ accountId, keyId }) => useCases.getAccount(accountId, keyId),
    },
    catalogue: {
      getPricing: async () => pricing(),
      listEffects: async ({ surface }) => effects(surface),
      listExamples: async ({ surface }) => examples(surface),
    },
    images: {
      generateImage: ({ body, ...key }, caller) =>
        accept({ product: 'image.generate', parameters: body, ...orderedBy(caller), ...key }),
      transformImage: ({ body, ...key }, caller) =>
        accept({ product: 'image.transform', parameters: body, ...orderedBy(caller), ...key }),
    },
    videos: {
      generateVideo: ({ body, ...key }, caller) =>
        accept({ product: 'video.generate', parameters: body, ...orderedBy(caller), ...key }),
      transformVideo: ({ body, ...key }, caller) =>
        accept({ product: 'video.transform', parameters: body, ...orderedBy(caller), ...key }),
    },
    tasks: {
      // A poll with `Prefer: wait` does not come here: `holdPoll` responds to it.
      getTask: async ({ taskId, ifNoneMatch }, { accountId }) =>
        pollResponse(await useCases.getTask(accountId, taskId), seenBy(ifNoneMatch)),
      cancelTask: ({ taskId }, { accountId }) => useCases.cancelTask(accountId, taskId),
    },
    uploads: {
      createUpload: ({ body }, { accountId }) => useCases.createUpload(accountId, body.contentType),
      completeUpload: ({ assetId }, { accountId }) => useCases.completeUpload(accountId, assetId),
      getUpload: ({ assetId }, { accountId }) => useCases.getUpload(accountId, assetId),
    },
  } satisfies Apis
}

/** Whose balance an order spends, with which key and towards which limits. */
function orderedBy({
  accountId,
  keyId,
  keyLimitsId,
}: RequestContext): Pick<AcceptRequest, 'accountId' | 'apiKeyId' | 'keyLimitsId'> {
  return { accountId, apiKeyId: keyId, keyLimitsId }
}

/** `Idempotency-Replayed` is omitted where it is no replay. */
function acceptedResponse(
  acceptance: Acceptance,
): ResponseWithHeaders<AcceptedTask, { ETag: string; 'Idempotency-Replayed'?: 'true' }> {
  const { id, status, createdAt, replayed } = acceptance
  return {
    body: { id, status, createdAt },
    headers: replayed ? { ETag: acceptedTag, 'Idempotency-Replayed': 'true' } : { ETag: acceptedTag },
  }
}

/**
 * The catalogue changes only with the providers file: each of its responses is built and serialized once per
 * version, on first use.
 */
function serializedOnce<Body extends object>(
  version: () => number,
  make: (surface?: Surface) => Body,
): (surface?: Surface) => Body {
  const bodies = new Map<Surface | undefined, Body>()
  let bodiesVersion = version()
  return (surface) => {
    if (version() !== bodiesVersion) {
      bodies.clear()
      bodiesVersion = version()
    }
    const known = bodies.get(surface)
    if (known !== undefined) return known
    const made = serializeOnce(make(surface))
    bodies.set(surface, made)
    return made
  }
}
