/** The name of this provider, and of its part of `providerOptions` and `providerMetadata`. */
export const provider = 'mediagen'

/**
 * Tasks that one call of a model orders. The AI SDK splits a larger `n` into several calls, which know nothing
 * of each other.
 */
export const tasksPerCallMax = 100

/** What a result of the AI SDK says of its response: of several orders, the id of the first one's request. */
export function describeResponse(timestamp: Date, modelId: string, requestId?: string) {
  return { timestamp, modelId, headers: requestId === undefined ? undefined : { 'x-request-id': requestId } }
}
