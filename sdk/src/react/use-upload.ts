import { useCallback, useEffect, useRef, useState } from 'react'
import type { Mediagen } from '../mediagen.js'
import type { Upload, UploadProgress, UploadSource } from '../types/index.js'
import { errorOf, noClient } from './errors.js'

/** An upload as a page shows it. */
export interface UploadView {
  /** `ready` once the service has verified the file. */
  readonly state: 'idle' | 'uploading' | 'ready' | 'failed'
  /** Sent bytes, in whole percent from 0 to 100. */
  readonly percent: number
  /** The id of the ready upload, for a transformation. */
  readonly assetId: string | undefined
  /** Why it failed: an error of the SDK, such as `UploadRejectedError`. */
  readonly error: Error | undefined
}

/** What `useUpload` returns. */
export interface UseUpload extends UploadView {
  /**
   * Uploads an image in place of the one before. Resolves to the upload when it is ready, and to undefined if
   * it fails or is cancelled; never rejects.
   */
  readonly upload: (file: UploadSource) => Promise<Upload | undefined>
  /** Stops an upload under way, and forgets one that is ready. */
  readonly cancel: () => void
}

const idle: UploadView = { state: 'idle', percent: 0, assetId: undefined, error: undefined }

/**
 * Uploads images for transformations, directly to the object store. An upload under way stops when the
 * component unmounts or `client` changes.
 * @example
 * const { upload, percent, assetId } = useUpload(client)
 * <input type="file" onChange={({ target }) => target.files?.[0] && upload(target.files[0])} />
 */
export function useUpload(client: Mediagen | undefined): UseUpload {
  const [view, setView] = useState(idle)
  const current = useRef<AbortController | undefined>(undefined)
  const cancel = useCallback(() => {
    current.current?.abort()
    setView(idle)
  }, [])
  const upload = useCallback(
    async (file: UploadSource) => {
      current.current?.abort()
      const own = new AbortController()
      current.current = own
      const { signal } = own
      const show = (changes: Partial<UploadView>) => {
        if (!signal.aborted) setView({ ...idle, ...changes })
      }
      const onProgress = ({ sentBytes, totalBytes }: UploadProgress) =>
        show({ state: 'uploading', percent: Math.round((100 * sentBytes) / totalBytes) })
      show({ state: 'uploading' })
      try {
        if (client === undefined) throw noClient()
        const done = await client.uploads.file(file, { signal, onProgress })
        show({ state: 'ready', percent: 100, assetId: done.id })
        return signal.aborted ? undefined : done
      } catch (error) {
        show({ state: 'failed', error: errorOf(error) })
        return undefined
      }
    },
    [client],
  )
  // An upload belongs to the account that it was sent to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another client begins anew.
  useEffect(() => cancel, [client, cancel])
  return { ...view, upload, cancel }
}
