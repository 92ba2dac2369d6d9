import { request } from '../api.ts'
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
            to="suspend"
          />
        ) : (
          <StateChange
            statement={statement}
            does="Reactivate"
            text="It can order and upload again at once."
            to="resume"
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
        to="close"
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
      defaults={{ name: name ?? '', reference: reference ?? '' }}
      onSend={async (values) => {
        const labels = { name: values.name || null, reference: values.reference || null }
        await request('POST /accounts/{accountId}', { accountId, ...labels })
        return `Renamed the account ${accountId}.`
      }}
    >
      <p>An empty field removes what it has. No two accounts have the same reference.</p>
      <Field label="Name" name="name" />
      <Field label="Reference (your own id)" name="reference" />
    </Action>
  )
}

interface StateChangeProps extends OfAccount {
  readonly does: string
  /** @default what it does */
  readonly button?: string
  readonly isDangerous?: boolean
  readonly text: string
  readonly to: 'suspend' | 'resume' | 'close'
}

/** Says what will happen, and asks for a reason. */
function StateChange({ statement, does, button = does, text, to, ...props }: StateChangeProps) {
  const { accountId } = statement
  const account = accountCalled(statement)
  return (
    <Action
      {...props}
      button={button}
      title={`${does} the account ${account}?`}
      does={does}
      onSend={async ({ reason }) => {
        const done = await request(`POST /accounts/{accountId}/${to}`, {
          accountId,
          ...(reason && { reason }),
        })
        const said = `The account ${account} is ${done.state}.`
        if (!('cancelled' in done)) return said
        const cancelled = counted(done.cancelled, 'waiting task was', 'waiting tasks were')
        return `${said} ${cancelled} cancelled, ${counted(done.running, 'is', 'are')} running.`
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
