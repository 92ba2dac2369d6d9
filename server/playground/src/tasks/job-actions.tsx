import { useState } from 'react'
import { type NextStep, nextStepOf } from '../page/next-step.ts'
import type { Problem } from '../service/explain.ts'
import { strings } from '../strings.ts'
import { isEnded, type Job, taskOf } from './job.ts'
import { RequestActions } from './request-actions.tsx'
import { Star } from './star.tsx'

/** What can be done with a generation, wherever its button is. */
export interface JobHandlers {
  /** What it costs to make it again; undefined while that is not known. */
  readonly price: string | undefined
  /** Whether the balance pays for nothing at all. */
  readonly isPenniless: boolean
  readonly onAgain: () => void
  /** Puts its request back into the form. */
  readonly onEdit: () => void
  readonly onConnection: () => void
  readonly onCode: () => void
}

interface JobActionsProps extends JobHandlers {
  readonly job: Job
  readonly problem: Problem | undefined
  /** Undefined before there is a result. */
  readonly onDownload: (() => void) | undefined
  /** Undefined where this device does not share files. */
  readonly onShare: (() => void) | undefined
  readonly onUseAsInput: () => void
  /** Undefined where there is nothing to delete. */
  readonly onDeleteInput: (() => void) | undefined
}

/** The buttons of a generation: one that is meant first, the others quiet. */
export function JobActions(props: JobActionsProps) {
  const { job, problem, price, onDownload, onShare, onUseAsInput, onAgain, onEdit, onCode } = props
  const isVideo = job.product.startsWith('video')
  const isQueued = job.state.kind === 'accepted' && job.state.status === 'QUEUED'
  const isSending = job.state.kind === 'sending'
  const isOffered = ['CANCELLED', 'SUCCEEDED'].includes(taskOf(job)?.status ?? '')
  return (
    <>
      <div className="actions">
        {onDownload !== undefined && (
          <>
            <button type="button" className="primary" onClick={onDownload}>
              {strings.task.download}
            </button>
            {onShare !== undefined && (
              <button type="button" onClick={onShare}>
                {strings.task.share}
              </button>
            )}
            <button type="button" onClick={onUseAsInput}>
              {isVideo ? strings.task.useFrame : strings.task.useAsInput}
            </button>
          </>
        )}
        {(isQueued || isSending) && (
          <button type="button" onClick={job.cancel}>
            {isSending ? strings.task.stop : strings.task.cancel}
          </button>
        )}
        {isOffered && problem === undefined && job.request !== undefined && (
          <button type="button" disabled={props.isPenniless} onClick={onAgain}>
            {strings.task.again} <span className="price">{price}</span>
          </button>
        )}
      </div>
      <div className="actions">
        {job.star !== undefined && <Star isOn={job.isFavourite} onToggle={job.star} />}
        <RequestActions {...{ job, onCode }} onEdit={problem === undefined ? onEdit : undefined} />
        {onDownload !== undefined && job.deleteResult !== undefined && (
          <Deletion
            name={strings.task.deleteResult}
            confirmation={strings.task.deleteForGood}
            onDelete={job.deleteResult}
          />
        )}
        {props.onDeleteInput !== undefined && (
          <Deletion
            name={strings.task.deleteInput}
            confirmation={strings.task.deleteInputForGood}
            onDelete={props.onDeleteInput}
          />
        )}
        {job.remove !== undefined && isEnded(job) && (
          <button type="button" className="quiet" onClick={job.remove}>
            {strings.task.forget}
          </button>
        )}
      </div>
    </>
  )
}

interface DeletionProps {
  readonly name: string
  readonly confirmation: string
  readonly onDelete: () => void
}

/** What deletes a file, once it is confirmed. */
function Deletion({ name, confirmation, onDelete }: DeletionProps) {
  const [isAsking, setIsAsking] = useState(false)
  if (!isAsking)
    return (
      <button type="button" className="quiet" onClick={() => setIsAsking(true)}>
        {name}
      </button>
    )
  return (
    <>
      <button type="button" ref={(button) => button?.focus()} onClick={onDelete}>
        {confirmation}
      </button>
      <button type="button" className="quiet" onClick={() => setIsAsking(false)}>
        {strings.task.keep}
      </button>
    </>
  )
}

/** The button that leads on from what went wrong with a generation. */
export function NextStepButtons({ job, problem, ...handlers }: JobHandlers & { job: Job; problem: Problem }) {
  const { price, isPenniless, onAgain, onEdit, onConnection } = handlers
  if (job.state.kind === 'refused' && job.state.canAsk)
    return (
      <button type="button" className="primary" onClick={job.retry}>
        {strings.task.askAgain}
      </button>
    )
  // Of a task that was ordered elsewhere nobody here knows what to send again.
  if (job.request === undefined) return null
  const step = nextStepOf(problem.code)
  // What helps is money alone.
  if (isPenniless && (step === 'again' || step === 'smaller')) return null
  const runs: Readonly<Record<NextStep, () => void>> = {
    again: onAgain,
    edit: onEdit,
    smaller: onEdit,
    image: onEdit,
    key: onConnection,
  }
  return (
    <button type="button" className="primary" onClick={runs[step]}>
      {words[step]} {step === 'again' && <span className="price">{price}</span>}
    </button>
  )
}

const words = {
  again: strings.task.tryAgain,
  edit: strings.task.edit,
  smaller: strings.task.smaller,
  image: strings.task.otherImage,
  key: strings.task.otherKey,
} as const satisfies Record<NextStep, string>
