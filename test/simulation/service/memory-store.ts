import { hash } from 'node:crypto'
import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'

/** Objects in memory. */
export function createMemoryStore(): ObjectStore {
  const objects = new Map<string, Uint8Array>()
  const etagOf = (bytes: Uint8Array): string => hash('sha256', bytes)
  const version = (key: string, etag: string): Uint8Array | undefined => {
    const bytes = objects.get(key)
    return bytes !== undefined && etagOf(bytes) === etag ? bytes : undefined
  }
  return {
    signUpload: async ({ key }) => `memory:${key}`,
    signDownload: async ({ key }) => `memory:${key}`,
    async head(key) {
      const bytes = objects.get(key)
      return bytes && { sizeBytes: bytes.byteLength, etag: etagOf(bytes) }
    },
    readRange: async (key, { start, endInclusive, etag }) =>
      version(key, etag)?.subarray(start, endInclusive + 1),
    read: async (key) => objects.get(key),
    async copy({ from, to, etag }) {
      const bytes = version(from, etag)
      if (bytes !== undefined) objects.set(to, bytes)
      return bytes !== undefined
    },
    async put(object) {
      if (!('bytes' in object)) throw new Error('No engine of the simulation makes files.')
      objects.set(object.key, object.bytes)
    },
    delete: async (key) => void objects.delete(key),
    async *list(prefix) {
      for (const key of objects.keys()) if (key.startsWith(prefix)) yield { key, lastModifiedMs: 0 }
    },
    check: async () => undefined,
  }
}
