import { forms } from 'virtual:contract-forms'
import type { GalleryExample, Product } from '@mediagen/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValue } from '../contract/read-forms.ts'
import { requestOf, type Values } from '../contract/request.ts'
import { Composer } from '../form/composer.tsx'
import { isAccepted, refusalOf } from '../form/file-kinds.ts'
import { useInput } from '../form/use-input.ts'
import { usePageFiles } from '../form/use-page-files.ts'
import { addressIn, readFile } from '../gallery/files.ts'
import { Gallery } from '../gallery/gallery.tsx'
import {
  type Connection,
  createClient,
  loadConnection,
  publicConnection,
  saveConnection,
} from '../service/connection.ts'
import { createReach } from '../service/reach.ts'
import type { PageSettings } from '../service/settings.ts'
import { money, usePrice } from '../service/use-price.ts'
import { useService } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import type { CodeDialog } from '../tasks/code/code-dialog.tsx'
import type { Job } from '../tasks/job.ts'
import { JobList } from '../tasks/job-list.tsx'
import { JobView } from '../tasks/job-view.tsx'
import { useJobs } from '../tasks/use-jobs.ts'
import { Banner, Notice } from './banner.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { formOf, presetRatioOf, serviceAddress } from './facts.ts'
import { Header } from './header.tsx'
import { Hero } from './hero.tsx'
import { MakeBar } from './make-bar.tsx'
import { isOutage } from './next-step.ts'
import { ErrorPages, Problems } from './problems.tsx'
import { isSheetStep, leaveSheet, Sheet } from './sheet.tsx'
import { useConnectivity } from './use-connectivity.ts'
import { useMediaQuery } from './use-media-query.ts'
import { useRequestLink } from './use-request-link.ts'
import { useShortage } from './use-shortage.ts'

