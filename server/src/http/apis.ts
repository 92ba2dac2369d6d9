import type { Apis } from '../generated/controllers.js'
import type { AcceptedTask } from '../generated/models.js'
import type { AnswerWithHeaders } from '../generated/request-context.js'
import type { Acceptance, AcceptRequest } from '../use-cases/accept-generation.js'
import type { UseCases } from '../use-cases/use-cases.js'

/**
 * The contract's operations, each a call of its use case. A missing operation, or an answer that breaks the contract, does
 * not compile.
 */
export function createApis(useCases: UseCases): Apis {
  const accept = async (request: AcceptRequest) => acceptedAnswer(await useCases.acceptGeneration(request))
  return {
    account: {
      getAccount: ({ accountId }) => useCases.getAccount(accountId),
    },
    catalogue: {
      getPricing: async () => useCases.getPricing(),
      listEffects: async ({ surface }) => useCases.listEffects(surface),
      listExamples: async ({ surface }) => useCases.listExamples(surface),
    },
    images: {
      generateImage: ({ body, ...key }, { accountId }) =>
        accept({ product: 'image.generate', parameters: body, accountId, ...key }),
      transformImage: ({ body, ...key }, { accountId }) =>
        accept({ product: 'image.transform', parameters: body, accountId, ...key }),
    },
    videos: {
      generateVideo: ({ body, ...key }, { accountId }) =>
        accept({ product: 'video.generate', parameters: body, accountId, ...key }),
      transformVideo: ({ body, ...key }, { accountId }) =>
        accept({ product: 'video.transform', parameters: body, accountId, ...key }),
    },
    tasks: {
      getTask: ({ taskId }, { accountId }) => useCases.getTask(accountId, taskId),
      cancelTask: ({ taskId }, { accountId }) => useCases.cancelTask(accountId, taskId),
    },
    uploads: {
      createUpload: ({ body }, { accountId }) => useCases.createUpload(accountId, body.contentType),
      completeUpload: ({ assetId }, { accountId }) => useCases.completeUpload(accountId, assetId),
      getUpload: ({ assetId }, { accountId }) => useCases.getUpload(accountId, assetId),
    },
  }
}

/** The header is there on a replay and left out otherwise. */
function acceptedAnswer(
  acceptance: Acceptance,
): AnswerWithHeaders<AcceptedTask, { 'Idempotency-Replayed'?: 'true' }> {
  const { id, status, createdAt, replayed } = acceptance
  return { body: { id, status, createdAt }, headers: replayed ? { 'Idempotency-Replayed': 'true' } : {} }
}
