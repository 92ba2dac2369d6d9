import { productNames } from '../../../../src/core/domain/products.ts'
import { taskErrorCodes, taskStatuses } from '../../../../src/core/domain/tasks/task-states.ts'
import { type Output, request } from '../api.ts'
import { usePages } from '../live.tsx'
import { Page } from '../page.tsx'
import { Filter } from '../parts/filter.tsx'
import { Choice, Field, type Values } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { AccountLink, Amount, Badge, Code, TaskLink, Time, Usd } from '../parts/marks.tsx'
import { accountName, duration, runningFor } from '../parts/words.ts'

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
  Cost: { value: ({ cost }) => cost, cell: ({ cost }) => <Usd amount={cost} /> },
  Account: {
    value: (task) => accountName(task.accountName),
    cell: (task) => <AccountLink id={task.accountId} name={task.accountName} />,
  },
  Engine: ({ engine }) => engine,
  Accepted: { value: ({ createdAt }) => createdAt, cell: ({ createdAt }) => <Time at={createdAt} /> },
  Took: { value: secondsOf, cell: (task) => <Amount>{tookOf(task)}</Amount> },
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

function tookOf(task: Task): string {
  const seconds = secondsOf(task)
  if (seconds !== null) return duration(seconds)
  return task.startedAt !== null && task.status === 'PROCESSING' ? runningFor(task.startedAt) : '–'
}

/** What tasks are looked for by, as the address and the API call it. */
const filters = [
  'status',
  'errorCode',
  'account',
  'product',
  'tier',
  'engine',
  'day',
  'endedFrom',
  'key',
  'id',
]

export function Tasks({ query }: { readonly query: URLSearchParams }) {
  const given = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? '']))
  const pages = usePages('GET /tasks', given)
  return (
    <Page title="Tasks" readings={[pages]}>
      <Filter
        label="Filter the tasks"
        of="tasks"
        check={(values) => request('GET /tasks', { ...values, limit: '1' })}
      >
        <TaskFields given={given} />
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

function TaskFields({ given }: { readonly given: Values }) {
  const { status = '', errorCode = '', account, product = '', ...rest } = given
  const text = (label: string, name: string, placeholder?: string) => (
    <Field label={label} name={name} defaultValue={given[name]} placeholder={placeholder} maxLength={64} />
  )
  return (
    <>
      <Choice label="Status" name="status" value={status} choices={taskStatuses} />
      <Choice label="Error code" name="errorCode" value={errorCode} choices={taskErrorCodes} />
      <Field label="Account: id, name or reference" name="account" defaultValue={account} maxLength={200} />
      <details className="more" open={product !== '' || Object.values(rest).some((value) => value)}>
        <summary>More</summary>
        <Choice label="Product" name="product" value={product} choices={productNames} />
        {text('Resolution', 'tier', '2k')}
        {text('Engine', 'engine')}
        {text('Day of its end, in UTC', 'day', '2026-03-31')}
        {text('Or ended since, in UTC', 'endedFrom', '2026-03-31T18:00:00Z')}
        {text('Key id', 'key')}
        {text('Task id, or its beginning', 'id')}
      </details>
    </>
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