/** The playground: what to make on one side, what came of it on the other; on a phone the form is a sheet. */
export function App({ settings }: { readonly settings: PageSettings }) {
  const [connection, setConnection] = useState(() => loadConnection(settings, location, sessionStorage))
  const [isConnecting, setIsConnecting] = useState(false)
  const reach = useMemo(() => connection && createReach(connection.baseUrl), [connection])
  const client = useMemo(() => connection && createClient(connection, reach), [connection, reach])
  // Effects, examples and prices are public.
  const reader = useMemo(
    () => client ?? createClient(publicConnection(settings, location)),
    [client, settings],
  )
  const service = useService(client, reader)
  const jobs = useJobs(client, connection, service.account, service.refreshMoney)
  const input = useInput(client)
  const [product, setProduct] = useState<Product>('image.generate')
  const [values, setValues] = useState<Values>({})
  const [shown, setShown] = useState<{ readonly key: string | undefined }>()
  const [code, setCode] = useState<{ readonly job: Job; readonly Dialog: typeof CodeDialog }>()
  const [notice, setNotice] = useState<string>()
  const [isSheetOpen, setIsSheetOpen] = useState(isSheetStep)
  const isPhone = useMediaQuery('(max-width: 60rem)')
  const results = useRef<HTMLElement>(null)
  /** The input images of this visit, as large as they are; the list keeps small ones. */
  const inputUrls = useRef(new Map<string, string>())

  const form = formOf(product)
  const takesInput = form.fields.some(({ kind }) => kind === 'input')
  const request = requestOf(form, values)
  const estimate = usePrice(reader, product, request)
  const price = estimate === 'notOffered' ? estimate : estimate && money(estimate.amount, estimate.currency)
  const shortage = useShortage(reader, service.account, estimate)
  const selected = [...jobs.list, ...jobs.favourites].find(({ key }) => key === shown?.key) ?? jobs.list[0]
  // Not before it is known: who comes back would see it for a moment.
  const isNew = connection === undefined || (service.account !== undefined && jobs.history.isRead)
  const { gallery } = settings
  const addressOf = useMemo(() => (gallery === undefined ? undefined : addressIn(gallery)), [gallery])
  const retry = () => {
    service.retry()
    if (jobs.history.problem !== undefined) jobs.history.refresh()
    for (const { state, retry: follow } of jobs.list)
      if (state.kind === 'accepted' && isOutage(state.problem?.code)) follow?.()
  }
  const outage = useConnectivity(reach, retry)

  /** The first view does without it. */
  const showCode = (job: Job) =>
    import('../tasks/code/code-dialog.tsx').then(
      ({ CodeDialog }) => setCode({ job, Dialog: CodeDialog }),
      () => setNotice(strings.code.notLoaded),
    )
  const show = (key: string | undefined) => setShown({ key })
  // Not before it is there: what is put in above would move what is scrolled to.
  useEffect(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0
    // Where it is in view already, the header stays so, too.
    if (shown !== undefined && (top < 0 || top > innerHeight / 3)) results.current?.scrollIntoView()
  }, [shown])
  const showForm = () => {
    if (isPhone) return setIsSheetOpen(true)
    document.querySelector('.composer')?.scrollIntoView({ block: 'nearest' })
    document.querySelector<HTMLElement>('.composer [type=submit]')?.focus({ preventScroll: true })
  }
  const connect = (chosen: Connection | undefined) => {
    saveConnection(chosen, sessionStorage)
    setConnection(chosen)
    setShown(undefined)
  }
  const submit = () => {
    if (jobs.submit === undefined) return setIsConnecting(true)
    const effect = service.effects?.find(({ id }) => id === request.effectId)
    const image = takesInput ? input.image : undefined
    if (takesInput) input.keep()
    const key = jobs.submit({
      product,
      request,
      price: price === 'notOffered' ? undefined : price,
      effectName: effect?.name,
      inputUrl: undefined,
      input: image,
    })
    if (image?.file !== undefined) inputUrls.current.set(key, URL.createObjectURL(image.file))
    leaveSheet()
    show(key)
  }
  const again = ({ request, ...job }: Job) => request && jobs.submit?.({ ...job, request })
  const change = (name: string, value: FieldValue | undefined) =>
    setValues((before) => ({ ...before, [name]: value }))
  const fill = (chosen: Product, entered: Values) => {
    setProduct(chosen)
    setValues(entered)
    showForm()
  }
  const takeExample = async ({ input: { assetId }, title }: GalleryExample) => {
    const file = addressOf && (await readFile(addressOf(assetId), title))
    if (file !== undefined) input.choose(file)
  }
  const begin = (example: GalleryExample) => {
    fill(example.surface === 'VIDEO' ? 'video.transform' : 'image.transform', example.request)
    void takeExample(example)
  }
  useRequestLink(reader, forms, {
    fill,
    begin,
    takeImage: takeExample,
    dropEffect: (effectId) =>
      setValues((before) => (before.effectId === effectId ? { ...before, effectId: undefined } : before)),
    tell: (names) => setNotice(strings.share.ignored(names.join(', '))),
  })
  const take = (file: File) => {
    if (!isAccepted(file.type)) return setNotice(refusalOf(file))
    setNotice(undefined)
    if (client === undefined) return setIsConnecting(true)
    if (!takesInput) setProduct('image.transform')
    input.choose(file)
    showForm()
  }
  const edit = ({ product: chosen, request: earlier, inputUrl }: Job) => {
    const { assetId, ...entered } = { ...earlier }
    if (typeof assetId === 'string') input.reuse(assetId, inputUrl)
    fill(chosen, entered)
  }
  const isOver = usePageFiles(take)
  const hasSheet = isPhone && isSheetOpen
  // What is modal covers what is beside it.
  const note = notice !== undefined && <Notice text={notice} onClose={() => setNotice(undefined)} />
  const composer = (
    <Composer
      {...{ forms, form, values, input, service, addressOf, price, shortage }}
      isReady={connection === undefined || jobs.submit !== undefined}
      onProduct={setProduct}
      onChange={change}
      onFile={take}
      onSubmit={submit}
    />
  )
  return (
    <ErrorPages value={settings.links.some(({ path }) => path === '/docs/') ? '/docs/errors/' : undefined}>
      <Header
        account={service.account}
        month={service.month}
        connection={connection}
        links={settings.links}
        onConnection={() => setIsConnecting(true)}
      />
      {outage !== undefined && <Banner outage={outage} onRetry={retry} />}
      <main>
        {!isPhone && composer}
        <section
          id="results"
          className="results"
          ref={results}
          tabIndex={-1}
          aria-label={strings.history.title}
        >
          {service.problem !== undefined && !isOutage(service.problem.code) && (
            <Problems problem={service.problem}>
              <button type="button" onClick={service.retry}>
                {strings.task.tryAgain}
              </button>
              <button type="button" onClick={() => setIsConnecting(true)}>
                {strings.task.otherKey}
              </button>
            </Problems>
          )}
          {selected !== undefined && client !== undefined && (
            <JobView
              key={selected.key}
              job={selected}
              client={client}
              account={service.account}
              inputUrl={inputUrls.current.get(selected.key) ?? selected.inputUrl}
              presetRatio={presetRatioOf(selected, service.effects)}
              isPenniless={shortage === 'all'}
              onAgain={() => show(again(selected))}
              onEdit={() => edit(selected)}
              onConnection={() => setIsConnecting(true)}
              onCode={() => showCode(selected)}
              onUseAsInput={take}
            />
          )}
          {connection === undefined && (
            <div className="no-key">
              <p>{strings.connection.ask}</p>
              <button type="button" className="primary" onClick={() => setIsConnecting(true)}>
                {strings.connection.enter}
              </button>
            </div>
          )}
          {selected === undefined && (isNew || outage !== undefined) && (
            <Hero examples={service.examples} {...{ addressOf }} onUse={begin} />
          )}
          {jobs.list.length > 0 && (
            <JobList jobs={jobs} selectedKey={selected?.key} onSelect={({ key }) => show(key)} />
          )}
          <Gallery examples={service.examples} addressOf={addressOf} onUse={begin} />
        </section>
      </main>
      {isPhone && <MakeBar onOpen={() => setIsSheetOpen(true)} onFile={take} />}
      {hasSheet && (
        <Sheet onClose={() => setIsSheetOpen(false)}>
          {note}
          {composer}
        </Sheet>
      )}
      {isOver && <p className="drop-page">{strings.input.release}</p>}
      {!hasSheet && note}
      <p className="unseen" role="status">
        {outage === undefined ? jobs.announcement : strings.connectivity[outage]}
      </p>
      {isConnecting && (
        <ConnectionDialog
          settings={settings}
          connection={connection}
          onConnect={connect}
          onClose={() => setIsConnecting(false)}
        />
      )}
      {code?.job.request !== undefined && (
        <code.Dialog
          request={code.job.request}
          form={formOf(code.job.product)}
          baseUrl={serviceAddress(connection, settings)}
          onClose={() => setCode(undefined)}
        />
      )}
    </ErrorPages>
  )
}
