import type { Mediagen } from '@mediagen/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { explain, type Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'
import { thumbnailOf } from './thumbnail.ts'

/** The image that the next generation begins with. */
export interface InputImage {
  readonly name: string
  /** Shows the file itself; valid until another one is chosen. */
  readonly previewUrl: string
  /** Sent bytes in percent; 100 while the service looks at it; undefined before its upload begins. */
  readonly percent: number | undefined
  readonly isReady: boolean
  readonly problem: Problem | undefined
}

/** What an order begins with. */
export interface SentInput {
  /** Undefined for an upload of an earlier request. */
  readonly file: File | undefined
  /** Resolves to the upload's id; rejects as the upload does. */
  readonly assetId: Promise<string>
  readonly thumbnail: Promise<string | undefined>
}

export interface InputControl {
  readonly image: InputImage | undefined
  /** Uploads a file in place of the one before, so that it is there when the form is sent. */
  choose(file: File): void
  /** Takes the image of an example, whose upload waits for an order: a link chooses one, too. */
  chooseExample(assetId: string, file: File): void
  /** Takes an upload of an earlier request, if it is still there, with the small copy that was kept of it. */
  reuse(assetId: string, thumbnail: string | undefined): void
  clear(): void
  /** Begins the upload if it waits, and lets it go on for an order, whatever is chosen next. */
  send(): SentInput | undefined
}

/** Resolves to the upload's id. */
type StartUpload = (
  uploads: Mediagen['uploads'],
  signal: AbortSignal,
  onPercent: (percent: number) => void,
) => Promise<string>

interface Choice extends Pick<SentInput, 'file' | 'thumbnail'> {
  readonly start: StartUpload
  readonly stop: AbortController
  /** Undefined before the upload begins. */
  assetId: Promise<string> | undefined
  isOrdered: boolean
}

/** One transparent pixel, for an upload of which no copy was kept. */
const nothingToSee = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** The input image of the form, and its upload. */
export function useInput(client: Mediagen | undefined): InputControl {
  const [image, setImage] = useState<InputImage>()
  const current = useRef<Choice>(undefined)
  /** The uploads of examples by the example's own id: each is made once. */
  const examples = useRef(new Map<string, Promise<string>>())

  const clear = useCallback(() => {
    if (current.current?.isOrdered === false) current.current.stop.abort()
    current.current = undefined
    setImage((before) => {
      if (before !== undefined) URL.revokeObjectURL(before.previewUrl)
      return undefined
    })
  }, [])

  const begin = (choice: Choice): Promise<string> | undefined => {
    if (choice.assetId !== undefined || client === undefined) return choice.assetId
    const update = (changes: Partial<InputImage>) => {
      if (choice === current.current) setImage((before) => before && { ...before, ...changes })
    }
    update({ percent: 0 })
    choice.assetId = choice.start(client.uploads, choice.stop.signal, (percent) => update({ percent }))
    choice.assetId.then(
      () => update({ percent: 100, isReady: true }),
      (error: unknown) => update({ problem: explain(error) }),
    )
    return choice.assetId
  }

  const take = (
    {
      name,
      previewUrl,
      ...facts
    }: Pick<InputImage, 'name' | 'previewUrl'> & Pick<Choice, 'file' | 'thumbnail'>,
    start: StartUpload,
  ): Choice => {
    clear()
    const choice = { ...facts, start, stop: new AbortController(), assetId: undefined, isOrdered: false }
    current.current = choice
    setImage({ name, previewUrl, percent: undefined, isReady: false, problem: undefined })
    return choice
  }
  const takeFile = (file: File, start: StartUpload = uploadOf(file)) =>
    take(
      { name: file.name, file, previewUrl: URL.createObjectURL(file), thumbnail: thumbnailOf(file) },
      start,
    )

  const chooseExample = (exampleId: string, file: File) => {
    takeFile(file, (...upload) => {
      const made = examples.current
      const assetId = made.get(exampleId) ?? uploadOf(file)(...upload)
      made.set(exampleId, assetId)
      assetId.catch(() => made.delete(exampleId))
      return assetId
    })
  }
  const reuse = (assetId: string, thumbnail: string | undefined) => {
    const facts = {
      name: strings.input.earlier,
      file: undefined,
      previewUrl: thumbnail ?? nothingToSee,
      thumbnail: Promise.resolve(thumbnail),
    }
    begin(take(facts, async (uploads, signal) => (await uploads.get(assetId, { signal })).id))
  }
  const send = (): SentInput | undefined => {
    const choice = current.current
    const assetId = choice && begin(choice)
    if (choice === undefined || assetId === undefined) return undefined
    choice.isOrdered = true
    return { file: choice.file, thumbnail: choice.thumbnail, assetId }
  }

  // An upload belongs to the account that it was sent to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another client is another account.
  useEffect(
    () => () => {
      examples.current = new Map()
      if (current.current?.assetId !== undefined) clear()
    },
    [clear, client],
  )
  return { image, choose: (file) => void begin(takeFile(file)), chooseExample, reuse, send, clear }
}

function uploadOf(file: File): StartUpload {
  return async (uploads, signal, onPercent) => {
    const { id } = await uploads.file(file, {
      signal,
      onProgress: ({ sentBytes, totalBytes }) =>
        onPercent(Math.round((100 * sentBytes) / Math.max(1, totalBytes))),
    })
    return id
  }
}
