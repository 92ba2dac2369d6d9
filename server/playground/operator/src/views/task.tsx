import type { ReactNode } from 'react'
import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { useLive } from '../live.tsx'
import { Page, Section } from '../page.tsx'
import { AccountLink, Badge, Code, Time, Usd } from '../parts/marks.tsx'
import { Facts, Table } from '../parts/table.tsx'
import { called, runningFor, seconds, timeText } from '../parts/words.ts'
import { TaskActions } from './task-actions.tsx'
import { Calls } from './task-calls.tsx'
import { Result } from './task-result.tsx'

type History = Output<'GET /tasks/{taskId}'>

export function Task({ taskId }: { readonly taskId: string }) {
  const reading = useLive('GET /tasks/{taskId}', { taskId })
  const history = reading.data
  return (
    <Page title={`Task ${taskId}`} readings={[reading]}>
      <Lead {...history} />
      <TaskActions {...history} />
      <div className="columns">
        <Section title="Timeline">
          <Timeline {...history} />
        </Section>
        <Section title="Result">
          <Result task={history} />
        </Section>
      </div>
      <Section title="Engine calls">
        <Calls {...history} />
      </Section>
      <Section title="Ledger entries">
        <Table
          caption="Ledger entries of the task"
          isCompact
          rows={history.ledger}
          empty="None: report this, a task always has its reservation."
          columns={{
            Entry: ({ kind }) => kind,
            Amount: { usd: ({ amount }) => amount },
            When: { time: ({ createdAt }) => createdAt },
          }}
        />
      </Section>
      {history.gates.length > 0 && <Gates gates={history.gates} />}
      <Section title="Request">
        <Facts
          of={{ Product: `${history.type} ${history.tier}`, Key: keyOf(history), ...requestOf(history) }}
        />
      </Section>
      <Section title="Work">
        <Work {...history} />
      </Section>
    </Page>
  )
}

function Lead({ status, cost, accountId, accountName, error, startedAt }: History) {
  return (
    <>
      <p className="lead">
        <Badge status={status} /> <Usd amount={cost} /> for <AccountLink id={accountId} name={accountName} />
        {status === 'PROCESSING' && startedAt !== null && (
          <span className="quiet">{runningFor(startedAt)}</span>
        )}
      </p>
      {error !== null && (
        <p className="failure">
          <Code code={error.code} />
          {`: ${error.message}`}
        </p>
      )}
    </>
  )
}

/** What happened when, and how long after the acceptance. */
function Timeline({ events, createdAt }: History) {
  return (
    <ol className="history">
      {events.map(({ at, what, tone }) => (
        <li key={`${at} ${what}`} className={tone ?? undefined}>
          <Time at={at} />
          <span className="since">+{seconds(Date.parse(at) - Date.parse(createdAt))}</span>
          <span className="what">{what}</span>
        </li>
      ))}
    </ol>
  )
}

function Gates({ gates }: Pick<History, 'gates'>) {
  return (
    <Section title="Gates">
      <Table
        caption="Requests to gates about the task"
        rows={gates}
        columns={{
          Gate: ({ gate }) => gate,
          At: ({ at }) => at,
          Asked: { time: ({ askedAt }) => askedAt },
          Repeated: ({ isRepetition }) => (isRepetition ? 'yes' : 'no'),
          Verdict: ({ verdict }) =>
            verdict === 'allowed' ? (
              verdict
            ) : (
              <strong className="failure">{verdict ?? 'not recorded'}</strong>
            ),
          Reason: ({ reason }) => reason,
        }}
      />
    </Section>
  )
}

function Work(history: History) {
  const { cancelAt, lease, submission, scrubbedAt, isQueued, isBlocked } = history
  const missingJob = submission.kind === 'intended' ? 'not confirmed' : 'none'
  return (
    <Facts
      of={{
        Deadline: cancelAt === null ? 'none' : <Time at={cancelAt} />,
        Attempts: history.attempt,
        'Fencing epoch': history.epoch,
        'In the queue': isQueued ? 'yes' : isBlocked ? 'at the limit of its account' : 'no',
        Worker:
          lease === null ? 'none' : `${lease.worker}, epoch ${lease.epoch}, until ${timeText(lease.until)}`,
        Engine: history.engine ?? 'none',
        ...(history.passedOver.length > 0 && { 'Passed over, because down': history.passedOver.join(', ') }),
        "The engine's job": submission.job ?? (scrubbedAt === null ? missingJob : 'erased'),
      }}
    />
  )
}

/** With a way to all tasks that were ordered with it. */
function keyOf({ keyId, keyName }: History): ReactNode {
  if (keyId === null) return 'not recorded'
  return <a href={addressOf('tasks', { key: keyId })}>{called(keyId, keyName)}</a>
}

/** What was ordered, or since when it is erased. */
function requestOf({ parameters, scrubbedAt }: History): Record<string, ReactNode> {
  if (scrubbedAt !== null) return { Erased: <Time at={scrubbedAt} /> }
  return {
    Prompt: <span className="prompt whole">{parameters.prompt}</span>,
    'Negative prompt': parameters.negativePrompt,
    Effect: parameters.effectId,
    Input: parameters.inputAssetId,
    Size: `${parameters.width} × ${parameters.height}`,
    Seconds: parameters.durationSeconds,
  }
}
