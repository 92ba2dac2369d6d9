import { request } from '../api.ts'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/form.tsx'
import { amountOf, microsOf } from '../parts/money.ts'
import { accountCalled } from '../parts/words.ts'
import { ReasonField } from './account-actions.tsx'
import type { OfAccount, Statement } from './statement.ts'

export function BalanceActions({ statement }: OfAccount) {
  const { balance } = statement
  return (
    <div className="actions">
      <Change
        statement={statement}
        does="Credit"
        sign={1n}
        text={`Adds to the balance of ${balance} USD, to spend at once. The ledger gets an entry.`}
      />
      <Change
        statement={statement}
        does="Debit"
        sign={-1n}
        text={`At most the ${balance} USD that are available; what is reserved stays. The ledger gets an entry.`}
      />
    </div>
  )
}

interface ChangeProps extends OfAccount {
  readonly does: 'Credit' | 'Debit'
  readonly sign: bigint
  readonly text: string
}

function Change({ statement, does, sign, text }: ChangeProps) {
  const { accountId } = statement
  const account = accountCalled(statement)
  return (
    <Action
      button={does}
      title={`${does} the account ${account}`}
      does={does}
      foretell={({ amount = '' }) => balanceAfter(statement, sign, amount)}
      onSend={async ({ amount = '', reason }, idempotencyKey) => {
        const input = { accountId, amount, ...(reason && { reason }), idempotencyKey }
        const path = does === 'Credit' ? 'credits' : 'debits'
        const { balance } = await request(`POST /accounts/{accountId}/${path}`, input)
        return `${does}ed ${amount} USD; the balance of ${account} is now ${balance} USD.`
      }}
    >
      <p>{text}</p>
      <Field label={`Amount to ${does.toLowerCase()}, in USD`} name="amount" required inputMode="decimal" />
      <ReasonField />
    </Action>
  )
}

/** What a credit or a debit would do. */
function balanceAfter(statement: Statement, sign: bigint, amount: string): string {
  const { balance } = statement
  const [before, micros] = [microsOf(balance), microsOf(amount)]
  if (micros === undefined || before === undefined) return ''
  const after = before + sign * micros
  if (after < 0n) return `Refused: the balance is ${balance} USD.`
  return `${accountCalled(statement)} can then order for ${amountOf(after)} USD instead of ${balance} USD. The ledger gets an entry; it cannot be undone, only balanced by another one.`
}
