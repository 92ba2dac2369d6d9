import { type Input, request } from '../api.ts'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/form.tsx'
import { Badge, Time } from '../parts/marks.tsx'
import { accountCalled, counted } from '../parts/words.ts'
import type { OfAccount, Statement } from './statement.ts'

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
      {dataDeletion !== null && <Deletion {...dataDeletion} />}
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

function Deletion({ begunAt, endedAt }: NonNullable<Statement['dataDeletion']>) {
  return endedAt === null ? (
    <p>
      The deletion of its data began <Time at={begunAt} /> and has not ended.
    </p>
  ) : (
    <p>
      Its data was deleted <Time at={endedAt} />.
    </p>
  )
}

/** What closing does, apart from the other actions. */
export function Close({ statement }: OfAccount) {
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
        isDangerous
        text={`New orders and uploads are refused at once. ${waiting} cancelled and refunded, and ${running} normally. Its balance of ${balance} USD stays until it is debited. It can be reactivated.`}
        send={async (input) => {
          const closed = await request('POST /accounts/{accountId}/close', input)
          const cancelled = counted(closed.cancelled, 'waiting task was', 'waiting tasks were')
          return `${closed.state}. ${cancelled} cancelled, ${counted(closed.running, 'is', 'are')} running`
        }}
      />
    </>
  )
}

function Rename({ statement: { accountId, name, reference } }: OfAccount) {
  return (
    <Action
      button="Rename"
      title={`Rename the account ${accountCalled({ accountId, name })}`}
      does="Save"
      onSend={async (values) => {
        const labels = { name: values.name || null, reference: values.reference || null }
        await request('POST /accounts/{accountId}', { accountId, ...labels })
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
    </Action>
  )
}

interface StateChangeProps extends OfAccount {
  readonly does: string
  /** @default what it does */
  readonly button?: string
  readonly isDangerous?: boolean
  readonly text: string
  /** Returns what the account is then. */
  readonly send: (input: Input<'POST /accounts/{accountId}/suspend'>) => Promise<string>
}

/** Says what will happen, and asks for a reason. */
function StateChange({ statement, does, button = does, text, send, ...props }: StateChangeProps) {
  const account = accountCalled(statement)
  return (
    <Action
      {...props}
      button={button}
      title={`${does} the account ${account}?`}
      does={does}
      onSend={async ({ reason }) => {
        const state = await send({ accountId: statement.accountId, ...(reason && { reason }) })
        return `The account ${account} is ${state}.`
      }}
    >
      <p>{text}</p>
      <ReasonField />
    </Action>
  )
}

export function ReasonField() {
  return <Field label="Reason, for the audit" name="reason" maxLength={500} />
}
