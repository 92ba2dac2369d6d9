import type { Output } from '../api.ts'
import { useLive } from '../live.tsx'
import { Page } from '../page.tsx'
import { Figure } from '../parts/figure.tsx'
import { addressOf, Filter } from '../parts/filter.tsx'
import { Field } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { Amount, Count, Product, Usd } from '../parts/marks.tsx'
import { counted } from '../parts/words.ts'

type Row = Output<'GET /costs'>['rows'][number]

const columns: ListColumns<Row> = {
  Day: ({ date }) => date,
  Product: { value: ({ product }) => product, cell: ({ product }) => <Product name={product} /> },
  Engine: ({ engine }) => engine,
  Results: {
    value: ({ results }) => results,
    cell: ({ results, date, product, engine }) =>
      engine === null ? (
        results
      ) : (
        <Count of={results} to={addressOf('tasks', { status: 'SUCCEEDED', day: date, product, engine })} />
      ),
  },
  Charged: { value: ({ charged }) => charged, cell: ({ charged }) => <Usd amount={charged} /> },
  'With a cost': ({ resultsWithCost }) => resultsWithCost,
  Cost: { value: ({ cost }) => cost, cell: ({ cost }) => <MaybeUsd amount={cost} /> },
  Margin: { value: ({ margin }) => margin, cell: ({ margin }) => <MaybeUsd amount={margin} /> },
}

function MaybeUsd({ amount }: { readonly amount: string | null }) {
  return amount === null ? <Amount>–</Amount> : <Usd amount={amount} />
}

/** What customers paid for results beside what engines charge for them. */
export function Costs({ query }: { readonly query: URLSearchParams }) {
  const given = { from: query.get('from') ?? '', to: query.get('to') ?? '' }
  // Days that are over do not change, and today is read from its tasks.
  const reading = useLive('GET /costs', given, { everyMs: 60_000 })
  const { from, to, rows, total } = reading.data
  const known = `of ${total.resultsWithCost} of ${counted(total.results, 'result', 'results')}`
  return (
    <Page title="Costs" readings={[reading]}>
      <Filter label="Choose the days" of="costs">
        <Field label="First day, in UTC" name="from" defaultValue={from} placeholder="2026-03-01" />
        <Field label="Last day, in UTC" name="to" defaultValue={to} placeholder="2026-03-31" />
      </Filter>
      <div className="figures">
        <Figure term="Charged" value={<Usd amount={total.charged} />} note="what customers paid" />
        <Figure term="Cost" value={<MaybeUsd amount={total.cost} />} note={`what engines charge, ${known}`} />
        <Figure term="Margin" value={<MaybeUsd amount={total.margin} />} note={known} />
      </div>
      <ListTable
        caption="Costs by day, product and engine"
        columns={columns}
        rows={rows}
        idOf={({ date, product, engine }) => `${date} ${product} ${engine}`}
        empty="No result was made on these days."
        file={`costs-${from}-${to}`}
      />
      <p className="quiet">
        A cost is what <code>cost</code> in the providers file said when the task ended. An engine without one
        has none.
      </p>
    </Page>
  )
}
