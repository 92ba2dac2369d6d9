'use client'

import { useGeneration, useUpload } from '@mediagen/sdk/react'
import Link from 'next/link'
import { type FormEvent, useEffect, useState } from 'react'
import { pageClient } from '../lib/page-client'
import { readResults, remember } from '../lib/remembered'

interface Effect {
  readonly id: string
  readonly name: string
}

interface Props {
  readonly effects: readonly Effect[]
  /** Who is signed in: nobody continues the order of another. */
  readonly visitor: string
}

/** Uploads a photo, has an effect applied to it, and shows the result, also after a reload. */
export function Studio({ effects, visitor }: Props) {
  const { upload, assetId, percent, state, error: uploadError } = useUpload(pageClient)
  const generation = useGeneration(pageClient, {
    storage: globalThis.localStorage,
    name: `gallery ${visitor}`,
  })
  const { submit, taskId, progress, result, cost } = generation
  const error = uploadError ?? generation.error
  const [results, setResults] = useState<readonly string[]>([])
  const [isReady, setIsReady] = useState(false)
  // Until React listens, a file that is chosen would be lost.
  useEffect(() => setIsReady(true), [])
  useEffect(() => {
    setResults(taskId === undefined ? readResults() : remember(taskId))
  }, [taskId])

  function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const effectId = String(new FormData(event.currentTarget).get('effect'))
    if (assetId !== undefined) submit({ product: 'image.transform', assetId, effectId })
  }

  return (
    <>
      <form onSubmit={make}>
        <label>
          Photo{' '}
          <input
            type="file"
            accept="image/jpeg,image/png,image/webp"
            disabled={!isReady}
            onChange={({ target }) => target.files?.[0] && upload(target.files[0])}
          />
        </label>
        {state === 'uploading' && <progress max={100} value={percent} />}
        <label>
          Effect{' '}
          <select name="effect">
            {effects.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" disabled={assetId === undefined}>
          Make an image
        </button>
        <output>{progress}</output>
        {generation.state === 'waiting' && (
          <button type="button" onClick={generation.cancel}>
            Cancel and refund
          </button>
        )}
        {error && (
          <p role="alert">
            {error.message}{' '}
            {generation.state !== 'failed' && (
              <button type="button" onClick={generation.retry}>
                Go on
              </button>
            )}
          </p>
        )}
      </form>
      {/* biome-ignore lint/performance/noImgElement: signed links are of another host, and run out. */}
      {result && <img src={result.files[0]?.url} alt="The result" />}
      {cost && (
        <p>
          {cost.amount} {cost.currency} {cost.state}
        </p>
      )}
      <ul>
        {results.map((id) => (
          <li key={id}>
            <Link href={`/results/${encodeURIComponent(id)}`} prefetch={false}>
              {id}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
