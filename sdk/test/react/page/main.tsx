// The page of page.test.ts, on the package as it is built. Its address says what it shows.
import { Mediagen } from '@mediagen/sdk'
import { useAccount, useGeneration, useGenerations, useTask, useUpload } from '@mediagen/sdk/react'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { Hello, root } from './hello.tsx'

const asked = new URLSearchParams(location.search)
const client = new Mediagen({ baseUrl: new URL('/api/mediagen', location.href).href, maxRetries: 0 })
const prompt = asked.get('prompt') ?? 'a fox'

function Order() {
  const order = useGeneration(client, { storage: localStorage, name: 'order of anna' })
  const { account, refresh } = useAccount(client)
  const { submit, state, progress, result, cost, error, taskId } = order
  useEffect(() => {
    if (asked.has('auto')) submit({ product: 'image.generate', prompt })
  }, [submit])
  useEffect(() => {
    if (state === 'succeeded') refresh()
  }, [state, refresh])
  return (
    <section>
      <button id="submit" type="button" onClick={() => submit({ product: 'image.generate', prompt })}>
        Order
      </button>
      <button id="cancel" type="button" onClick={order.cancel}>
        Cancel
      </button>
      <button id="retry" type="button" onClick={order.retry}>
        Retry
      </button>
      <button id="refresh" type="button" onClick={refresh}>
        Refresh
      </button>
      <button id="reset" type="button" onClick={order.reset}>
        Reset
      </button>
      <output id="state">{state}</output>
      <output id="progress">{progress}</output>
      <output id="error">{error?.name}</output>
      <output id="task">{taskId}</output>
      <output id="cost">{cost && `${cost.amount} ${cost.state}`}</output>
      <output id="balance">{account?.balance}</output>
      {result && <Picture url={result.files[0]?.url} />}
    </section>
  )
}

function Restyle() {
  const { upload, percent, assetId, state } = useUpload(client)
  const { submit, result } = useGeneration(client)
  return (
    <section>
      <input type="file" onChange={({ target }) => target.files?.[0] && upload(target.files[0])} />
      <output id="upload">{`${state} ${percent}`}</output>
      <button
        id="restyle"
        type="button"
        disabled={assetId === undefined}
        onClick={() => assetId && submit({ product: 'image.transform', assetId, effectId: 'watercolour' })}
      >
        Restyle
      </button>
      {result && <Picture url={result.files[0]?.url} />}
    </section>
  )
}

function Orders() {
  const { generations, submit } = useGenerations<string>(client, { storage: localStorage })
  return (
    <section>
      {['a fox', 'waits'].map((text) => (
        <button
          key={text}
          type="button"
          onClick={() => submit({ product: 'image.generate', prompt: text }, { details: `of ${text}` })}
        >
          {`Order ${text}`}
        </button>
      ))}
      <ol>
        {generations.map(({ key, details, progress, cost, cancel, remove }) => (
          <li key={key}>
            {`${details}: ${progress} ${cost?.state ?? ''}`}
            <button type="button" onClick={cancel}>
              Cancel
            </button>
            <button type="button" onClick={remove}>
              Remove
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Picture({ url }: { readonly url: string | undefined }) {
  const [width, setWidth] = useState(0)
  return (
    <>
      <img src={url} alt="" onLoad={({ currentTarget }) => setWidth(currentTarget.naturalWidth)} />
      <output id="width">{width}</output>
    </>
  )
}

function Row({ id }: { readonly id: string }) {
  const { progress, cost } = useTask(client, id)
  return <li>{`${progress} ${cost?.amount ?? ''}`}</li>
}

function App() {
  const [isShown, setIsShown] = useState(true)
  const ids = asked.get('list')?.split(',') ?? []
  return (
    <>
      <button id="toggle" type="button" onClick={() => setIsShown(!isShown)}>
        Show or hide
      </button>
      {isShown && (asked.has('photo') ? <Restyle /> : asked.has('orders') ? <Orders /> : <Order />)}
      <ul>
        {ids.map((id) => (
          <Row key={id} id={id} />
        ))}
      </ul>
    </>
  )
}

if (asked.has('hydrate')) hydrateRoot(root(), <Hello client={client} storage={localStorage} />)
else
  createRoot(root()).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
