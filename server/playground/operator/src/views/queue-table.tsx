import type { Output } from '../api.ts'
import { Share } from '../parts/charts.tsx'
import { Product } from '../parts/marks.tsx'
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
      columns={[
        { heading: 'Product', cell: ({ product }) => <Product name={product} /> },
        { heading: 'Waiting', cell: ({ waiting }) => waiting, isNumber: true },
        {
          heading: 'Share',
          className: 'share-of',
          cell: ({ waiting }) => <Share part={waiting} whole={queue.waiting} />,
        },
        { heading: 'At limit', cell: ({ held }) => held, isNumber: true },
        {
          heading: 'Oldest',
          cell: ({ waiting, held, oldestWaitingSeconds }) =>
            waiting === held ? '–' : duration(oldestWaitingSeconds),
          isNumber: true,
        },
      ]}
    />
  )
}
