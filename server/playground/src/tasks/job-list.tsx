import { useRef, useState } from 'react'
import { Choice } from '../form/choice.tsx'
import { isOutage } from '../page/next-step.ts'
import { Problems } from '../page/problems.tsx'
import { strings } from '../strings.ts'
import { isEnded, type Job, moneyOf, taskOf, timeText, titleOf } from './job.ts'
import { CardStatus } from './job-status.tsx'
import { StarShape } from './star.tsx'
import type { Jobs } from './use-jobs.ts'

interface JobListProps {
  readonly jobs: Pick<Jobs, 'list' | 'search' | 'favourites' | 'readFavourites' | 'history'>
  readonly selectedKey: string | undefined
  readonly onSelect: (job: Job) => void
}

/** All generations as cards, newest first, or the favourites or what is found among them. */
export function JobList({ jobs, selectedKey, onSelect }: JobListProps) {
  const [filter, setFilter] = useState<'all' | 'favourites'>('all')
  const { list, search, favourites, history } = jobs
  const isSearch = search.text.trim() !== ''
  const isAll = filter === 'all' && !isSearch
  const shown = isSearch ? search.found : isAll ? list : favourites
  const { problem, readOlder } = isSearch ? search : history
  const sending = list.filter(({ state }) => state.kind === 'sending')
  const searchWords = search.isRunning ? strings.history.searching : strings.history.notFound
  const choose = (chosen: typeof filter) => {
    setFilter(chosen)
    search.setText('')
    if (chosen === 'favourites') jobs.readFavourites()
  }
  return (
    <section className="history" aria-labelledby="history-title">
      <h2 id="history-title">{strings.history.title}</h2>
      <search className="actions">
        <Choice
          name="history-filter"
          label={strings.history.filter}
          isLabelHidden
          className="chips"
          value={isSearch ? undefined : filter}
          options={[
            { value: 'all', label: strings.history.all },
            { value: 'favourites', label: strings.history.favourites },
          ]}
          onChange={choose}
        />
        <input
          type="search"
          placeholder={strings.history.search}
          aria-label={strings.history.search}
          maxLength={searchCharactersMax}
          value={search.text}
          onChange={({ target }) => search.setText(target.value)}
        />
        {sending.length > 1 && (
          <button type="button" onClick={() => sending.forEach(({ cancel }) => void cancel?.())}>
            {strings.history.stopAll(sending.length)}
          </button>
        )}
      </search>
      {problem !== undefined && !isOutage(problem.code) && <Problems problem={problem} />}
      {shown.length === 0 && !isAll && (
        <p className="aside" role="status">
          {isSearch ? searchWords : strings.history.noFavourites}
        </p>
      )}
      <ul>
        {shown.map((job) => (
          <li key={job.key}>
            <button
              type="button"
              className="card"
              aria-current={job.key === selectedKey}
              data-status={taskOf(job)?.status ?? job.state.kind}
              onClick={() => onSelect(job)}
            >
              <Miniature job={job} />
              {job.product.startsWith('video') && <span className="badge">{strings.gallery.video}</span>}
              <span className="card-title" dir="auto">
                {titleOf(job)}
              </span>
              <span className="card-state">
                <CardStatus job={job} />
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
      {(isAll || isSearch) && readOlder !== undefined && (
        <button type="button" onClick={readOlder}>
          {strings.history.older}
        </button>
      )}
    </section>
  )
}

/** By the contract. */
const searchCharactersMax = 200

function Miniature({ job }: { readonly job: Job }) {
  const isRenewed = useRef(false)
  const renew = () => {
    if (!isRenewed.current) job.retry?.()
    isRenewed.current = true
  }
  const { images, videos } = taskOf(job)?.output ?? {}
  const image = images?.[0]
  const video = videos?.[0]
  const picture = image?.thumbnailUrl ?? video?.thumbnailUrl ?? image?.url
  if (picture !== undefined) return <img src={picture} alt="" loading="lazy" onError={renew} />
  // Without a thumbnail: a moment of the video, not its first frame, which may be dark.
  if (video !== undefined)
    return (
      <video src={`${video.url}#t=1`} muted playsInline preload="metadata" tabIndex={-1} aria-hidden="true" />
    )
  if (job.inputUrl !== undefined) return <img className="miniature" src={job.inputUrl} alt="" />
  return <span className="miniature">{isEnded(job) && strings.history.noResult}</span>
}
