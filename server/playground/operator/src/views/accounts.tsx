import { type Output, request } from '../api.ts'
import { usePages } from '../live.tsx'
import { Page, Section } from '../page.tsx'
import { Filter } from '../parts/filter.tsx'
import { Field, Form } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { AccountLink, Badge } from '../parts/marks.tsx'
import { amountIn } from '../parts/money.ts'
import { accountName, size } from '../parts/words.ts'
import { useShell } from '../shell.ts'

type Account = Output<'GET /accounts'>['accounts'][number]

const columns: ListColumns<Account> = {
  Account: {
    value: ({ name }) => accountName(name),
    cell: ({ accountId, name }) => <AccountLink id={accountId} name={name} />,
  },
  Reference: ({ reference }) => reference,
  State: { value: ({ state }) => state, cell: ({ state }) => <Badge status={state} /> },
  Balance: { usd: ({ balance }) => balance },
  Reserved: { usd: ({ reserved }) => reserved },
  Results: { measure: ({ resultBytes }) => resultBytes, text: size },
  Opened: { time: ({ createdAt }) => createdAt },
}

export function Accounts({ query }: { readonly query: URLSearchParams }) {
  const search = query.get('search') ?? ''
  const pages = usePages('GET /accounts', { search })
  return (
    <Page title="Accounts" readings={[pages]}>
      <Filter label="Find an account" action="Find" of="accounts" given={{ search }}>
        <Field label="Beginning of an id or name, or a reference" name="search" maxLength={200} />
      </Filter>
      <ListTable
        caption={search === '' ? 'Accounts, newest first' : 'Accounts that were found'}
        columns={columns}
        hidden={{ 'Account id': ({ accountId }) => accountId }}
        rows={pages.data.pages.flatMap(({ accounts }) => accounts)}
        idOf={({ accountId }) => accountId}
        empty={
          search === ''
            ? 'There is no account yet.'
            : 'No id or name begins so, and no account has this reference.'
        }
        file="accounts"
        pages={pages}
      />
      {pages.data.pages.some(({ isComplete }) => !isComplete) && (
        <p className="quiet">There are more: search for a longer text.</p>
      )}
      <Section title="Open an account">
        <OpenAccount />
      </Section>
    </Page>
  )
}

function OpenAccount() {
  const { showKey } = useShell()
  return (
    <Form
      label="Open an account"
      action="Open account"
      foretell={({ balance = '', name, reference }) => {
        if (amountIn(balance) === undefined) return ''
        const called = name ? `The account ${name}` : 'An account without a name'
        const known = reference ? `, found by ${reference},` : ''
        return `${called}${known} can then order for ${balance} USD. Its key is shown once; it can order everything.`
      }}
      onSend={async ({ balance = '', name, reference }, idempotencyKey) => {
        const labels = { ...(name && { name }), ...(reference && { reference }) }
        const made = await request('POST /accounts', { balance, ...labels, idempotencyKey })
        await showKey(made)
        location.hash = `#/accounts/${encodeURIComponent(made.accountId)}`
      }}
    >
      <Field label="First credit, in USD" name="balance" required inputMode="decimal" placeholder="25.00" />
      <Field label="Name" name="name" maxLength={200} />
      <Field label="Reference (your own id)" name="reference" maxLength={200} />
    </Form>
  )
}
