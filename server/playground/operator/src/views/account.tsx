import { type ReactNode, Suspense } from 'react'
import type { Output } from '../api.ts'
import { useLive } from '../live.tsx'
import { Page, Section } from '../page.tsx'
import { Figure } from '../parts/figure.tsx'
import { Badge, Time, Usd } from '../parts/marks.tsx'
import { Facts } from '../parts/table.tsx'
import { accountName, size } from '../parts/words.ts'
import { BalanceActions, Closing, Identity } from './account-actions.tsx'
import { AccountData } from './account-data.tsx'
import { Limits } from './account-limits.tsx'
import { IssueKey, Keys } from './keys.tsx'
import { Usage } from './usage.tsx'

export type Statement = Output<'GET /accounts/{accountId}'>

/** What a part of the page shows of its account. */
export interface OfAccount {
  readonly statement: Statement
}

export function Account({ accountId }: { readonly accountId: string }) {
  const reading = useLive('GET /accounts/{accountId}', { accountId })
  const usage = useLive('GET /accounts/{accountId}/usage', { accountId })
  const statement = reading.data
  const { balance, reserved, ledger, state } = statement
  const id = encodeURIComponent(accountId)
  return (
    <Page
      title={accountName(statement.name)}
      subtitle={
        <p className="links">
          <span className="id quiet">{accountId}</span>
          <a href={`#/tasks?account=${id}`}>Tasks</a>
          <a href={`#/audit?account=${id}`}>Audit</a>
        </p>
      }
      readings={[reading, usage]}
    >
      <Identity statement={statement} />
      <div className="figures">
        <Figure term="Balance" value={<Usd amount={balance} />} />
        <Figure term="Reserved" value={<Usd amount={reserved} />} />
        <Figure term="Charged so far" value={<Usd amount={ledger.charged} />} />
      </div>
      <Section title="Credit and debit">
        <BalanceActions statement={statement} />
      </Section>
      <Section title="API keys">
        <Keys statement={statement} />
      </Section>
      <Section title="Issue an API key">
        <IssueKey accountId={accountId} />
      </Section>
      <Section title="Task limits">
        <Limits statement={statement} />
      </Section>
      <Section title="Usage">
        <Usage {...usage.data} />
      </Section>
      <Section title="Details">
        <Details {...statement} />
      </Section>
      {state === 'CLOSED' ? (
        <Section title="Delete all data">
          <Suspense fallback={<p className="quiet">Reading …</p>}>
            <AccountData accountId={accountId} deletedAt={statement.dataDeletion?.endedAt ?? undefined} />
          </Suspense>
        </Section>
      ) : (
        <Section title="Close the account">
          <Closing statement={statement} />
        </Section>
      )}
    </Page>
  )
}

function Details({ accountId, createdAt, ledger, tasks, tasksOpen, limits, uploads, results }: Statement) {
  const running = tasks.PROCESSING ?? 0
  return (
    <Facts
      of={{
        Opened: <Time at={createdAt} />,
        Credited: <Usd amount={ledger.credited} />,
        Debited: <Usd amount={ledger.debited} />,
        Refunded: <Usd amount={ledger.refunded} />,
        'Ledger entries': ledger.entries,
        Tasks: <Counts {...{ accountId, tasks }} />,
        'Unfinished tasks': `${ofLimit(tasksOpen, limits.openTasksMax)}, ${ofLimit(running, limits.runningTasksMax)} running`,
        Uploads: `${uploads.kept} kept (${size(uploads.bytesKept)}), ${uploads.open} open`,
        Results: size(results.bytes),
        Limits: `${limits.generationRequestsPerMinute} generations a minute, ${limits.openUploadsMax} open uploads, ${size(limits.keptUploadsBytesMax)} of uploads`,
      }}
    />
  )
}

/** The tasks of an account by their status, each with the way to them. */
function Counts({ accountId, tasks }: Pick<Statement, 'accountId' | 'tasks'>): ReactNode {
  return (
    <span className="badges">
      {Object.entries(tasks).map(([status, count]) => (
        <a
          key={status}
          href={`#/tasks?${new URLSearchParams({ status, account: accountId })}`}
          aria-label={`${status} ${count}`}
        >
          <Badge status={status} /> {count}
        </a>
      ))}
    </span>
  )
}

function ofLimit(count: number, limit: number | null): string {
  return limit === null ? String(count) : `${count} of ${limit}`
}
