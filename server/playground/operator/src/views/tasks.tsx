import type { Output } from '../api.ts'
import { usePages } from '../live.tsx'
import { Page } from '../page.tsx'
import { Choice, Field, Form } from '../parts/form.tsx'
import { type ListColumns, ListTable } from '../parts/list-table.tsx'
import { AccountLink, Amount, Badge, Code, TaskLink, Time, Usd } from '../parts/marks.tsx'
import { accountName, duration, runningFor } from '../parts/words.ts'

type Task = Output<'GET /tasks'>['tasks'][number]

const statuses = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const

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

export function Tasks({ query }: { readonly query: URLSearchParams }) {
  const status = query.get('status') ?? ''
  const account = query.get('account') ?? ''
  const pages = usePages('GET /tasks', { status, account })
  return (
    <Page title="Tasks" readings={[pages]}>
      <Form
        label="Filter the tasks"
        action="Show"
        buttonClass=""
        onSend={({ task, ...given }) => {
          location.hash = task
            ? `#/tasks/${encodeURIComponent(task)}`
            : `#/tasks?${new URLSearchParams(Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])))}`
        }}
      >
        <Choice
          label="Status"
          name="status"
          value={status}
          choices={[['', 'Any'], ...statuses.map((one) => [one, one] as const)]}
        />
        <Field label="Account id" name="account" defaultValue={account} maxLength={64} />
        <Field label="Or the id of one task" name="task" maxLength={64} />
      </Form>
      <ListTable
        caption="Tasks"
        columns={columns}
        hidden={hidden}
        rows={pages.data.pages.flatMap(({ tasks }) => tasks)}
        idOf={({ taskId }) => taskId}
        empty="None among those that were looked at."
        file="tasks"
        pages={pages}
      />
    </Page>
  )
}
