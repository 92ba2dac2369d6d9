import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { useLive } from '../live.tsx'
import { Page, Section } from '../page.tsx'
import { BarsByDay } from '../parts/charts.tsx'
import { Figure } from '../parts/figure.tsx'
import { AccountLink, Code, Count, TaskLink, Time, Usd, Why } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'
import { counted } from '../parts/words.ts'
import { Health } from './health.tsx'
import { QueueTable } from './queue-table.tsx'

type OverviewOutput = Output<'GET /overview'>

const daysShown = 14
/** Days that are over hardly change; today is read each time. */
const pastMs = 60_000

export function Overview() {
  const whole = useLive('GET /overview', { days: String(daysShown) }, { everyMs: pastMs })
  const reading = useLive('GET /overview', { days: '1' }, { initialData: whole.data })
  const overview = reading.data
  const [today] = overview.days.slice(-1)
  const past = whole.data.days.filter(({ date }) => date !== today?.date)
  const days = [...past, ...(today === undefined ? [] : [today])].slice(-daysShown)
  return (
    <Page title="Overview" readings={[reading]}>
      <Health overview={overview} />
      <Figures overview={overview} today={today} />
      <div className="columns">
        <Section title="Charged in the last 14 days, in UTC">
          <Charged days={days} />
        </Section>
        <Section title="Queue">
          <QueueTable queue={overview.queue} />
          <p>{overview.queue.capacity.sentence}</p>
          <p className="links">
            <a href="#/tasks?status=QUEUED">Waiting tasks</a>
            <a href="#/tasks?status=PROCESSING">Running tasks</a>
            <a href="#/service">Workers and engines</a>
          </p>
        </Section>
      </div>
      <Section title="Failed in the last 24 hours">
        <Failures {...overview.failures} />
      </Section>
    </Page>
  )
}

interface FiguresProps {
  readonly overview: OverviewOutput
  readonly today: OverviewOutput['days'][number] | undefined
}

function Figures({ overview: { queue, engines, failures }, today }: FiguresProps) {
  const failed = failures.codes.reduce((sum, { count }) => sum + count, 0)
  const busy = engines
    .filter(({ inFlight }) => inFlight > 0)
    .map(({ name, inFlight }) => `${inFlight} at ${name}`)
  return (
    <div className="figures">
      <Figure
        term="Charged today, in UTC"
        value={<Usd amount={today?.charged ?? '0.00'} />}
        note={`for ${counted(today?.succeeded ?? 0, 'task', 'tasks')}`}
      />
      <Figure
        term="Waiting"
        value={<a href="#/tasks?status=QUEUED">{queue.waiting}</a>}
        note={
          queue.blocked === 0
            ? 'for an engine or a worker'
            : `${queue.blocked} of them at the limit of their account`
        }
      />
      <Figure
        term="Running"
        value={<a href="#/tasks?status=PROCESSING">{queue.running}</a>}
        note={busy.length === 0 ? 'every engine is idle' : busy.join(', ')}
      />
      <Figure
        term="Failed in 24 hours"
        value={<Count of={failed} to={addressOf('tasks', { status: 'FAILED', endedFrom: failures.since })} />}
        note={
          failures.ended === 0
            ? 'no task ended'
            : `of ${failures.ended} that ended, ${((100 * failed) / failures.ended).toFixed(1)} %`
        }
      />
    </div>
  )
}

function Charged({ days }: { readonly days: OverviewOutput['days'] }) {
  return (
    <>
      <BarsByDay
        label="Charged per day, in USD; the table below has the numbers"
        days={days.map(({ date, charged }) => ({ date, amount: charged }))}
      />
      <details>
        <summary>The same as a table</summary>
        <Table
          caption="Per day, in UTC"
          isCompact
          rows={days.toReversed()}
          columns={{
            Day: ({ date }) => date,
            Charged: { usd: ({ charged }) => charged },
            Succeeded: ({ succeeded }) => succeeded,
            Failed: {
              count: ({ failed }) => failed,
              to: ({ date }) => addressOf('tasks', { status: 'FAILED', day: date }),
            },
            Cancelled: ({ cancelled }) => cancelled,
          }}
        />
      </details>
    </>
  )
}

function Failures({ since, ended, codes, newest }: OverviewOutput['failures']) {
  return (
    <>
      <Table
        caption="Failures by error code"
        isCompact
        rows={codes}
        columns={{
          'Error code': ({ code }) => <Code code={code} />,
          Tasks: {
            count: ({ count }) => count,
            to: ({ code }) => addressOf('tasks', { errorCode: code, endedFrom: since }),
          },
        }}
      />
      <p className="quiet">
        {ended === 0 ? 'No task ended since ' : `Of ${counted(ended, 'task', 'tasks')} that ended since `}
        <Time at={since} />.
      </p>
      {newest.length > 0 && (
        <>
          <h3>The last failures</h3>
          <Table
            caption="The last failed tasks"
            rows={newest}
            idOf={({ taskId }) => taskId}
            columns={{
              Ended: { time: ({ completedAt }) => completedAt },
              Why: ({ error }) =>
                error && <Why what={<Code code={error.code} />} text={` ${error.message}`} />,
              Task: ({ taskId }) => <TaskLink id={taskId} />,
              Engine: ({ engine }) => engine ?? 'none took it',
              Account: (task) => <AccountLink id={task.accountId} name={task.accountName} />,
            }}
          />
          <p className="links">
            <a href="#/tasks?status=FAILED">Failed tasks</a>
          </p>
        </>
      )}
    </>
  )
}
