'use client'

import { Mediagen, MediagenError } from '@mediagen/sdk'
import Link from 'next/link'
import { type FormEvent, useEffect, useState } from 'react'

interface Effect {
  readonly id: string
  readonly name: string
}

const remembered = 'gallery'

/** Uploads a photo, has an effect applied to it, and shows the result. */
export function Studio({ effects }: { effects: readonly Effect[] }) {
  const [state, setState] = useState('')
  const [image, setImage] = useState<string>()
  const [results, setResults] = useState<readonly string[]>([])
  const [isReady, setIsReady] = useState(false)
  useEffect(() => {
    setResults(readResults())
    // Until React listens, the browser would submit the form by itself.
    setIsReady(true)
  }, [])

  async function make(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const file = form.get('photo')
    if (!(file instanceof File)) return
    // The client of a page has no key: the proxy has it.
    const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })
    try {
      setState('UPLOADING')
      const effectId = String(form.get('effect'))
      const generation = await client.images.transform({ file, effectId })
      // Remembered before it is done: a page that is closed now can still show it later.
      setResults(remember(generation.id))
      const task = await generation.wait({ onUpdate: ({ status }) => setState(status) })
      setImage(task.files[0]?.url)
    } catch (error) {
      setState(error instanceof MediagenError ? error.message : 'Something went wrong.')
    }
  }

  return (
    <>
      <form onSubmit={make}>
        <label>
          Photo <input type="file" name="photo" accept="image/jpeg,image/png,image/webp" required />
        </label>
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
        <button type="submit" disabled={!isReady}>
          Make an image
        </button>
        <output>{state}</output>
      </form>
      {/* biome-ignore lint/performance/noImgElement: signed links are of another host, and run out. */}
      {image && <img src={image} alt="The result" />}
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

function readResults(): readonly string[] {
  return (localStorage.getItem(remembered) ?? '').split('\n').filter((id) => id !== '')
}

function remember(id: string): readonly string[] {
  const results = [id, ...readResults()].slice(0, 50)
  localStorage.setItem(remembered, results.join('\n'))
  return results
}
