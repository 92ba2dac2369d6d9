// A page that orders images, goes on after a reload, and lists what its visitor ordered with the prices.
import { Mediagen, type Task } from '@mediagen/sdk'
import { useGeneration } from '@mediagen/sdk/react'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href })

function Page() {
  const order = useGeneration(client, { storage: localStorage, name: 'order' })
  const [ids, setIds] = useState<readonly string[]>(() => JSON.parse(localStorage.getItem('ids') ?? '[]'))
  const { taskId, state, progress, result, error } = order
  useEffect(() => {
    if (taskId !== undefined) setIds((known) => [...new Set([taskId, ...known])])
  }, [taskId])
  useEffect(() => localStorage.setItem('ids', JSON.stringify(ids)), [ids])
  return (
    <>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const prompt = String(new FormData(event.currentTarget).get('prompt'))
          order.submit({ product: 'image.generate', prompt }, { maxCost: '0.10' })
        }}
      >
        <input name="prompt" aria-label="Prompt" required />
        <button type="submit" disabled={state === 'submitting' || state === 'waiting'}>
          Make an image
        </button>
        <output>{error?.message ?? progress}</output>
      </form>
      {result && <img src={result.files[0]?.url} alt="The result" />}
      <Orders ids={ids} />
    </>
  )
}

/** What the visitor ordered, newest first. */
function Orders({ ids }: { readonly ids: readonly string[] }) {
  const [tasks, setTasks] = useState<readonly Task[]>([])
  useEffect(() => {
    client.tasks.list({ ids }).then(({ tasks }) => setTasks(tasks), console.error)
  }, [ids])
  return (
    <ul>
      {tasks.map(({ id, type, cost }) => (
        <li key={id} id={id}>
          {type} <data value={cost?.amount}>{`${cost?.amount} ${cost?.currency}`}</data>
        </li>
      ))}
    </ul>
  )
}

const root = document.querySelector('main')
if (root !== null)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
