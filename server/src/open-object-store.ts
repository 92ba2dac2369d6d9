import type { ObjectStore } from '@mediagen/core/ports/object-store'
import type { SignedFiles } from '@mediagen/core/ports/signed-files'
import { createFolderObjectStore } from '@mediagen/storage/folder-store/folder-object-store'
import { readS3Url } from '@mediagen/storage/s3-store/s3-settings'
import type { Config } from './config.js'

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
    const { createS3ObjectStore } = await import('@mediagen/storage/s3-store/s3-object-store')
    const store = createS3ObjectStore(readS3Url(config.objectStoreUrl))
    return { store, signedFiles: undefined, close: () => store.close() }
  }
  const folder = config.objectStoreUrl.slice('file:'.length)
  const store = createFolderObjectStore({ folder, publicUrl: config.publicUrl, secret, nowMs })
  return { store, signedFiles: store, close: () => undefined }
}
