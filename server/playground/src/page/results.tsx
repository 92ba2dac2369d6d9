import type { Mediagen } from '@mediagen/sdk'
import { useEffect, useRef } from 'react'
import type { FileAddress } from '../gallery/files.ts'
import { Gallery } from '../gallery/gallery.tsx'
import type { Connection } from '../service/connection.ts'
import type { Service } from '../service/use-service.ts'
import { strings } from '../strings.ts'
import type { Job } from '../tasks/job.ts'
import { JobList } from '../tasks/job-list.tsx'
import { JobView } from '../tasks/job-view.tsx'
import type { Jobs } from '../tasks/use-jobs.ts'
import { useSelectedJob } from '../tasks/use-selected-job.ts'
import { presetRatioOf } from './facts.ts'
import { Hero } from './hero.tsx'
import { isOutage } from './next-step.ts'
import { Problems } from './problems.tsx'
import type { Outage } from './use-connectivity.ts'
import type { Filling } from './use-filling.ts'

interface ResultsProps {
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
  readonly onCode: (job: Job) => void
}

/** What came of the orders: the chosen one large, all of them as a list, and examples to begin with. */
export function Results(props: ResultsProps) {
  const { connection, client, service, jobs, outage, addressOf, shown, filling } = props
  const { onShow, onConnection, onCode } = props
  const section = useRef<HTMLElement>(null)
  const selected = useSelectedJob(jobs, shown?.key)
  // Not before it is known: who comes back would see it for a moment.
  const isNew = connection === undefined || (service.account !== undefined && jobs.history.isRead)
  // Nor what stands below it, which it would push down.
  const isSettled = isNew || selected !== undefined || outage !== undefined || service.problem !== undefined
  // Not before it is there: what is put in above would move what is scrolled to.
  useEffect(() => {
    const top = section.current?.getBoundingClientRect().top ?? 0
    // Where it is in view already, the header stays so, too.
    if (shown !== undefined && (top < 0 || top > innerHeight / 3)) section.current?.scrollIntoView()
  }, [shown])
  const again = ({ request, ...job }: Job) => request && jobs.submit?.({ ...job, request })
  return (
    <section id="results" className="results" ref={section} tabIndex={-1} aria-label={strings.results}>
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
          onCode={() => onCode(selected)}
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
      {isSettled && <Gallery examples={service.examples} addressOf={addressOf} onUse={filling.begin} />}
    </section>
  )
}
