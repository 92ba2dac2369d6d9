import { useRef } from 'react'
import { strings } from '../strings.ts'
import { type Job, moneyOf, statusOf, taskOf, titleOf } from './job.ts'

interface JobListProps {
  readonly jobs: readonly Job[]
  readonly selectedKey: string | undefined
  readonly onSelect: (job: Job) => void
}

/** All generations as cards, newest first. */
export function JobList({ jobs, selectedKey, onSelect }: JobListProps) {
  return (
    <section className="history" aria-labelledby="history-title">
      <h2 id="history-title">{strings.history.title}</h2>
      <ul>
        {jobs.map((job) => (
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
              </span>
            </button>
          </li>
        ))}
      </ul>
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
  return <span className="miniature" />
}
