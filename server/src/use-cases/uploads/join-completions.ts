import { ServiceError } from '@mediagen/contract/errors'
import type * as contract from '@mediagen/contract/models'

type Complete = (accountId: string, uploadId: string) => Promise<contract.Upload>

/**
 * Lets the concurrent completions of one upload share a run. What a run found missing may be there since: a
 * caller that came during it is answered by a run that began after that call.
 */
export function joinCompletions(complete: Complete): Complete {
  const runs = new Map<string, Promise<contract.Upload>>()

  function run(key: string, accountId: string, uploadId: string): Promise<contract.Upload> {
    const joined = runs.get(key)
    if (joined !== undefined) return joined
    const began = complete(accountId, uploadId).finally(() => runs.delete(key))
    runs.set(key, began)
    return began
  }

  return async (accountId, uploadId) => {
    const key = `${accountId} ${uploadId}`
    const earlier = runs.get(key)
    if (earlier === undefined) return run(key, accountId, uploadId)
    return earlier.catch((error) => {
      if (error instanceof ServiceError) return run(key, accountId, uploadId)
      throw error
    })
  }
}
