import type { Mediagen, ResultFile } from '@mediagen/sdk'
import { useEffect, useRef, useState } from 'react'
import { frameOf } from '../form/thumbnail.ts'
import { Problems } from '../page/problems.tsx'
import { explain, explainTask, type Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'
import { isEnded, type Job, moneyOf, statusOf, taskOf, titleOf } from './job.ts'
import { RequestActions } from './request-actions.tsx'
import { downloadResult, resultBlob } from './save-result.ts'
import { Star } from './star.tsx'

interface JobViewProps {
  readonly job: Job
  readonly client: Mediagen
  readonly onAgain: () => void
  /** Loads the request into the form. */
  readonly onChange: () => void
  readonly onCode: () => void
  readonly onUseAsInput: (file: File) => void
}

/** One generation, large: its result beside its input, what it cost, and what can be done with it. */
export function JobView(props: JobViewProps) {
  const { job, client } = props
  const [problem, setProblem] = useState<Problem>()
  const video = useRef<HTMLVideoElement>(null)
  const isRenewed = useRef(false)
  const task = taskOf(job)
  const file = task?.output?.images?.[0] ?? task?.output?.videos?.[0]
  const failure = job.state.kind === 'refused' ? job.state.problem : task && explainTask(task)
  const following = job.state.kind === 'accepted' ? job.state.problem : undefined
  const attempt = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    work().catch((error: unknown) => setProblem(explain(error)))
  }
  // Once: a file that is gone would be asked for without end.
  const renew = () => {
    if (!isRenewed.current) job.retry?.()
    isRenewed.current = true
  }
  const useAsInput = async () => {
    const frame = video.current === null ? undefined : await frameOf(video.current)
    if (video.current !== null && frame === undefined) throw new Error(strings.task.noFile)
    const blob = frame ?? (await resultBlob(client, job))
    props.onUseAsInput(frame ?? new File([blob], 'result', { type: blob.type }))
  }
  return (
    <article className="job" aria-label={titleOf(job)} data-status={task?.status ?? job.state.kind}>
      <div className={job.inputUrl === undefined ? 'images' : 'images pair'}>
        {job.inputUrl !== undefined && (
          <figure className="input">
            <img src={job.inputUrl} alt={strings.input.alt} />
            <figcaption>{strings.task.before}</figcaption>
          </figure>
        )}
        {(file !== undefined || !isEnded(job)) && (
          <figure className="output">
            {file === undefined ? (
              <Placeholder job={job} />
            ) : (
              <Result key={file.url} file={file} video={video} job={job} onStale={renew} />
            )}
            {job.inputUrl !== undefined && file !== undefined && (
              <figcaption>{strings.task.after}</figcaption>
            )}
          </figure>
        )}
      </div>
      <div className="facts">
        <p className="prompt" dir="auto">
          {titleOf(job)}
        </p>
        <p className="aside">
          <span className="status">{statusOf(job)}</span>
          <Elapsed job={job} />
          {moneyOf(job) !== undefined && <span className="money">{moneyOf(job)}</span>}
        </p>
      </div>
      {failure !== undefined && <Problems problem={failure} />}
      {task?.status === 'CANCELLED' && <p className="aside">{strings.task.cancelled}</p>}
      {following !== undefined && <Problems problem={following} />}
      {problem !== undefined && <Problems problem={problem} />}
      <div className="actions">
        {file !== undefined && (
          <button
            type="button"
            className="primary"
            onClick={() => attempt(() => downloadResult(client, job))}
          >
            {strings.task.download}
          </button>
        )}
        {file !== undefined && (
          <button type="button" onClick={() => attempt(useAsInput)}>
            {file.contentType.startsWith('video') ? strings.task.useFrame : strings.task.useAsInput}
          </button>
        )}
        {job.state.kind === 'accepted' && job.state.status === 'QUEUED' && (
          <button type="button" onClick={job.cancel}>
            {strings.task.cancel}
          </button>
        )}
        {job.state.kind === 'refused' && job.state.canAsk && (
          <button type="button" className="primary" onClick={job.retry}>
            {strings.task.askAgain}
          </button>
        )}
        {job.request !== undefined && isEnded(job) && !(job.state.kind === 'refused' && job.state.canAsk) && (
          <button type="button" onClick={props.onAgain}>
            {strings.task.again}
          </button>
        )}
        <RequestActions job={job} onChange={props.onChange} onCode={props.onCode} />
        {job.star !== undefined && <Star isOn={job.isFavourite} onToggle={job.star} />}
        {job.remove !== undefined && isEnded(job) && (
          <button type="button" className="quiet" onClick={job.remove}>
            {strings.task.forget}
          </button>
        )}
      </div>
    </article>
  )
}

interface ResultProps {
  readonly file: ResultFile
  readonly job: Job
  readonly video: React.RefObject<HTMLVideoElement | null>
  /** Called when the file does not load: its link may have run out. */
  readonly onStale: () => void
}

function Result({ file, job, video, onStale }: ResultProps) {
  const [isLost, setIsLost] = useState(false)
  const lose = () => {
    setIsLost(true)
    onStale()
  }
  if (isLost) return <p className="placeholder">{strings.task.noFile}</p>
  const alt = strings.task.alt(titleOf(job))
  if (!file.contentType.startsWith('video')) return <img src={file.url} alt={alt} onError={lose} />
  // Without CORS of its own a video is shown all the same, only its frames cannot be taken.
  return (
    <video
      ref={video}
      src={file.url}
      aria-label={alt}
      controls
      autoPlay
      muted
      loop
      playsInline
      onError={lose}
    />
  )
}

function Placeholder({ job }: { readonly job: Job }) {
  return (
    <div className="placeholder running" style={{ aspectRatio: ratioOf(job) }}>
      <span>{statusOf(job)}</span>
    </div>
  )
}

/** The shape of what will be there, so that nothing moves when it is. */
function ratioOf({ request, product }: Job): string {
  const aspectRatio = request?.aspectRatio
  if (typeof aspectRatio === 'string' && /^\d+:\d+$/.test(aspectRatio)) return aspectRatio.replace(':', ' / ')
  return product === 'video.generate' ? '16 / 9' : '1'
}

/** The seconds that a generation has taken so far; every second while it goes on. */
function Elapsed({ job }: { readonly job: Job }) {
  const [nowMs, setNowMs] = useState(Date.now)
  const task = taskOf(job)
  const isRunning = !isEnded(job)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  if (!isRunning && task?.completedAt == null) return null
  const endMs = task?.completedAt == null ? nowMs : Date.parse(task.completedAt)
  const seconds = Math.max(0, Math.round((endMs - Date.parse(task?.createdAt ?? job.createdAt)) / 1000))
  return <span className="elapsed">{strings.task.seconds(seconds)}</span>
}
