import type { Account, Mediagen } from '@mediagen/sdk'
import { useContext, useRef, useState } from 'react'
import { frameOf } from '../form/thumbnail.ts'
import { AccountId } from '../page/account-id.tsx'
import { isOutage } from '../page/next-step.ts'
import { Problems } from '../page/problems.tsx'
import { Retention, resultKept } from '../page/retention.ts'
import { explain, explainTask, type Problem } from '../service/explain.ts'
import { isTooDear, money, usePrice } from '../service/use-price.ts'
import { strings } from '../strings.ts'
import { factsOf, isEnded, type Job, type ResultSize, taskOf, titleOf } from './job.ts'
import { JobActions, type JobHandlers, NextStepButtons } from './job-actions.tsx'
import { JobStatus } from './job-status.tsx'
import { ResultFrame } from './result-frame.tsx'
import { canShare, downloadResult, resultBlob, shareResult } from './save-result.ts'

interface JobViewProps extends Omit<JobHandlers, 'price'> {
  readonly job: Job
  readonly client: Mediagen
  readonly account: Account | undefined
  /** The image that it began with. */
  readonly inputUrl: string | undefined
  /** The shape that its effect presets. */
  readonly presetRatio: string | undefined
  readonly onUseAsInput: (file: File) => void
}

/** One generation, large: its result, where it stands, what it cost, and what can be done with it. */
export function JobView(props: JobViewProps) {
  const { job, client, account, inputUrl, presetRatio, onUseAsInput, ...others } = props
  const [problem, setProblem] = useState<Problem>()
  const [size, setSize] = useState<ResultSize>()
  const retention = useContext(Retention)
  // Today's, which need not be what it has cost.
  const estimate = usePrice(job.request && client, job.product, job.request ?? {})
  const price =
    estimate === undefined || estimate === 'notOffered'
      ? undefined
      : money(estimate.amount, estimate.currency)
  const handlers = { ...others, price }
  const video = useRef<HTMLVideoElement>(null)
  const task = taskOf(job)
  const file = task?.output?.images?.[0] ?? task?.output?.videos?.[0]
  const failure = job.state.kind === 'refused' ? job.state.problem : task && explainTask(task)
  const following = job.state.kind === 'accepted' ? job.state.problem : undefined
  // By its owner or after its time, which is no fault of anything.
  const isRemoved = task?.output?.removed !== undefined
  const isShort = failure?.code === 'INSUFFICIENT_BALANCE'
  const keptSince = file !== undefined && task?.status === 'SUCCEEDED' ? task.completedAt : undefined
  const { deleteInput } = job
  const attempt = (work: () => Promise<unknown>) => {
    setProblem(undefined)
    work().catch((error: unknown) => setProblem(explain(error)))
  }
  const useAsInput = async () => {
    const frame = video.current === null ? undefined : await frameOf(video.current)
    if (video.current !== null && frame === undefined) throw new Error(strings.task.noFile)
    const blob = frame ?? (await resultBlob(client, job))
    onUseAsInput(frame ?? new File([blob], 'result', { type: blob.type }))
  }
  return (
    <article className="job" aria-label={titleOf(job)} data-status={task?.status ?? job.state.kind}>
      {(file !== undefined || !isEnded(job)) && (
        <ResultFrame {...{ job, file, inputUrl, presetRatio, video, size }} onSize={setSize} />
      )}
      <div className="facts">
        <JobStatus job={job} />
        <div>
          {job.request !== undefined && (
            <p className="prompt" dir="auto">
              {titleOf(job)}
            </p>
          )}
          <p className="aside">
            {factsOf(job, size)}
            {job.request === undefined && ` · ${strings.history.unknown}`}
          </p>
        </div>
        {inputUrl !== undefined && job.product.startsWith('video') && (
          <img className="origin" src={inputUrl} alt={strings.input.alt} />
        )}
        {failure !== undefined && isRemoved && <p className="aside">{failure.title}</p>}
        {failure !== undefined && !isRemoved && (
          <Problems problem={failure}>
            {isShort && account !== undefined && (
              <>
                <p>
                  {/* The balance is read again after a refusal. Until then, and if money came since, it says nothing of it. */}
                  {price !== undefined && isTooDear(account, estimate) && (
                    <strong>{strings.price.short(price, money(account.balance, account.currency))}</strong>
                  )}{' '}
                  {strings.price.ask}
                </p>
                <AccountId id={account.id} />
              </>
            )}
            <NextStepButtons job={job} problem={failure} {...handlers} />
          </Problems>
        )}
        {task?.status === 'CANCELLED' && <p className="aside">{strings.task.cancelled}</p>}
        {following !== undefined && !isOutage(following.code) && (
          <Problems problem={following}>
            <button type="button" onClick={job.retry}>
              {strings.task.tryAgain}
            </button>
          </Problems>
        )}
        {problem !== undefined && <Problems problem={problem} />}
        <JobActions
          {...{ job, problem: isRemoved ? undefined : failure, ...handlers }}
          onDownload={file && (() => attempt(() => downloadResult(client, job)))}
          onShare={
            file && canShare(file.contentType) ? () => attempt(() => shareResult(client, job)) : undefined
          }
          onUseAsInput={() => attempt(useAsInput)}
          onDeleteInput={deleteInput && (() => attempt(deleteInput))}
        />
        {job.isInputDeleted === true && (
          <p className="aside" role="status">
            {strings.task.inputDeleted}
          </p>
        )}
        {keptSince && <p className="aside">{resultKept(retention, keptSince)}</p>}
      </div>
    </article>
  )
}
