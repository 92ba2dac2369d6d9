import { useMutation } from '@tanstack/react-query'
import { type Output, request } from '../api.ts'
import { addressOf } from '../links.ts'
import { useLive } from '../live.tsx'
import { Page, Section } from '../page.tsx'
import { Form } from '../parts/form.tsx'
import { AccountLink, Badge, TaskLink, Words } from '../parts/marks.tsx'
import { Facts, Table } from '../parts/table.tsx'
import { duration, timeText } from '../parts/words.ts'
import { Engines } from './engines.tsx'
import { Products } from './pauses.tsx'
import { QueueTable } from './queue-table.tsx'
import { Settings } from './settings.tsx'

export function Service() {
  const queue = useLive('GET /queue', {})
  const engines = useLive('GET /engines', {})
  return (
    <Page title="Service" readings={[queue, engines]}>
      <Queue queue={queue.data} />
      <Engines {...engines.data} />
      <Ledger />
      <Settings />
    </Page>
  )
}

function Queue({ queue }: { readonly queue: Output<'GET /queue'> }) {
  const { slots, busySlots, sentence } = queue.capacity
  return (
    <Section title="Queue">
      <Facts
        of={{
          Waiting: queue.waiting,
          'At the limit of their account': queue.blocked,
          Running: queue.running,
          Interrupted: queue.interrupted,
          'Slots of workers': slots === null ? 'not known of every worker' : `${busySlots} of ${slots} busy`,
          Capacity: sentence,
        }}
      />
      <QueueTable queue={queue} />
      <Products queue={queue} />
      {queue.tiers !== null && queue.tiers.length > 0 && (
        <Table
          caption="Waiting tasks by product and resolution"
          isCompact
          rows={queue.tiers}
          columns={{
            Product: ({ product }) => <Words of={product} />,
            Resolution: ({ tier }) => tier,
            Waiting: {
              count: ({ waiting }) => waiting,
              to: ({ product, tier }) => addressOf('tasks', { status: 'QUEUED', product, tier }),
            },
            Oldest: { measure: ({ oldestWaitingSeconds }) => oldestWaitingSeconds, text: duration },
          }}
        />
      )}
      <Table
        caption="Workers and their tasks"
        rows={queue.workers}
        idOf={({ worker }) => worker}
        empty="No worker is alive."
        columns={{
          Worker: ({ worker }) => worker,
          State: ({ isAlive }) => <Badge status={isAlive ? 'alive' : 'dead'} />,
          Running: ({ running }) => running,
          Interrupted: ({ interrupted }) => interrupted,
          'First lease until': { time: ({ firstLeaseUntil }) => firstLeaseUntil },
        }}
      />
    </Section>
  )
}

type Reconciliation = Output<'POST /reconciliation'>

function Ledger() {
  const { data, isPending, mutateAsync } = useMutation({
    mutationFn: () => request('POST /reconciliation', {}),
  })
  return (
    <Section title="Ledger">
      <p>Holds balances, ledger, tasks and uploads against each other, as a worker does every 15 minutes.</p>
      <Form
        label="Reconcile the ledger"
        action="Reconcile now"
        onSend={async () => {
          await mutateAsync()
        }}
      />
      <div role="status">
        {isPending && <p>Reconciling; it takes 20 seconds at most.</p>}
        {data !== undefined && <Findings {...data} />}
      </div>
    </Section>
  )
}

function Findings({ agrees, isComplete, disagreements, lastSweep }: Reconciliation) {
  const scope = isComplete
    ? ''
    : ' so far: it stopped at its limit of time or findings, and the rest was not seen'
  return (
    <>
      {agrees ? (
        <p className="success">Balances, ledger, tasks and uploads agree{scope}.</p>
      ) : (
        <p className="failure">They disagree{scope}. The runbook tells what to do: "The ledger disagrees".</p>
      )}
      {!agrees && (
        <Table
          caption="Disagreements"
          rows={disagreements}
          columns={{
            What: ({ kind }) => kind,
            Account: ({ accountId }) => <AccountLink id={accountId} />,
            Task: ({ taskId }) => taskId && <TaskLink id={taskId} />,
            Expected: ({ expected }) => expected,
            Actual: ({ actual }) => actual,
          }}
        />
      )}
      <p className="quiet">
        {lastSweep === null
          ? 'No worker has reconciled yet.'
          : `A worker last did at ${timeText(lastSweep.endedAt)} and found ${lastSweep.disagreements}.`}
      </p>
    </>
  )
}
