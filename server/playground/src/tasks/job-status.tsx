import { useContext, useEffect, useRef, useState } from 'react'
import { RateLimit } from '../service/rate-limit.ts'
import { strings } from '../strings.ts'
import { isEnded, type Job, moneyOf, statusOf, taskOf } from './job.ts'

/** A task takes long from this many times its usual time on, which half of all tasks exceed. */
const longFactor = 2

/** Where a generation stands, to the second, and what has become of its price. */
export function JobStatus({ job }: { readonly job: Job }) {
  const nowMs = useNow(!isEnded(job))
  const limited = useLimit(job, nowMs)
  const startedMs = useStart(job)
  const money = moneyOf(job)
  const task = taskOf(job)
  // Of what is not known nothing is said.
  const usualMs = 1000 * (task?.usualSeconds ?? NaN)
  const isSlow = nowMs - Date.parse(job.createdAt) > longFactor * usualMs
  const progress = task?.progress
  return (
    <>
      <p className="standing">
        <span className="status">{limited ?? wordsOf(job, nowMs - startedMs)}</span>
        {money !== undefined && <span className="money">{money}</span>}
      </p>
      {progress !== undefined && <progress max={100} value={progress} aria-label={strings.task.progress} />}
      {task?.status === 'PROCESSING' && (
        <p className="aside">
          {usualMs > 0 && `${strings.task.usual(timeOf(usualMs, 0))} `}
          {strings.task.started}
        </p>
      )}
      {isSlow && <p className="aside">{strings.task.slow}</p>}
    </>
  )
}

/** Where a generation stands, on its card. */
export function CardStatus({ job }: { readonly job: Job }) {
  return useLimit(job, useNow(job.state.kind === 'sending')) ?? statusOf(job)
}

/** Why an order is not sent yet, and how long; undefined where nothing holds it back. */
function useLimit({ state }: Job, nowMs: number): string | undefined {
  const limitedMs = useContext(RateLimit).current - nowMs
  return state.kind === 'sending' && limitedMs > 0 ? strings.task.limited(timeOf(limitedMs, 0)) : undefined
}

function wordsOf(job: Job, renderedMs: number): string {
  const { status, startedAt, completedAt } = taskOf(job) ?? {}
  if (startedAt == null) return statusOf(job)
  if (status === 'PROCESSING') return strings.task.rendering(timeOf(Math.max(0, renderedMs), 0))
  if (status !== 'SUCCEEDED' || completedAt == null) return statusOf(job)
  return strings.task.doneIn(timeOf(Date.parse(completedAt) - Date.parse(startedAt), 1))
}

/**
 * When its rendering began, by the page's own clock if the page saw it begin, else by the service's, which may
 * differ. Without a start it has no meaning.
 */
function useStart(job: Job): number {
  const task = taskOf(job)
  const seen = useRef<{ status: string | undefined; startedMs?: number }>({ status: task?.status })
  if (task?.status !== seen.current.status) {
    const isStart = task?.status === 'PROCESSING' && seen.current.status === 'QUEUED'
    seen.current = { status: task?.status, ...(isStart && { startedMs: Date.now() }) }
  }
  return seen.current.startedMs ?? Date.parse(task?.startedAt ?? job.createdAt)
}

function timeOf(ms: number, digits: number): string {
  if (ms < 59_500) return strings.task.seconds((ms / 1000).toFixed(digits))
  const seconds = Math.round(ms / 1000)
  return strings.task.minutes(Math.floor(seconds / 60), seconds % 60)
}

/** The page's clock, by the second while something is under way. */
function useNow(isRunning: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isRunning])
  return nowMs
}
