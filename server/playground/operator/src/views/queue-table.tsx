import type { Output } from '../api.ts'
import { Share } from '../parts/charts.tsx'
import { addressOf } from '../parts/filter.tsx'
import { Amount, Count, Product } from '../parts/marks.tsx'
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
        Waiting: ({ product, waiting }) => (
          <Count of={waiting} to={addressOf('tasks', { status: 'QUEUED', product })} />
        ),
        Share: ({ waiting }) => <Share part={waiting} whole={queue.waiting} />,
        'At limit': ({ blocked }) => blocked,
        Oldest: ({ waiting, blocked, oldestWaitingSeconds }) => (
          <Amount>{waiting === blocked ? '–' : duration(oldestWaitingSeconds)}</Amount>
        ),
        'Done in': ({ waiting, drainSeconds }) => (
          <Amount>{waiting === 0 || drainSeconds === null ? '–' : duration(drainSeconds)}</Amount>
        ),
      }}
    />
  )
}
