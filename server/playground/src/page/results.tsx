import type { Mediagen } from '@mediagen/sdk'
import { useEffect, useRef, useState } from 'react'
import type { FileAddress } from '../gallery/files.ts'
import { Gallery } from '../gallery/gallery.tsx'
import type { Connection } from '../service/connection.ts'
import type { PageSettings } from '../service/settings.ts'
import type { Service } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import type { CodeDialog } from '../tasks/code/code-dialog.tsx'
import type { Job } from '../tasks/job.ts'
import { JobList } from '../tasks/job-list.tsx'
import { JobView } from '../tasks/job-view.tsx'
import type { Jobs } from '../tasks/use-jobs.ts'
import { useSelectedJob } from '../tasks/use-selected-job.ts'
import type { NoticeText } from './banner.tsx'
import { formOf, presetRatioOf, serviceAddress } from './facts.ts'
import { Hero } from './hero.tsx'
import { isOutage } from './next-step.ts'
import { Problems } from './problems.tsx'
import type { Outage } from './use-connectivity.ts'
import type { Filling } from './use-filling.ts'

interface ResultsProps {
  readonly settings: PageSettings
  readonly connection: Connection | undefined
  readonly client: Mediagen | undefined
  readonly service: Service
  readonly jobs: Jobs
  readonly outage: Outage | undefined
  readonly addressOf: FileAddress | undefined
  readonly filling: Filling
  /** The job that was chosen last, anew for each choice. */
  readonly shown: { readonly key: string | undefined } | undefined
  /** The input images of this visit, as large as they are; jobs have small ones. */
  readonly inputUrls: ReadonlyMap<string, string>
  /** Whether the balance pays for nothing at all. */
  readonly isPenniless: boolean
  readonly onShow: (key: string | undefined) => void
  readonly onConnection: () => void
  readonly onNotice: (notice: NoticeText) => void
}

/** What came of the orders: the chosen one large, all of them as a list, and examples to begin with. */
export function Results(props: ResultsProps) {
  const { settings, connection, client, service, jobs, outage, addressOf, shown, filling } = props
  const { onShow, onConnection } = props
  const section = useRef<HTMLElement>(null)
  const [code, setCode] = useState<{ readonly job: Job; readonly Dialog: typeof CodeDialog }>()
  const selected = useSelectedJob(jobs, shown?.key)
  // Not before it is known: who comes back would see it for a moment.
  const isNew = connection === undefined || (service.account !== undefined && jobs.history.isRead)
  // Not before it is there: what is put in above would move what is scrolled to.
  useEffect(() => {
    const top = section.current?.getBoundingClientRect().top ?? 0
    // Where it is in view already, the header stays so, too.
    if (shown !== undefined && (top < 0 || top > innerHeight / 3)) section.current?.scrollIntoView()
  }, [shown])
  const again = ({ request, ...job }: Job) => request && jobs.submit?.({ ...job, request })
  /** The first view does without it. */
  const showCode = (job: Job) =>
    import('../tasks/code/code-dialog.tsx').then(
      ({ CodeDialog }) => setCode({ job, Dialog: CodeDialog }),
      () => props.onNotice({ text: strings.code.notLoaded }),
    )
  return (
    <>
      <section
        id="results"
        className="results"
        ref={section}
        tabIndex={-1}
        aria-label={strings.history.title}
      >
        {service.problem !== undefined && !isOutage(service.problem.code) && (
          <Problems problem={service.problem}>
            <button type="button" onClick={service.retry}>
              {strings.task.tryAgain}
            </button>
            <button type="button" onClick={onConnection}>
              {strings.task.otherKey}
            </button>
          </Problems>
        )}
        {selected !== undefined && client !== undefined && (
          <JobView
            key={selected.key}
            job={selected}
            {...{ client, onConnection }}
            account={service.account}
            inputUrl={props.inputUrls.get(selected.key) ?? selected.inputUrl}
            presetRatio={presetRatioOf(selected, service.effects)}
            isPenniless={props.isPenniless}
            onAgain={() => onShow(again(selected))}
            onEdit={() => filling.edit(selected)}
            onCode={() => showCode(selected)}
            onUseAsInput={filling.take}
          />
        )}
        {connection === undefined && (
          <div className="no-key">
            <p>{strings.connection.ask}</p>
            <button type="button" className="primary" onClick={onConnection}>
              {strings.connection.enter}
            </button>
          </div>
        )}
        {selected === undefined && (isNew || outage !== undefined) && (
          <Hero examples={service.examples} {...{ addressOf }} onUse={filling.begin} />
        )}
        {jobs.list.length > 0 && (
          <JobList jobs={jobs} selectedKey={selected?.key} onSelect={({ key }) => onShow(key)} />
        )}
        <Gallery examples={service.examples} addressOf={addressOf} onUse={filling.begin} />
      </section>
      {code?.job.request !== undefined && (
        <code.Dialog
          request={code.job.request}
          form={formOf(code.job.product)}
          baseUrl={serviceAddress(connection, settings)}
          onClose={() => setCode(undefined)}
        />
      )}
    </>
  )
}
