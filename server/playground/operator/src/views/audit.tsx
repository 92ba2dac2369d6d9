import type { Output } from '../api.ts'
import { usePages } from '../live.tsx'
import { Page } from '../page.tsx'
import { Filter } from '../parts/filter.tsx'
import { Field } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { AccountLink } from '../parts/marks.tsx'
import { accountName } from '../parts/words.ts'

type Entry = Output<'GET /audit'>['entries'][number]

const columns: ListColumns<Entry> = {
  When: { time: ({ at }) => at },
  Who: { value: ({ actor }) => actor, cell: Actor },
  Action: { value: ({ action }) => action, cell: ({ action }) => <span className="action">{action}</span> },
  Account: {
    value: ({ accountId, accountName: name }) => accountId && accountName(name),
    cell: ({ accountId, accountName: name }) => accountId && <AccountLink id={accountId} name={name} />,
  },
  Subject: {
    value: ({ subject }) => subject,
    cell: ({ subject, accountId }) =>
      subject === accountId ? null : <span className="id subject">{subject}</span>,
  },
  Details: detailsOf,
}

/** Who acted, with where from on a line of its own. */
function Actor({ actor }: Entry) {
  const [, who, from] = /^(.+) from (\S+)$/.exec(actor) ?? []
  if (from === undefined) return actor
  return (
    <span className="actor">
      <span>{who}</span> <span className="id">from {from}</span>
    </span>
  )
}

function detailsOf({ details }: Entry): string | null {
  const texts = Object.entries(details).map(
    ([name, value]) => `${name} ${`${value}`.replace(/(T[\d:]+)\.\d+Z$/, '$1Z')}`,
  )
  return texts.length === 0 ? null : texts.join(', ')
}

export function Audit({ query }: { readonly query: URLSearchParams }) {
  const account = query.get('account') ?? ''
  const pages = usePages('GET /audit', { account })
  return (
    <Page title="Audit" readings={[pages]}>
      <Filter label="Filter by account" of="audit" given={{ account }}>
        <Field label="Account id" name="account" maxLength={64} />
      </Filter>
      <ListTable
        caption="What operators did, newest first"
        columns={columns}
        hidden={{ 'Account id': ({ accountId }) => accountId }}
        rows={pages.data.pages.flatMap(({ entries }) => entries)}
        idOf={({ id }) => id}
        empty="Nothing was done yet."
        file="audit"
        pages={pages}
      />
    </Page>
  )
}
