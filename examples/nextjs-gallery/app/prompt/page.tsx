'use client'

import { useTask } from '@mediagen/sdk/react'
import { useState } from 'react'
import { pageClient } from '../../lib/page-client'
import { remember } from '../../lib/remembered'
import { order } from '../actions'

/** An image from a prompt: ordered by a server action, followed in the page. */
export default function Prompt() {
  const [taskId, setTaskId] = useState<string>()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { progress, result, error } = useTask(pageClient, taskId)

  async function make(form: FormData) {
    const id = await order(String(form.get('prompt')), key)
    remember(id)
    setTaskId(id)
    setKey(crypto.randomUUID())
  }

  return (
    <main>
      <form action={make}>
        {/* Another prompt is another order, and a repeated one keeps its key. */}
        <input name="prompt" aria-label="Prompt" required onChange={() => setKey(crypto.randomUUID())} />
        <button type="submit">Make an image</button>
        <output>{error?.message ?? progress}</output>
      </form>
      {/* biome-ignore lint/performance/noImgElement: signed links are of another host, and run out. */}
      {result && <img src={result.files[0]?.url} alt="The result" />}
    </main>
  )
}
