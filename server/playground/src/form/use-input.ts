import type { Mediagen } from '@mediagen/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { explain, type Problem } from '../service/explain.ts'
import { thumbnailOf } from './thumbnail.ts'

/** The image that the next generation begins with. */
export interface InputImage {
  readonly name: string
  readonly file: File
  /** Shows the file itself; valid until another one is chosen. */
  readonly previewUrl: string
  /** Sent bytes in percent; 100 while the service looks at it. */
  readonly percent: number
  readonly isReady: boolean
  readonly problem: Problem | undefined
  /** Resolves to the upload's id; rejects as the upload does. */
  readonly assetId: Promise<string>
  readonly thumbnail: Promise<string | undefined>
}

export interface InputControl {
  readonly image: InputImage | undefined
  /** Uploads a file in place of the one before. */
  choose(file: File): void
  clear(): void
  /** Lets an upload that a generation waits for go on, whatever is chosen next. */
  keep(): void
}

/** Uploads what is chosen at once, so that it is there when the form is sent. */
export function useInput(client: Mediagen | undefined): InputControl {
  const [image, setImage] = useState<InputImage>()
  const current = useRef<AbortController>(undefined)

  const clear = useCallback(() => {
    current.current?.abort()
    setImage((before) => {
      if (before !== undefined) URL.revokeObjectURL(before.previewUrl)
      return undefined
    })
  }, [])

  const choose = useCallback(
    (file: File) => {
      clear()
      if (client === undefined) return
      const upload = new AbortController()
      current.current = upload
      const update = (changes: Partial<InputImage>) => {
        if (!upload.signal.aborted) setImage((before) => before && { ...before, ...changes })
      }
      const assetId = client.uploads
        .file(file, {
          signal: upload.signal,
          onProgress: ({ sentBytes, totalBytes }) =>
            update({ percent: Math.round((100 * sentBytes) / Math.max(1, totalBytes)) }),
        })
        .then(({ id }) => id)
      assetId.then(
        () => update({ percent: 100, isReady: true }),
        (error: unknown) => update({ problem: explain(error) }),
      )
      setImage({
        name: file.name,
        file,
        previewUrl: URL.createObjectURL(file),
        percent: 0,
        isReady: false,
        problem: undefined,
        assetId,
        thumbnail: thumbnailOf(file),
      })
    },
    [client, clear],
  )

  // An upload belongs to the account that it was sent to.
  useEffect(() => (client === undefined ? undefined : clear), [clear, client])
  const keep = useCallback(() => {
    current.current = undefined
  }, [])
  return { image, choose, keep, clear }
}
