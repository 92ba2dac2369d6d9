import { productNames } from '../../../../src/core/domain/products.ts'
import { taskErrorCodes, taskStatuses } from '../../../../src/core/domain/tasks/task-states.ts'
import { type Output, request } from '../api.ts'
import { useLive, usePages } from '../live.tsx'
import { Page } from '../page.tsx'
import { Filter } from '../parts/filter.tsx'
import { Choice, Field } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { AccountLink, Badge, Code, TaskLink } from '../parts/marks.tsx'
import { accountName, called, duration, runningFor } from '../parts/words.ts'

type Task = Output<'GET /tasks'>['tasks'][number]

const columns: ListColumns<Task> = {
  Task: {
    value: ({ taskId }) => taskId,
    cell: ({ taskId, prompt }) => (
      <div className="task">
        <TaskLink id={taskId} />
        <span className="prompt">{prompt}</span>
      </div>
    ),
  },
  Status: { value: ({ status }) => status, cell: (task) => <Status task={task} /> },
  Request: ({ type, tier }) => `${type} ${tier}`,
  Cost: { usd: ({ cost }) => cost },
  Account: {
    value: (task) => accountName(task.accountName),
    cell: (task) => <AccountLink id={task.accountId} name={task.accountName} />,
  },
  Engine: ({ engine, status }) => engine ?? (status === 'FAILED' ? 'none took it' : null),
  Accepted: { time: ({ createdAt }) => createdAt },
  Took: { value: secondsOf, cell: tookOf, isNumber: true },
}

const hidden = {
  'Task error': ({ error }: Task) => error?.code ?? null,
  'Task message': ({ error }: Task) => error?.message ?? null,
  'Task started': ({ startedAt }: Task) => startedAt,
  'Task ended': ({ completedAt }: Task) => completedAt,
  'Task prompt': ({ prompt }: Task) => prompt,
  'Task key id': ({ keyId }: Task) => keyId,
  'Task account id': ({ accountId }: Task) => accountId,
}

function Status({ task: { status, error, attempt } }: { readonly task: Task }) {
  const note = error?.code ?? (attempt > 1 ? `attempt ${attempt}` : undefined)
  return (
    <div className="status">
      <Badge status={status} />
      {note !== undefined && <Code code={note} />}
    </div>
  )
}

/** From its acceptance to its end. */
function secondsOf({ createdAt, completedAt }: Task): number | null {
  return completedAt === null ? null : (Date.parse(completedAt) - Date.parse(createdAt)) / 1000
}

function tookOf(task: Task): string | null {
  const seconds = secondsOf(task)
  if (seconds !== null) return duration(seconds)
  return task.startedAt !== null && task.status === 'PROCESSING' ? runningFor(task.startedAt) : null
}

/** What tasks are looked for by, as the address and the API call it. */
const first = ['status', 'errorCode', 'account'] as const
const more = ['product', 'tier', 'engine', 'day', 'endedFrom', 'endedBefore', 'key', 'id'] as const

export function Tasks({ query }: { readonly query: URLSearchParams }) {
  const given = Object.fromEntries([...first, ...more].map((name) => [name, query.get(name) ?? '']))
  const pages = usePages('GET /tasks', given)
  const { data: offered } = useLive('GET /task-choices', { account: given.account }, { everyMs: 60_000 })
  return (
    <Page title="Tasks" readings={[pages]}>
      <Filter
        label="Filter the tasks"
        of="tasks"
        given={given}
        check={(values) => request('GET /tasks', { ...values, limit: '1' })}
      >
        <Choice label="Status" name="status" choices={taskStatuses} />
        <Choice label="Error code" name="errorCode" choices={taskErrorCodes} />
        <Field label="Account: id, name or reference" name="account" maxLength={200} />
        <details className="more" open={more.some((name) => given[name])}>
          <summary>More</summary>
          <Choice label="Product" name="product" choices={productNames} />
          <Choice label="Resolution" name="tier" choices={offered.tiers} />
          <Choice label="Engine" name="engine" choices={offered.engines} />
          <Field label="Day of its end, in UTC" name="day" type="date" />
          <Field label="Or ended since, in UTC" name="endedFrom" placeholder="2026-03-31T18:00:00Z" />
          <Field label="And before, in UTC" name="endedBefore" placeholder="2026-04-01" />
          {given.account ? (
            <Choice
              label="Key"
              name="key"
              choices={offered.keys.map(({ keyId, name }) => [keyId, called(keyId, name)])}
            />
          ) : (
            <Field label="Key id" name="key" maxLength={64} />
          )}
          <Field label="Task id, or its beginning" name="id" maxLength={64} />
        </details>
      </Filter>
      <ListTable
        caption="Tasks"
        columns={columns}
        hidden={hidden}
        rows={pages.data.pages.flatMap(({ tasks }) => tasks)}
        idOf={({ taskId }) => taskId}
        empty={pages.hasNextPage ? 'None among those that were read so far.' : 'None.'}
        file="tasks"
        note={extentOf(pages.data.pages)}
        pages={pages}
      />
    </Page>
  )
}

/** How many there are, or how far has been read of what may match. */
function extentOf(pages: readonly Output<'GET /tasks'>[]): string {
  const { total, read } = pages.at(-1) ?? {}
  if (total) return ` of ${total.toLocaleString('en')}`
  if (!read) return ''
  const all = read.of === null ? '' : ` of ${read.of.toLocaleString('en')}`
  return `, ${read.tasks.toLocaleString('en')}${all} read`
}
