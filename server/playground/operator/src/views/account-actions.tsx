import type { ReactNode } from 'react'
import { request } from '../api.ts'
import { useReload } from '../live.tsx'
import { Ask } from '../parts/dialog.tsx'
import { Field, Form, type Values } from '../parts/form.tsx'
import { Badge, Time } from '../parts/marks.tsx'
import { amountOf, microsOf } from '../parts/money.ts'
import { accountCalled, counted } from '../parts/words.ts'
import { useShell } from '../shell.ts'
import type { OfAccount, Statement } from './account.tsx'

/** What an account is called and its state, with what may be done about both. */
export function Identity({ statement }: OfAccount) {
  const { reference, state, dataDeletion } = statement
  return (
    <div className="identity">
      <p className="lead">
        <Badge status={state} />
        {reference !== null && (
          <span>
            Reference <span className="id">{reference}</span>
          </span>
        )}
      </p>
      {dataDeletion !== null && <DataDeletion {...dataDeletion} />}
      <div className="actions">
        <Rename statement={statement} />
        {state === 'ACTIVE' ? (
          <StateChange
            statement={statement}
            does="Suspend"
            text="New orders and uploads are refused at once. Its tasks go on, and its keys can still poll, list, cancel and download."
            send={async (input) => (await request('POST /accounts/{accountId}/suspend', input)).state}
          />
        ) : (
          <StateChange
            statement={statement}
            does="Reactivate"
            text="It can order and upload again at once."
            send={async (input) => (await request('POST /accounts/{accountId}/resume', input)).state}
          />
        )}
      </div>
    </div>
  )
}

function DataDeletion({ begunAt, endedAt }: NonNullable<Statement['dataDeletion']>) {
  if (endedAt === null)
    return (
      <p>
        The deletion of its data began <Time at={begunAt} /> and has not ended.
      </p>
    )
  return (
    <p>
      Its data was deleted <Time at={endedAt} />.
    </p>
  )
}

/** What closing does, apart from the other actions. */
export function Closing({ statement }: OfAccount) {
  const { tasks, balance } = statement
  const waiting = counted(tasks.QUEUED ?? 0, 'waiting task is', 'waiting tasks are')
  const running = counted(tasks.PROCESSING ?? 0, 'running one ends', 'running ones end')
  return (
    <>
      <p className="quiet">
        It can order nothing more, and its waiting tasks are cancelled and refunded. A closed account can be
        reactivated, or all that it has stored can be deleted.
      </p>
      <StateChange
        statement={statement}
        does="Close"
        button="Close the account"
        className="danger"
        text={`New orders and uploads are refused at once. ${waiting} cancelled and refunded, and ${running} normally. Its balance of ${balance} USD stays until it is debited. It can be reactivated.`}
        send={async (input) => {
          const { state, cancelled, running } = await request('POST /accounts/{accountId}/close', input)
          return `${state}. ${counted(cancelled, 'waiting task was', 'waiting tasks were')} cancelled, ${counted(running, 'is', 'are')} running`
        }}
      />
    </>
  )
}

function Rename({ statement }: OfAccount) {
  const { accountId, name, reference } = statement
  const title = `Rename the account ${accountCalled(statement)}`
  return (
    <AskForm
      button="Rename"
      title={title}
      action="Save"
      send={async (values) => {
        await request('POST /accounts/{accountId}', {
          accountId,
          name: values.name || null,
          reference: values.reference || null,
        })
        return `Renamed the account ${accountId}.`
      }}
    >
      <p>An empty field removes what it has. No two accounts have the same reference.</p>
      <Field label="Name" name="name" id="account-name" defaultValue={name ?? ''} />
      <Field
        label="Reference (your own id)"
        name="reference"
        id="account-reference"
        defaultValue={reference ?? ''}
      />
    </AskForm>
  )
}

interface StateChangeProps extends OfAccount {
  readonly does: string
  /** @default what it does */
  readonly button?: string
  readonly className?: string
  /** What will happen. */
  readonly text: string
  /** Returns what the account is then. */
  readonly send: (input: { accountId: string; reason?: string }) => Promise<string>
}

