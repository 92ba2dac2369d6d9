import { forms } from 'virtual:contract-forms'
import type { GalleryExample, Product } from '@mediagen/sdk'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { FieldValue } from '../contract/read-forms.ts'
import { isEmpty, requestOf, type Values } from '../contract/request.ts'
import { Composer } from '../form/composer.tsx'
import { isAccepted, refusalOf } from '../form/file-kinds.ts'
import { useInput } from '../form/use-input.ts'
import { usePageFiles } from '../form/use-page-files.ts'
import { addressIn, readFile } from '../gallery/files.ts'
import { Gallery } from '../gallery/gallery.tsx'
import { type Connection, loadConnection, saveConnection } from '../service/connection.ts'
import type { PageSettings } from '../service/settings.ts'
import { useClients } from '../service/use-clients.ts'
import { money, usePrice } from '../service/use-price.ts'
import { useService } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import type { CodeDialog } from '../tasks/code/code-dialog.tsx'
import type { Job } from '../tasks/job.ts'
import { JobList } from '../tasks/job-list.tsx'
import { JobView } from '../tasks/job-view.tsx'
import { useJobs } from '../tasks/use-jobs.ts'
import { useSelectedJob } from '../tasks/use-selected-job.ts'
import { Banner, Notice, type NoticeText } from './banner.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { keepDraft, readDraft } from './draft.ts'
import { formOf, isDemo, presetRatioOf, serviceAddress } from './facts.ts'
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
  const { reach, client, reader } = useClients(connection, settings)
  const service = useService(client, reader)
  const jobs = useJobs(client, connection, service.account, service.refreshMoney)
  const input = useInput(client)
  const [draft] = useState(readDraft)
  const [product, setProduct] = useState<Product>(draft?.product ?? 'image.generate')
  const [values, setValues] = useState<Values>(draft?.values ?? {})
  const [shown, setShown] = useState<{ readonly key: string | undefined }>()
  const [code, setCode] = useState<{ readonly job: Job; readonly Dialog: typeof CodeDialog }>()
  const [notice, setNotice] = useState<NoticeText>()
  const [isSheetOpen, setIsSheetOpen] = useState(isSheetStep)
  const isPhone = useMediaQuery('(max-width: 60rem)')
  const results = useRef<HTMLElement>(null)
  const asked = useRef(new Set<string>())
  /** The input images of this visit, as large as they are; the list keeps small ones. */
  const inputUrls = useRef(new Map<string, string>())

  const form = formOf(product)
  const takesInput = form.fields.some(({ kind }) => kind === 'input')
  const request = requestOf(form, values)
  useEffect(() => keepDraft(product, request))
  const estimate = usePrice(reader, product, request)
  const price = estimate === 'notOffered' ? estimate : estimate && money(estimate.amount, estimate.currency)
  const shortage = useShortage(reader, service.account, estimate)
  const selected = useSelectedJob(jobs, shown?.key)
  // Not before it is known: who comes back would see it for a moment.
  const isNew = connection === undefined || (service.account !== undefined && jobs.history.isRead)
  const { gallery } = settings
  const addressOf = useMemo(() => (gallery === undefined ? undefined : addressIn(gallery)), [gallery])
  const retry = () => {
    service.retry()
    if (jobs.history.problem !== undefined) jobs.history.refresh()
    for (const { key, state, retry: follow } of jobs.list) {
      // An order that may have arrived is asked for again with its own key, which cannot order it twice; once by itself.
      const isAsked = state.kind === 'refused' && state.canAsk && !asked.current.has(key)
      if (isAsked) asked.current.add(key)
      if (isAsked || (state.kind === 'accepted' && isOutage(state.problem?.code))) follow?.()
    }
  }
  const outage = useConnectivity(reach, retry)

  /** The first view does without it. */
  const showCode = (job: Job) =>
    import('../tasks/code/code-dialog.tsx').then(
      ({ CodeDialog }) => setCode({ job, Dialog: CodeDialog }),
      () => setNotice({ text: strings.code.notLoaded }),
    )
  const show = (key: string | undefined) => setShown({ key })
  // Not before it is there: what is put in above would move what is scrolled to.
  useEffect(() => {
    const top = results.current?.getBoundingClientRect().top ?? 0
    // Where it is in view already, the header stays so, too.
    if (shown !== undefined && (top < 0 || top > innerHeight / 3)) results.current?.scrollIntoView()
  }, [shown])
  const showForm = () => {
    if (isPhone) setIsSheetOpen(true)
    else document.querySelector('.composer')?.scrollIntoView({ block: 'nearest' })
    // Nothing that a key presses: what is typed while a form is filled in must not order it.
    const title = isPhone ? '#sheet-title' : '.composer h2'
    document.querySelector<HTMLElement>(title)?.focus({ preventScroll: true })
  }
  const connect = (chosen: Connection | undefined) => {
    saveConnection(chosen, sessionStorage)
    setConnection(chosen)
    setShown(undefined)
  }
  const submit = () => {
    if (!navigator.onLine) return setNotice({ text: strings.connectivity.notSent })
    if (jobs.submit === undefined) return setIsConnecting(true)
    const effect = service.effects?.find(({ id }) => id === request.effectId)
    const sent = takesInput ? input.send() : undefined
    const key = jobs.submit({
      product,
      request,
      price: price === 'notOffered' ? undefined : price,
      effectName: effect?.name,
      inputUrl: undefined,
      input: sent,
    })
    if (sent?.file !== undefined) inputUrls.current.set(key, URL.createObjectURL(sent.file))
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
    if (file !== undefined) input.chooseExample(assetId, file)
  }
  const begin = (example: GalleryExample) => {
    fill(example.surface === 'VIDEO' ? 'video.transform' : 'image.transform', example.request)
    void takeExample(example)
  }
  useRequestLink(reader, forms, {
    ask: (replace) => {
      if (input.image === undefined && isEmpty(values)) return replace()
      const run = () => {
        setNotice(undefined)
        replace()
      }
      setNotice({ text: strings.share.asks, action: { text: strings.share.replace, run } })
    },
    fill,
    begin,
    takeImage: takeExample,
    dropEffect: (effectId) =>
      setValues((before) => (before.effectId === effectId ? { ...before, effectId: undefined } : before)),
    tell: (names) => setNotice({ text: strings.share.ignored(names.join(', ')) }),
  })
  const take = (file: File) => {
    if (!isAccepted(file.type)) return setNotice({ text: refusalOf(file) })
    setNotice(undefined)
    if (client === undefined) return setIsConnecting(true)
    if (!takesInput) setProduct('image.transform')
    input.choose(file)
    // Who is at the form stays there.
    if (!document.activeElement?.closest('.composer')) showForm()
  }
  const edit = ({ product: chosen, request: earlier, inputUrl }: Job) => {
    const { assetId, ...entered } = { ...earlier }
    if (typeof assetId === 'string') input.reuse(assetId, inputUrl)
    fill(chosen, entered)
  }
  const isOver = usePageFiles(take)
  const hasSheet = isPhone && isSheetOpen
  // What is modal covers what is beside it.
  const note = notice !== undefined && <Notice {...notice} onClose={() => setNotice(undefined)} />
  const composer = (
    <Composer
      {...{ forms, form, values, input, service, addressOf, price, shortage }}
      isDemo={isDemo(connection, settings)}
      isProcedural={settings.isProcedural}
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
          {...{ settings, connection }}
          account={service.account}
          month={service.month}
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
