import { readOnce } from '../core/async/read-once.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'

/** The signed link need not work: all links of a store have one origin. */
const anyObject = { key: 'any', contentType: 'image/png', fileName: 'any.png', expiresInSeconds: 60 }

/** The origin of a store's signed links, asked for once. */
export function linkOriginOf(objectStore: ObjectStore): () => Promise<string> {
  return readOnce(async () => new URL(await objectStore.signDownload(anyObject)).origin)
}
