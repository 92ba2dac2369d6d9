import type { Config } from '../config/config.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'
import { createFolderObjectStore } from '../storage/folder-store/folder-object-store.ts'
import { readS3Url } from '../storage/s3-store/s3-settings.ts'

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
    const { createS3ObjectStore } = await import('../storage/s3-store/s3-object-store.ts')
    const store = createS3ObjectStore(readS3Url(config.objectStoreUrl))
    return { store, signedFiles: undefined, close: () => store.close() }
  }
  const folder = config.objectStoreUrl.slice('file:'.length)
  const store = createFolderObjectStore({
    folder,
    publicUrl: config.publicUrl,
    secret,
    previousSecret: config.signingSecretPrevious,
    nowMs,
  })
  return { store, signedFiles: store, close: () => undefined }
}
