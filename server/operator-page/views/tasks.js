/** @import { TaskView } from '../../src/operator/task-views.ts' */
import { request } from '../api.js'
import { element } from '../dom.js'
import {
  accountLink,
  accountName,
  badge,
  codeText,
  duration,
  runningFor,
  taskLink,
  time,
  usd,
} from '../format.js'
import { field, form, pagedList } from '../pages.js'
import { listTable } from '../tables.js'

const statuses = ['', 'QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED']

/** @type {import('../tables.js').ListColumn<TaskView>[]} */
const columns = [
  { heading: 'Task', cell: (task) => taskOf(task), value: ({ taskId }) => taskId },
  { heading: 'Status', cell: (task) => statusOf(task), value: ({ status }) => status },
  {
    heading: 'Request',
    cell: ({ type, tier }) => `${type} ${tier}`,
    value: ({ type, tier }) => `${type} ${tier}`,
  },
  { heading: 'Cost', cell: ({ cost }) => usd(cost), value: ({ cost }) => cost, isNumber: true },
  {
    heading: 'Account',
    cell: (task) => accountLink(task.accountId, task.accountName),
    value: (task) => accountName(task.accountName),
  },
  { heading: 'Engine', cell: ({ engine }) => engine ?? '–', value: ({ engine }) => engine },
  { heading: 'Accepted', cell: ({ createdAt }) => time(createdAt), value: ({ createdAt }) => createdAt },
  { heading: 'Took', cell: (task) => tookOf(task), value: (task) => secondsOf(task), isNumber: true },
  ...hidden(
    ['error', ({ error }) => error?.code ?? null],
    ['message', ({ error }) => error?.message ?? null],
  ),
  ...hidden(['started', ({ startedAt }) => startedAt], ['ended', ({ completedAt }) => completedAt]),
  ...hidden(['prompt', ({ prompt }) => prompt], ['key id', ({ keyId }) => keyId]),
  ...hidden(['account id', ({ accountId }) => accountId]),
]

/**
 * @param {...[string, (task: TaskView) => string | null]} named
 * @returns {import('../tables.js').ListColumn<TaskView>[]}
 */
function hidden(...named) {
  return named.map(([name, value]) => ({ heading: `Task ${name}`, cell: value, value, isHidden: true }))
}

/** @param {TaskView} task */
function taskOf({ taskId, prompt }) {
  return element('div', { class: 'task' }, taskLink(taskId), element('span', { class: 'prompt' }, prompt))
}

/** @param {TaskView} task */
function statusOf({ status, error, attempt }) {
  const note = error === null ? (attempt > 1 ? `attempt ${attempt}` : null) : error.code
  return element('div', { class: 'status' }, badge(status), note === null ? null : codeText(note))
}

/**
 * From its acceptance to its end.
 * @param {TaskView} task
 */
function secondsOf({ createdAt, completedAt }) {
  return completedAt === null ? null : (Date.parse(completedAt) - Date.parse(createdAt)) / 1000
}

/** @param {TaskView} task */
function tookOf(task) {
  const seconds = secondsOf(task)
  if (seconds !== null) return duration(seconds)
  return task.startedAt !== null && isRunning(task) ? runningFor(task.startedAt) : '–'
}

/** @param {TaskView} task */
function isRunning({ status }) {
  return status === 'PROCESSING'
}

/** @param {URLSearchParams} query */
export async function tasksPage(query) {
  const status = query.get('status') ?? ''
  const account = query.get('account') ?? ''
  const list = await pagedList({
    load: async (cursor) => {
      const { tasks, next } = await request('GET /tasks', { status, account, cursor })
      return { rows: tasks, next }
    },
    list: listTable({
      caption: 'Tasks',
      columns,
      empty: 'None among those that were looked at.',
      file: 'tasks',
      ages: isRunning,
    }),
  })
  return { title: 'Tasks', content: [filter(status, account), list.node], live: list.live }
}

/**
 * @param {string} status
 * @param {string} account
 */
function filter(status, account) {
  const options = statuses.map((value) =>
    element('option', { value, selected: value === status }, value === '' ? 'Any' : value),
  )
  const select = element(
    'div',
    { class: 'field' },
    element('label', { for: 'field-status' }, 'Status'),
    element('select', { id: 'field-status', name: 'status' }, options),
  )
  const owner = field('Account id', { name: 'account', value: account, maxlength: '64' })
  const task = field('Or the id of one task', { name: 'task', maxlength: '64' })
  return form(
    { label: 'Filter the tasks', action: 'Show', isPrimary: false },
    [select, owner, task],
    async (values) => {
      if (values.task) {
        location.hash = `#/tasks/${encodeURIComponent(values.task)}`
        return
      }
      const given = Object.entries(values).filter(([name, value]) => name !== 'task' && value !== '')
      location.hash = `#/tasks?${new URLSearchParams(given)}`
    },
  )
}
