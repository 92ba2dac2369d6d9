import { createContractApp, createContractRouter, type DefaultApi } from './server/index.js'

const api = {
  async listPhotos(input) {
    const size: number = input.size
    return { ...input, size }
  },
  addPhoto: async ({ body }) => ({ type: body.file.mediaType }),
  async replacePhoto({ body, contentType, contentTypeQuery = '' }) {
    const isKnown: boolean = contentType === 'image/png' || contentType === 'image/jpeg'
    // @ts-expect-error: the contract has no such type.
    if (contentType === 'image/gif') throw new Error('A body of another type.')
    return { isKnown, contentType, contentTypeQuery, sizeBytes: body.length }
  },
  editPhoto: async ({ body }) => ({ ...body }),
  setValue: async ({ body }) => ({ value: body }),
} satisfies DefaultApi

/** No scheme of security, no function that checks one. */
export const app = createContractApp({ defaultApi: api })
export const router = createContractRouter({ defaultApi: api })
/** Tells of the failures of the same router. */
export const failures: unknown[] = []
export const telling = createContractRouter(
  { defaultApi: api },
  { onFailure: ({ cause }) => void failures.push(cause) },
)
