import { createFolderObjectStore } from './adapters/folder-store/folder-object-store.js'
import { readS3Url } from './adapters/s3-store/s3-settings.js'
import type { Config } from './config.js'
import type { ObjectStore } from './ports/object-store.js'
import type { SignedFiles } from './ports/signed-files.js'

interface OpenObjectStore {
  readonly store: ObjectStore
  readonly signedFiles: SignedFiles | undefined
  close(): void
}

/** Opens the configured object store: a bucket, or a local folder. */
export async function openObjectStore(
  config: Config,
  secret: string,
  nowMs: () => number,
): Promise<OpenObjectStore> {
  if (config.objectStoreUrl.startsWith('s3:')) {
    // Loaded on demand: the AWS SDK costs a quarter of a second and tens of megabytes, and the embedded mode
    // does not need it.
    const { createS3ObjectStore } = await import('./adapters/s3-store/s3-object-store.js')
    const store = createS3ObjectStore(readS3Url(config.objectStoreUrl))
    return { store, signedFiles: undefined, close: () => store.close() }
  }
  const folder = config.objectStoreUrl.slice('file:'.length)
  const store = createFolderObjectStore({ folder, publicUrl: config.publicUrl, secret, nowMs })
  return { store, signedFiles: store, close: () => undefined }
}
