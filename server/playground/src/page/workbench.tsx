import { forms } from 'virtual:contract-forms'
import type { Mediagen } from '@mediagen/sdk'
import { useMemo, useRef, useState } from 'react'
import { Composer } from '../form/composer.tsx'
import { useRequestForm } from '../form/use-request-form.ts'
import { addressIn } from '../gallery/files.ts'
import type { Connection } from '../service/connection.ts'
import type { PageSettings } from '../service/settings.ts'
import { money, usePrice } from '../service/use-price.ts'
import type { Service } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import type { Job } from '../tasks/job.ts'
import type { Jobs } from '../tasks/use-jobs.ts'
import { Notice, type NoticeText } from './banner.tsx'
import { formOf, isDemo, serviceAddress } from './facts.ts'
import { later } from './later.tsx'
import { MakeBar } from './make-bar.tsx'
import { Results } from './results.tsx'
import { leaveSheet, Sheet } from './sheet.tsx'
import type { Outage } from './use-connectivity.ts'
import { useFilling } from './use-filling.ts'
import { useFormPlace } from './use-form-place.ts'
import { useShortage } from './use-shortage.ts'

const CodeDialog = later(async () => (await import('../tasks/code/code-dialog.tsx')).CodeDialog)

interface WorkbenchProps {
  readonly settings: PageSettings
  readonly connection: Connection | undefined
  readonly client: Mediagen | undefined
  readonly reader: Mediagen
  readonly service: Service
  readonly jobs: Jobs
  readonly outage: Outage | undefined
  readonly onConnection: () => void
}

/** What to make on one side, what came of it on the other; on a phone the form is a sheet. */
export function Workbench(props: WorkbenchProps) {
  const { settings, connection, client, reader, service, jobs, onConnection } = props
  const entered = useRequestForm(client)
  const { form, values, input, request } = entered
  const place = useFormPlace()
  const [notice, setNotice] = useState<NoticeText>()
  const [code, setCode] = useState<Pick<Job, 'product' | 'request'>>()
  const [chosen, setChosen] = useState<{ readonly key: string | undefined; readonly of: unknown }>()
  // That of another account is over.
  const shown = chosen?.of === connection ? chosen : undefined
  const inputUrls = useRef(new Map<string, string>())
  const estimate = usePrice(reader, form.product, request)
  const price = estimate === 'notOffered' ? estimate : estimate && money(estimate.amount, estimate.currency)
  const shortage = useShortage(reader, service.account, estimate)
  const { gallery } = settings
  const addressOf = useMemo(() => (gallery === undefined ? undefined : addressIn(gallery)), [gallery])
  const filling = useFilling(entered, {
    ...{ client, reader, addressOf, onConnection },
    showForm: place.show,
    onNotice: setNotice,
  })

  const show = (key: string | undefined) => setChosen({ key, of: connection })
  const submit = () => {
    if (!navigator.onLine) return setNotice({ text: strings.connectivity.notSent })
    if (jobs.submit === undefined) return onConnection()
    const sent = entered.takesInput ? input.send() : undefined
    const key = jobs.submit({
      product: form.product,
      request,
      price: price === 'notOffered' ? undefined : price,
      inputUrl: undefined,
      input: sent,
    })
    if (sent?.file !== undefined) inputUrls.current.set(key, URL.createObjectURL(sent.file))
    leaveSheet()
    show(key)
  }
  // What is modal covers what is beside it.
  const note = notice !== undefined && <Notice {...notice} onClose={() => setNotice(undefined)} />
  const composer = (
    <Composer
      {...{ forms, form, values, input, service, addressOf, price, shortage }}
      isDemo={isDemo(connection, settings)}
      isProcedural={settings.isProcedural}
      isReady={connection === undefined || jobs.submit !== undefined}
      onProduct={entered.choose}
      onChange={entered.change}
      onFile={filling.take}
      onCode={() => setCode({ product: form.product, request })}
      onSubmit={submit}
    />
  )
  return (
    <>
      <main>
        {!place.isPhone && composer}
        <Results
          {...{ connection, client, service, jobs, addressOf, shown, filling, onConnection }}
          outage={props.outage}
          inputUrls={inputUrls.current}
          isPenniless={shortage === 'all'}
          onShow={show}
          onCode={setCode}
        />
        {place.isPhone && <MakeBar onOpen={place.open} onFile={filling.take} />}
      </main>
      {place.hasSheet && (
        <Sheet onClose={place.close}>
          {note}
          {composer}
        </Sheet>
      )}
      {filling.isFileOver && <p className="drop-page">{strings.input.release}</p>}
      {!place.hasSheet && note}
      {code?.request !== undefined && (
        <CodeDialog
          request={code.request}
          form={formOf(code.product)}
          baseUrl={serviceAddress(connection, settings)}
          onClose={() => setCode(undefined)}
        />
      )}
    </>
  )
}
