import { type Output, request } from '../api.ts'
import { Action } from '../parts/action.tsx'
import { TaskLink } from '../parts/marks.tsx'
import { ReasonField } from './account-actions.tsx'

type History = Output<'GET /tasks/{taskId}'>

/** What an operator may do to a task in its state, and the tasks that a retry links it to. */
export function TaskActions({ taskId, status, cost, retryOf, retriedAs, scrubbedAt }: History) {
  const isOpen = status === 'QUEUED' || status === 'PROCESSING'
  const mayRetry = status === 'FAILED' && retriedAs === null && scrubbedAt === null
  return (
    <>
      {retryOf !== null && (
        <p>
          Ordered by an operator in place of <TaskLink id={retryOf} />.
        </p>
      )}
      {retriedAs !== null && (
        <p>
          Retried by an operator as <TaskLink id={retriedAs} />.
        </p>
      )}
      {(isOpen || mayRetry) && (
        <div className="actions">
          {isOpen ? (
            <Cancel taskId={taskId} cost={cost} isRunning={status === 'PROCESSING'} />
          ) : (
            <Retry taskId={taskId} cost={cost} />
          )}
        </div>
      )}
    </>
  )
}

type Costs = Pick<History, 'taskId' | 'cost'>

function Cancel({ taskId, cost, isRunning }: Costs & { readonly isRunning: boolean }) {
  return (
    <Action
      button="Cancel the task"
      title={`Cancel the task ${taskId}?`}
      does="Cancel the task"
      isDangerous
      onSend={async ({ reason }) => {
        const ended = await request('POST /tasks/{taskId}/cancel', { taskId, ...(reason && { reason }) })
        return `The task ${taskId} is ${ended.status}, and ${ended.refunded} USD was refunded.`
      }}
    >
      <p>
        {isRunning
          ? `It becomes FAILED, and its price of ${cost} USD is refunded at once. Its worker stops the job if the engine can; what the engine charges for it is yours to pay.`
          : `It becomes CANCELLED, and its price of ${cost} USD is refunded at once.`}
      </p>
      <ReasonField />
    </Action>
  )
}

function Retry({ taskId, cost }: Costs) {
  return (
    <Action
      button="Retry the task"
      title={`Retry the task ${taskId}?`}
      does="Retry the task"
      onSend={async ({ reason }) => {
        const retried = await request('POST /tasks/{taskId}/retry', { taskId, ...(reason && { reason }) })
        return `The task ${taskId} was ordered again as ${retried.taskId}.`
      }}
    >
      <p>
        {`A new task is ordered with the same request, and ${cost} USD is reserved from the account's balance. This one stays as it is; tell its customer the id of the new one.`}
      </p>
      <ReasonField />
    </Action>
  )
}
