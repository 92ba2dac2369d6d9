import { limits } from '@mediagen/contract/limits'
import type { GateMedia } from './gate.ts'
import type { ObjectStore } from './object-store.ts'

interface StoredBytes {
  readonly key: string
  readonly contentType: string
}

/** A link by which an engine or a gate reads an object; a client never gets one. */
export function signInputLink(
  objectStore: Pick<ObjectStore, 'signDownload'>,
  { key, contentType }: StoredBytes,
  fileName: string,
): Promise<string> {
  const expiresInSeconds = limits.generationInputLinkSeconds
  return objectStore.signDownload({ key, contentType, fileName, expiresInSeconds })
}

/** An object as gates see it. */
export function gateMediaOf(
  objectStore: Pick<ObjectStore, 'read' | 'signDownload'>,
  stored: StoredBytes & { readonly sizeBytes: number },
  fileName: string,
): GateMedia {
  return {
    contentType: stored.contentType,
    sizeBytes: stored.sizeBytes,
    async bytes() {
      const bytes = await objectStore.read(stored.key)
      if (bytes === undefined) throw new Error(`The object ${stored.key} is not stored.`)
      return bytes
    },
    link: () => signInputLink(objectStore, stored, fileName),
  }
}
