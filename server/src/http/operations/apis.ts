import type { Apis, RequestContext, ResponseWithHeaders } from '@mediagen/contract'
import { serializeOnce } from '@mediagen/contract/edge'
import { ServiceError } from '@mediagen/contract/errors'
import type { AcceptedTask, TaskPage } from '@mediagen/contract/models'
import { requestsPerMinuteDefault } from '../../core/domain/accounts/requests-per-minute.ts'
import type { GenerationRequest } from '../../core/domain/generation/generation-request.ts'
import type { Surface } from '../../core/domain/products.ts'
import type { Acceptance, AcceptRequest } from '../../use-cases/tasks/accept-generation.ts'
import type { UseCases } from '../../use-cases/use-cases.ts'
import { acceptedTag, entityTagOf, entityTagOfStates, seenBy, statesSeenBy } from './entity-tags.ts'
import { appliedHeaders, holdOf } from './hold.ts'
import { pollResponse } from './poll-response.ts'

/** What a caller orders; whose balance it spends, and with which key, says the context of its request. */
type Order = GenerationRequest & Pick<AcceptRequest, 'idempotencyKey' | 'cancelAfter'>

/**
 * The contract's operations, each a call of its use case. A missing operation, or a response that breaks the
 * contract, does not compile.
 */
export function createApis(useCases: UseCases) {
  const version = (): number => useCases.offerVersion()
  const pricing = serializedOnce(version, () => useCases.getPricing())
  const effects = serializedOnce(version, (surface?: Surface) => useCases.listEffects(surface))
  const examples = serializedOnce(version, (surface?: Surface) => useCases.listExamples(surface))
  const accept = async (order: Order, caller: RequestContext) => {
    const { accountId, keyId, keyLimitsId } = caller
    const orderedBy = { accountId, apiKeyId: keyId, keyLimitsId }
    return acceptedResponse(await useCases.acceptGeneration({ ...order, ...orderedBy }), caller)
  }
  return {
    account: {
      getAccount: ({ accountId, keyId }) => useCases.getAccount(accountId, keyId),
      getUsage: (period, { accountId }) => useCases.getUsage(accountId, period),
    },
    catalogue: {
      getPricing: async () => pricing(),
      listEffects: async ({ surface }) => effects(surface),
      listExamples: async ({ surface }) => examples(surface),
    },
    images: {
      generateImage: ({ body, ...key }, caller) =>
        accept({ product: 'image.generate', parameters: body, ...key }, caller),
      transformImage: ({ body, ...key }, caller) =>
        accept({ product: 'image.transform', parameters: body, ...key }, caller),
    },
    videos: {
      generateVideo: ({ body, ...key }, caller) =>
        accept({ product: 'video.generate', parameters: body, ...key }, caller),
      transformVideo: ({ body, ...key }, caller) =>
        accept({ product: 'video.transform', parameters: body, ...key }, caller),
    },
    tasks: {
      listTasks: async ({ id, prefer, ifNoneMatch, ...query }, caller) => {
        const { accountId } = caller
        if (id === undefined) return { status: 200, body: await useCases.listTasks(accountId, query) }
        rejectFilters(query)
        const hasSeen = statesSeenBy(ifNoneMatch)
        const hold = holdOf(prefer, hasSeen, caller)
        const followed = await useCases.getTasks(accountId, id, hold)
        const { tasks, states } = followed
        const body: TaskPage = { tasks: [...tasks], nextCursor: null }
        const isSeen = states !== undefined && hasSeen?.(states)
        return pollResponse(body, entityTagOfStates(states), isSeen, appliedHeaders(hold, followed))
      },
      getTask: async ({ taskId, prefer, ifNoneMatch }, caller) => {
        const hasSeen = seenBy(ifNoneMatch)
        const hold = holdOf(prefer, hasSeen, caller)
        const poll = await useCases.getTask(caller.accountId, taskId, hold)
        const { task } = poll
        return pollResponse(task, entityTagOf(task), hasSeen?.(task), appliedHeaders(hold, poll))
      },
      cancelTask: ({ taskId }, { accountId }) => useCases.cancelTask(accountId, taskId),
      deleteResult: ({ taskId }, { accountId }) => useCases.deleteResult(accountId, taskId),
    },
    uploads: {
      createUpload: ({ body }, { accountId }) => useCases.createUpload(accountId, body.contentType),
      completeUpload: ({ assetId }, { accountId }) => useCases.completeUpload(accountId, assetId),
      getUpload: ({ assetId }, { accountId }) => useCases.getUpload(accountId, assetId),
      deleteUpload: ({ assetId }, { accountId }) => useCases.deleteUpload(accountId, assetId),
    },
  } satisfies Apis
}

/** What a list by ids does not take: it is whole, so that a filter would have no meaning. */
const filters = ['status', 'type', 'prompt', 'createdFrom', 'createdBefore', 'limit', 'cursor']

function rejectFilters(query: object): void {
  const details = filters
    .filter((name) => name in query)
    .map((name) => ({ path: `/${name}`, message: 'must be left out with id' }))
  if (details.length > 0) throw new ServiceError('INVALID_REQUEST', { details })
}

/** `Idempotency-Replayed` is omitted where it is no replay. */
function acceptedResponse(
  acceptance: Acceptance,
  caller: RequestContext,
): ResponseWithHeaders<
  AcceptedTask,
  { ETag: string; 'RateLimit-Policy': string; 'Idempotency-Replayed'?: 'true' }
> {
  const { replayed, ...body } = acceptance
  const headers = { ETag: acceptedTag, 'RateLimit-Policy': ratePolicyOf(caller) }
  return { body, headers: replayed ? { ...headers, 'Idempotency-Replayed': 'true' } : headers }
}

/** What a client may send: the number of its account, or that of its key if it is lower. */
function ratePolicyOf({
  requestsPerMinute = requestsPerMinuteDefault,
  keyRequestsPerMinute = requestsPerMinute,
}: RequestContext): string {
  return `"generations";q=${Math.min(requestsPerMinute, keyRequestsPerMinute)};w=60`
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
