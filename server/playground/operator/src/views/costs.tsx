import { costColumns } from '../../../../src/operator/cost-columns.ts'
import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { useLive } from '../live.tsx'
import { Page } from '../page.tsx'
import { Figure } from '../parts/figure.tsx'
import { Filter } from '../parts/filter.tsx'
import { Choice, Field } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { Usd } from '../parts/marks.tsx'
import { counted } from '../parts/words.ts'

type CostsOutput = Output<'GET /costs'>
type Row = CostsOutput['rows'][number]

/** What customers paid for results beside what engines charge for them. */
export function Costs({ query }: { readonly query: URLSearchParams }) {
  const given = Object.fromEntries(['from', 'to', 'by'].map((name) => [name, query.get(name) ?? '']))
  // Days that are over do not change, and today is read from its tasks.
  const reading = useLive('GET /costs', given, { everyMs: 60_000 })
  const { from, to, rows, total } = reading.data
  const by = reading.data.by.join(',')
  const known = `of ${total.resultsWithCost} of ${counted(total.results, 'result', 'results')}`
  return (
    <Page title="Costs" readings={[reading]}>
      <Filter label="Choose the days" of="costs" given={{ from, to, by }}>
        <Field label="First day, in UTC" name="from" type="date" />
        <Field label="Last day, in UTC" name="to" type="date" />
        <Choice label="Summed by" name="by" choices={sums} isOptional={false} />
      </Filter>
      <p className="links">
        {periods().map(([name, days]) => (
          <a key={name} href={addressOf('costs', { ...days, by })}>
            {name}
          </a>
        ))}
      </p>
      <div className="figures">
        <Figure term="Charged" value={<Usd amount={total.charged} />} note="what customers paid" />
        <Figure term="Cost" value={<Usd amount={total.cost} />} note={`what engines charge, ${known}`} />
        <Figure term="Margin" value={<Usd amount={total.margin} />} note={known} />
      </div>
      <ListTable
        caption={`Costs by ${reading.data.by.join(', ')}`}
        columns={columnsOf(reading.data)}
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

const sums = [
  'day,product,engine',
  'day,product',
  'day,engine',
  'product,engine',
  'day',
  'product',
  'engine',
].map((keys) => [keys, keys.replaceAll(',', ', ')] as const)

function columnsOf({ by, from, to }: CostsOutput): ListColumns<Row> {
  const ended = { status: 'SUCCEEDED', endedFrom: from, endedBefore: dateOf(Date.parse(to) + dayMs) }
  const tasksOf = ({ date, product, engine }: Row) =>
    addressOf('tasks', {
      ...(date ? { status: 'SUCCEEDED', day: date } : ended),
      product,
      engine: engine ?? '',
    })
  return {
    ...Object.fromEntries(
      costColumns(by).map(({ heading, read, isNumber }) => [heading, { value: read, cell: read, isNumber }]),
    ),
    Results: { count: ({ results }) => results, to: tasksOf },
  }
}

const dayMs = 86_400_000
const dateOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)

/** What is often asked for, in UTC as the days are. */
function periods(): readonly (readonly [
  name: string,
  days: { readonly from: string; readonly to: string },
])[] {
  const now = new Date()
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const monday = day - ((now.getUTCDay() + 6) % 7)
  const date = (ofMonth: number, ofDay: number) => dateOf(Date.UTC(year, ofMonth, ofDay))
  return [
    ['This week', { from: date(month, monday), to: date(month, day) }],
    ['Last week', { from: date(month, monday - 7), to: date(month, monday - 1) }],
    ['This month', { from: date(month, 1), to: date(month, day) }],
    ['Last month', { from: date(month - 1, 1), to: date(month, 0) }],
  ]
}
