import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { useLive } from '../live.tsx'
import { Page, Section } from '../page.tsx'
import { Figure } from '../parts/figure.tsx'
import { Badge, Time, Usd } from '../parts/marks.tsx'
import { Facts, Table } from '../parts/table.tsx'
import { accountName, size } from '../parts/words.ts'
import { Close, Identity } from './account-actions.tsx'
import { AccountData } from './account-data.tsx'
import { Limits } from './account-limits.tsx'
import { BalanceActions } from './balance-actions.tsx'
import { IssueKey, Keys } from './keys.tsx'
import type { OfAccount } from './statement.ts'

export function Account({ accountId }: { readonly accountId: string }) {
  const account = useLive('GET /accounts/{accountId}', { accountId })
  const usage = useLive('GET /accounts/{accountId}/usage', { accountId })
  const statement = account.data
  const isClosed = statement.state === 'CLOSED'
  return (
    <Page
      title={accountName(statement.name)}
      subtitle={
        <p className="links">
          <span className="id quiet">{accountId}</span>
          <a href={addressOf('tasks', { account: accountId })}>Tasks</a>
          <a href={addressOf('audit', { account: accountId })}>Audit</a>
        </p>
      }
      readings={[account, usage]}
    >
      <Identity statement={statement} />
      <div className="figures">
        <Figure term="Balance" value={<Usd amount={statement.balance} />} />
        <Figure term="Reserved" value={<Usd amount={statement.reserved} />} />
        <Figure term="Charged so far" value={<Usd amount={statement.ledger.charged} />} />
      </div>
      <Section title="Credit and debit">
        <BalanceActions statement={statement} />
      </Section>
      <Section title="API keys">
        <Keys statement={statement} />
      </Section>
      <Section title="Issue an API key">
        <IssueKey statement={statement} />
      </Section>
      <Section title="Task limits">
        <Limits statement={statement} />
      </Section>
      <Section title="Usage">
        <UsageTable {...usage.data} />
      </Section>
      <Section title="Details">
        <Details statement={statement} />
      </Section>
      <Section title={isClosed ? 'Delete all data' : 'Close the account'}>
        {isClosed ? <AccountData statement={statement} /> : <Close statement={statement} />}
      </Section>
    </Page>
  )
}

/** What an account used in the last 31 days. */
function UsageTable({ from, to, charged, days }: Output<'GET /accounts/{accountId}/usage'>) {
  return (
    <>
      <p>
        {from} to {to}, in UTC: <Usd amount={charged} />
      </p>
      <Table
        caption="Usage by day, product and key"
        rows={days.toReversed()}
        empty="No task has ended in these days."
        columns={{
          Day: ({ date }) => date,
          Product: ({ product }) => product,
          'Key id': ({ keyId }) => <span className="id">{keyId ?? '–'}</span>,
          Succeeded: ({ succeeded }) => succeeded,
          Failed: ({ failed }) => failed,
          Cancelled: ({ cancelled }) => cancelled,
          Charged: { usd: ({ charged }) => charged },
        }}
      />
    </>
  )
}

function Details({ statement }: OfAccount) {
  const { accountId, createdAt, ledger, tasks, tasksOpen, limits, uploads, results } = statement
  const ofLimit = (limit: number | null) => (limit === null ? '' : ` of ${limit}`)
  const counts = Object.entries(tasks).map(([status, count]) => (
    <a key={status} href={addressOf('tasks', { status, account: accountId })}>
      <Badge status={status} /> {count}
    </a>
  ))
  return (
    <Facts
      of={{
        Opened: <Time at={createdAt} />,
        Credited: <Usd amount={ledger.credited} />,
        Debited: <Usd amount={ledger.debited} />,
        Tasks: <span className="badges">{counts}</span>,
        'Unfinished tasks': `${tasksOpen}${ofLimit(limits.openTasksMax)}, ${tasks.PROCESSING}${ofLimit(limits.runningTasksMax)} running`,
        Uploads: `${uploads.kept} kept (${size(uploads.bytesKept)}), ${uploads.open} open`,
        Results: size(results.bytes),
        Limits: `${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} open uploads, ${size(limits.keptUploadsBytesMax)} of uploads`,
      }}
    />
  )
}
