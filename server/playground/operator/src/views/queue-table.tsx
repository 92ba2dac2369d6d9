import type { Output } from '../api.ts'
import { Share } from '../parts/charts.tsx'
import { Amount, Product } from '../parts/marks.tsx'
import { Table } from '../parts/table.tsx'
import { duration } from '../parts/words.ts'

/** What waits, by product. */
export function QueueTable({ queue }: { readonly queue: Output<'GET /queue'> }) {
  return (
    <Table
      caption="Waiting tasks by product"
      isCompact
      rows={queue.products}
      empty="There is no product."
      columns={{
        Product: ({ product }) => <Product name={product} />,
        Waiting: ({ waiting }) => waiting,
        Share: ({ waiting }) => <Share part={waiting} whole={queue.waiting} />,
        'At limit': ({ held }) => held,
        Oldest: ({ waiting, held, oldestWaitingSeconds }) => (
          <Amount>{waiting === held ? '–' : duration(oldestWaitingSeconds)}</Amount>
        ),
      }}
    />
  )
}
