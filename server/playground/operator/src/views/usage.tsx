import type { Output } from '../api.ts'
import { Usd } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'

/** What an account used in the last 31 days. */
export function Usage({ from, to, charged, days }: Output<'GET /accounts/{accountId}/usage'>) {
  return (
    <>
      <p>
        {from} to {to}, in UTC: <Usd amount={charged} />
      </p>
      <Table
        caption="Usage by day, product and key"
        rows={days.toReversed()}
        idOf={({ date, product, keyId }) => `${date} ${product} ${keyId}`}
        empty="No task has ended in these days."
        columns={{
          Day: ({ date }) => date,
          Product: ({ product }) => product,
          'Key id': ({ keyId }) => <span className="id">{keyId ?? '–'}</span>,
          Succeeded: ({ succeeded }) => succeeded,
          Failed: ({ failed }) => failed,
          Cancelled: ({ cancelled }) => cancelled,
          Charged: (day) => <Usd amount={day.charged} />,
        }}
      />
    </>
  )
}