/** Says what will happen, and asks for a reason. */
function StateChange({ statement, does, button = does, className, text, send }: StateChangeProps) {
  const account = accountCalled(statement)
  return (
    <AskForm
      {...{ button, className }}
      title={`${does} the account ${account}?`}
      action={does}
      send={async (values) => {
        const state = await send({ accountId: statement.accountId, ...reasonIn(values) })
        return `The account ${account} is ${state}.`
      }}
    >
      <p>{text}</p>
      <Reason />
    </AskForm>
  )
}

export function BalanceActions({ statement }: OfAccount) {
  const { balance } = statement
  return (
    <div className="actions">
      <BalanceChange
        statement={statement}
        does="Credit"
        done="Credited"
        http="POST /accounts/{accountId}/credits"
        sign={1n}
        text={`Adds to the balance of ${balance} USD, to spend at once. The ledger gets an entry.`}
      />
      <BalanceChange
        statement={statement}
        does="Debit"
        done="Debited"
        http="POST /accounts/{accountId}/debits"
        sign={-1n}
        text={`At most the ${balance} USD that are available; what is reserved stays. The ledger gets an entry.`}
      />
    </div>
  )
}

interface BalanceChangeProps extends OfAccount {
  readonly does: string
  readonly done: string
  readonly http: 'POST /accounts/{accountId}/credits' | 'POST /accounts/{accountId}/debits'
  readonly sign: bigint
  readonly text: string
}

function BalanceChange({ statement, does, done, http, sign, text }: BalanceChangeProps) {
  const { accountId } = statement
  const account = accountCalled(statement)
  return (
    <AskForm
      button={does}
      title={`${does} the account ${account}`}
      action={does}
      foretell={({ amount = '' }) => balanceAfter(statement, sign, microsOf(amount))}
      send={async (values, idempotencyKey) => {
        const { amount = '' } = values
        const after = await request(http, { accountId, amount, ...reasonIn(values), idempotencyKey })
        return `${done} ${amount} USD; the balance of ${account} is now ${after.balance} USD.`
      }}
    >
      <p>{text}</p>
      <Field
        label={`Amount to ${does.toLowerCase()}, in USD`}
        name="amount"
        id="amount"
        required
        inputMode="decimal"
      />
      <Reason />
    </AskForm>
  )
}

/** What a credit or a debit would do. */
function balanceAfter(statement: Statement, sign: bigint, micros: bigint | undefined): string {
  const { balance } = statement
  const before = microsOf(balance)
  if (micros === undefined || before === undefined) return ''
  const after = before + sign * micros
  if (after < 0n) return `Refused: the balance is ${balance} USD.`
  return `${accountCalled(statement)} can then order for ${amountOf(after)} USD instead of ${balance} USD. The ledger gets an entry; it cannot be undone, only balanced by another one.`
}

interface AskFormProps {
  readonly button: string
  readonly label?: string
  readonly className?: string | undefined
  readonly title: string
  readonly action: string
  readonly foretell?: (values: Values) => string
  /** Returns what to say once it is done. */
  readonly send: (values: Values, idempotencyKey: string) => Promise<string>
  readonly children: ReactNode
}

/** A button with a form in a dialog; once it is sent, the page is read again and says what was done. */
export function AskForm({ button, label, className, title, action, foretell, send, children }: AskFormProps) {
  const { announce } = useShell()
  const reload = useReload()
  return (
    <Ask {...{ button, label, className, title }}>
      {(close) => (
        <Form
          label={title}
          className="stacked"
          {...{ action, foretell }}
          onCancel={close}
          onSend={async (values, idempotencyKey) => {
            const done = await send(values, idempotencyKey)
            close()
            await reload()
            announce(done)
          }}
        >
          {children}
        </Form>
      )}
    </Ask>
  )
}

function Reason() {
  return <Field label="Reason, for the audit" name="reason" maxLength={500} />
}

function reasonIn({ reason }: Values): { reason?: string } {
  return reason ? { reason } : {}
}
