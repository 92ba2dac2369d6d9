import type { Output } from '../api.ts'
import { addressOf } from '../links.ts'
import { Words } from '../parts/marks.tsx'
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
        Product: ({ product }) => <Words of={product} />,
        Waiting: {
          count: ({ waiting }) => waiting,
          to: ({ product }) => addressOf('tasks', { status: 'QUEUED', product }),
        },
        'At limit': ({ blocked }) => blocked,
        Oldest: {
          measure: ({ waiting, blocked, oldestWaitingSeconds }) =>
            waiting === blocked ? null : oldestWaitingSeconds,
          text: duration,
        },
        'Done in': {
          measure: ({ waiting, drainSeconds }) => (waiting === 0 ? null : drainSeconds),
          text: duration,
        },
      }}
    />
  )
}
