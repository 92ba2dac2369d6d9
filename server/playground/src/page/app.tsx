import { forms } from 'virtual:contract-forms'
import type { GalleryExample, Product } from '@mediagen/sdk'
import { useMemo, useRef, useState } from 'react'
import type { FieldValue, Form } from '../contract/read-forms.ts'
import { requestOf, type Values } from '../contract/request.ts'
import { Composer } from '../form/composer.tsx'
import { useInput } from '../form/use-input.ts'
import { Gallery } from '../gallery/gallery.tsx'
import { type Connection, createClient, loadConnection, saveConnection } from '../service/connection.ts'
import type { PageSettings } from '../service/settings.ts'
import { money, usePrice } from '../service/use-price.ts'
import { useService } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import { CodeDialog } from '../tasks/code/code-dialog.tsx'
import type { Job } from '../tasks/job.ts'
import { JobList } from '../tasks/job-list.tsx'
import { JobView } from '../tasks/job-view.tsx'
import { useJobs } from '../tasks/use-jobs.ts'
import { ConnectionDialog } from './connection-dialog.tsx'
import { Header } from './header.tsx'
import { Problems } from './problems.tsx'
import { useRequestLink } from './use-request-link.ts'

/** The playground: what to make on one side, what came of it on the other. */
export function App({ settings }: { readonly settings: PageSettings }) {
  const [connection, setConnection] = useState(() => loadConnection(settings, location, sessionStorage))
  const [isConnecting, setIsConnecting] = useState(connection === undefined)
  const client = useMemo(() => connection && createClient(connection), [connection])
  const service = useService(client)
  const jobs = useJobs(client, connection, service.account, service.refreshMoney)
  const input = useInput(client)
  const [product, setProduct] = useState<Product>('image.generate')
  const [values, setValues] = useState<Values>({})
  const [selectedKey, setSelectedKey] = useState<string>()
  const [codeOf, setCodeOf] = useState<Job>()
  const results = useRef<HTMLElement>(null)

  const form = formOf(product)
  const request = requestOf(form, values)
  const estimate = usePrice(client, product, request)
  const price =
    estimate === 'notOffered'
      ? strings.price.notOffered
      : estimate && money(estimate.amount, estimate.currency)
  const selected = [...jobs.list, ...jobs.favourites].find(({ key }) => key === selectedKey) ?? jobs.list[0]
  const { gallery } = settings
  const addressOf = useMemo(() => (gallery === undefined ? undefined : addressIn(gallery)), [gallery])

  const show = (key: string | undefined) => {
    setSelectedKey(key)
    results.current?.scrollIntoView({ behavior: 'smooth', block: 'start' })
  }
  const connect = (chosen: Connection | undefined) => {
    saveConnection(chosen, sessionStorage)
    setConnection(chosen)
    setSelectedKey(undefined)
  }
  const submit = () => {
    if (jobs.submit === undefined) return setIsConnecting(true)
    const effect = service.effects?.find(({ id }) => id === request.effectId)
    const takesInput = form.fields.some(({ kind }) => kind === 'input')
    if (takesInput) input.keep()
    show(
      jobs.submit({
        product,
        request,
        price,
        effectName: effect?.name,
        inputUrl: undefined,
        input: takesInput ? input.image : undefined,
      }),
    )
  }
  const again = ({ request, ...job }: Job) => request && jobs.submit?.({ ...job, request })
  const change = (name: string, value: FieldValue | undefined) =>
    setValues((before) => ({ ...before, [name]: value }))
  const fill = (chosen: Product, entered: Values) => {
    setProduct(chosen)
    setValues(entered)
    document.querySelector<HTMLElement>('.composer')?.scrollIntoView({ behavior: 'smooth', block: 'start' })
    document.querySelector<HTMLElement>('.composer [type=submit]')?.focus({ preventScroll: true })
  }
  const takeImage = async (example: GalleryExample) => {
    const file = addressOf && (await readFile(addressOf(example.input.assetId), example.title))
    if (file !== undefined) input.choose(file)
  }
  const begin = (example: GalleryExample) => {
    fill(example.surface === 'VIDEO' ? 'video.transform' : 'image.transform', example.request)
    return takeImage(example)
  }
  const changeRequest = ({ product: chosen, request: settings = {}, inputUrl }: Job) => {
    const { assetId, ...entered } = settings
    fill(chosen, entered)
    input.clear()
    if (typeof assetId === 'string') input.reuse(assetId, inputUrl)
  }
  const ignored = useRequestLink(client, forms, {
    fill,
    begin: (example) => void begin(example),
    takeImage: (example) => void takeImage(example),
    dropEffect: () => change('effectId', undefined),
  })
  const useAsInput = (file: File) => {
    if (!form.fields.some(({ kind }) => kind === 'input')) setProduct('image.transform')
    input.choose(file)
  }
  return (
    <>
      <Header
        account={service.account}
        month={service.month}
        connection={connection}
        links={settings.links}
        onConnection={() => setIsConnecting(true)}
      />
      <main>
        <Composer
          {...{ forms, form, values, input, service, addressOf, price }}
          isReady={connection === undefined || jobs.submit !== undefined}
          onProduct={setProduct}
          onChange={change}
          onSubmit={submit}
        />
        <section
          id="results"
          className="results"
          ref={results}
          tabIndex={-1}
          aria-label={strings.history.title}
        >
          {ignored.length > 0 && (
            <p className="notice" role="status">
              {strings.share.ignored(ignored.join(', '))}
            </p>
          )}
          {service.problem !== undefined && <Problems problem={service.problem} />}
          {selected !== undefined && client !== undefined && (
            <JobView
              key={selected.key}
              job={selected}
              client={client}
              onAgain={() => show(again(selected))}
              onChange={() => changeRequest(selected)}
              onCode={() => setCodeOf(selected)}
              onUseAsInput={useAsInput}
            />
          )}
          {selected === undefined && (
            <div className="hero">
              <h2>{strings.hero.title}</h2>
              <p>{strings.hero.lead}</p>
              <p className="aside">{strings.history.empty}</p>
            </div>
          )}
          {jobs.list.length > 0 && (
            <JobList jobs={jobs} selectedKey={selected?.key} onSelect={({ key }) => show(key)} />
          )}
          <Gallery examples={service.examples} addressOf={addressOf} onUse={begin} />
        </section>
      </main>
      <p className="unseen" role="status">
        {jobs.announcement}
      </p>
      {isConnecting && (
        <ConnectionDialog
          settings={settings}
          connection={connection}
          onConnect={connect}
          onClose={() => setIsConnecting(false)}
        />
      )}
      {codeOf?.request !== undefined && (
        <CodeDialog
          request={codeOf.request}
          form={formOf(codeOf.product)}
          baseUrl={serviceAddress(connection, settings)}
          onClose={() => setCodeOf(undefined)}
        />
      )}
    </>
  )
}

function formOf(product: Product): Form {
  const form = forms.find((one) => one.product === product)
  if (form === undefined) throw new Error(`the contract has no form for ${product}`)
  return form
}

/** Programs use the service itself, and no page's proxy. */
function serviceAddress(connection: Connection | undefined, settings: PageSettings): string {
  return connection?.kind === 'key' ? connection.baseUrl : (settings.address ?? location.origin)
}

function addressIn(gallery: string): (assetId: string) => string {
  return (assetId) => `${gallery}${encodeURIComponent(assetId)}`
}

async function readFile(address: string, name: string): Promise<File | undefined> {
  const response = await fetch(address).catch(() => undefined)
  if (!response?.ok) return undefined
  const blob = await response.blob()
  return new File([blob], name, { type: blob.type })
}
