import { Usd } from '../../../../src/core/domain/money/usd.ts'
import { request } from '../api.ts'
import { Action } from '../parts/action.tsx'
import { Field } from '../parts/form.tsx'
import { amountIn } from '../parts/money.ts'
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
        text={`Adds to the balance of ${balance} USD, to spend at once. The ledger gets an entry.`}
      />
      <Change
        statement={statement}
        does="Debit"
        text={`At most the ${balance} USD that are available; what is reserved stays. The ledger gets an entry.`}
      />
    </div>
  )
}

interface ChangeProps extends OfAccount {
  readonly does: 'Credit' | 'Debit'
  readonly text: string
}

function Change({ statement, does, text }: ChangeProps) {
  const { accountId } = statement
  const account = accountCalled(statement)
  return (
    <Action
      button={does}
      title={`${does} the account ${account}`}
      does={does}
      foretell={({ amount = '' }) => balanceAfter(statement, does, amount)}
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
function balanceAfter(statement: Statement, does: 'Credit' | 'Debit', text: string): string {
  const { balance } = statement
  const amount = amountIn(text)
  if (amount === undefined) return ''
  const before = Usd.parse(balance)
  if (does === 'Debit' && before.isLessThan(amount)) return `Refused: the balance is ${balance} USD.`
  const after = does === 'Credit' ? before.plus(amount) : before.minus(amount)
  return `${accountCalled(statement)} can then order for ${after} USD instead of ${balance} USD. The ledger gets an entry; it cannot be undone, only balanced by another one.`
}
