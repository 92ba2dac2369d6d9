import { useRef, useState } from 'react'
import { Choice } from '../form/choice.tsx'
import { isOutage } from '../page/next-step.ts'
import { Problems } from '../page/problems.tsx'
import { strings } from '../strings.ts'
import { isEnded, type Job, moneyOf, statusOf, taskOf, timeText, titleOf } from './job.ts'
import { StarShape } from './star.tsx'
import type { Jobs } from './use-jobs.ts'

interface JobListProps {
  readonly jobs: Pick<Jobs, 'list' | 'favourites' | 'readFavourites' | 'history'>
  readonly selectedKey: string | undefined
  readonly onSelect: (job: Job) => void
}

/** All generations as cards, newest first, or the favourites among them. */
export function JobList({ jobs, selectedKey, onSelect }: JobListProps) {
  const [filter, setFilter] = useState<'all' | 'favourites'>('all')
  const { list, favourites, history } = jobs
  const isAll = filter === 'all'
  const choose = (chosen: typeof filter) => {
    setFilter(chosen)
    if (chosen === 'favourites') jobs.readFavourites()
  }
  return (
    <section className="history" aria-labelledby="history-title">
      <h2 id="history-title">{strings.history.title}</h2>
      <Choice
        name="history-filter"
        label={strings.history.filter}
        isLabelHidden
        className="chips"
        value={filter}
        options={[
          { value: 'all', label: strings.history.all },
          { value: 'favourites', label: strings.history.favourites },
        ]}
        onChange={choose}
      />
      {history.problem !== undefined && !isOutage(history.problem.code) && (
        <Problems problem={history.problem} />
      )}
      {!isAll && favourites.length === 0 && <p className="aside">{strings.history.noFavourites}</p>}
      <ul>
        {(isAll ? list : favourites).map((job) => (
          <li key={job.key}>
            <button
              type="button"
              className="card"
              aria-current={job.key === selectedKey}
              data-status={taskOf(job)?.status ?? job.state.kind}
              onClick={() => onSelect(job)}
            >
              <Miniature job={job} />
              <span className="card-title" dir="auto">
                {titleOf(job)}
              </span>
              <span className="card-state">
                {statusOf(job)}
                <span>{moneyOf(job)}</span>
                <time dateTime={job.createdAt}>{timeText(job.createdAt)}</time>
              </span>
              {job.isFavourite === true && (
                <span className="favourite">
                  <StarShape />
                  <span className="unseen">{strings.history.favourite}</span>
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {isAll && history.readOlder !== undefined && (
        <button type="button" onClick={history.readOlder}>
          {strings.history.older}
        </button>
      )}
    </section>
  )
}

function Miniature({ job }: { readonly job: Job }) {
  const isRenewed = useRef(false)
  const renew = () => {
    if (!isRenewed.current) job.retry?.()
    isRenewed.current = true
  }
  const { images, videos } = taskOf(job)?.output ?? {}
  const image = images?.[0]
  const video = videos?.[0]
  if (image !== undefined) return <img src={image.url} alt="" loading="lazy" onError={renew} />
  // A moment of the video, not its first frame, which may be dark.
  if (video !== undefined)
    return (
      <video src={`${video.url}#t=1`} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" />
    )
  if (job.inputUrl !== undefined) return <img className="miniature" src={job.inputUrl} alt="" />
  return <span className="miniature">{isEnded(job) && strings.history.noResult}</span>
}
