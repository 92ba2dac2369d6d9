import type { Mediagen } from '@mediagen/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { explain, type Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'
import { thumbnailOf } from './thumbnail.ts'

/** The image that the next generation begins with. */
export interface InputImage {
  readonly name: string
  /** Undefined for an upload of an earlier request. */
  readonly file: File | undefined
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
  /** Takes an upload of an earlier request, if it is still there, with the small copy that was kept of it. */
  reuse(assetId: string, thumbnail: string | undefined): void
  clear(): void
  /** Lets an upload that a generation waits for go on, whatever is chosen next. */
  keep(): void
}

type StartUpload = (
  uploads: Mediagen['uploads'],
  signal: AbortSignal,
  onPercent: (percent: number) => void,
) => Promise<{ readonly id: string }>

/** One transparent pixel, for an upload of which no copy was kept. */
const nothingToSee = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

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

  /** Shows an image from now on whose upload `start` makes or finds. */
  const take = useCallback(
    (facts: Pick<InputImage, 'name' | 'file' | 'previewUrl' | 'thumbnail'>, start: StartUpload) => {
      clear()
      if (client === undefined) return
      const upload = new AbortController()
      current.current = upload
      const update = (changes: Partial<InputImage>) => {
        if (!upload.signal.aborted) setImage((before) => before && { ...before, ...changes })
      }
      const assetId = start(client.uploads, upload.signal, (percent) => update({ percent })).then(
        ({ id }) => id,
      )
      assetId.then(
        () => update({ percent: 100, isReady: true }),
        (error: unknown) => update({ problem: explain(error) }),
      )
      setImage({ ...facts, percent: 0, isReady: false, problem: undefined, assetId })
    },
    [client, clear],
  )
  const choose = useCallback(
    (file: File) =>
      take(
        { name: file.name, file, previewUrl: URL.createObjectURL(file), thumbnail: thumbnailOf(file) },
        (uploads, signal, onPercent) =>
          uploads.file(file, {
            signal,
            onProgress: ({ sentBytes, totalBytes }) =>
              onPercent(Math.round((100 * sentBytes) / Math.max(1, totalBytes))),
          }),
      ),
    [take],
  )
  const reuse = useCallback(
    (assetId: string, thumbnail: string | undefined) =>
      take(
        {
          name: strings.input.earlier,
          file: undefined,
          previewUrl: thumbnail ?? nothingToSee,
          thumbnail: Promise.resolve(thumbnail),
        },
        (uploads, signal) => uploads.get(assetId, { signal }),
      ),
    [take],
  )

  // An upload belongs to the account that it was sent to.
  useEffect(() => (client === undefined ? undefined : clear), [clear, client])
  const keep = useCallback(() => {
    current.current = undefined
  }, [])
  return { image, choose, reuse, keep, clear }
}
