/** @import { TaskView } from '../../src/operator/task-views.ts' */
import { get } from '../api.js'
import { addRows, element, table } from '../dom.js'
import { accountLink, badge, taskLink, time, usd } from '../format.js'
import { field, form, pagedList } from '../pages.js'

const statuses = ['', 'QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED']

/** @type {import('../dom.js').Column<TaskView>[]} */
const columns = [
  { heading: 'Task', cell: ({ taskId }) => taskLink(taskId) },
  { heading: 'Status', cell: (task) => statusOf(task) },
  { heading: 'Request', cell: ({ type, tier }) => `${type} ${tier}` },
  { heading: 'Cost', cell: ({ cost }) => usd(cost), isNumber: true },
  { heading: 'Account', cell: ({ accountId, accountName }) => accountLink(accountId, accountName) },
  { heading: 'Engine', cell: ({ engine }) => engine ?? '–' },
  { heading: 'Accepted', cell: ({ createdAt }) => time(createdAt) },
  { heading: 'Prompt', cell: ({ prompt }) => element('span', { class: 'prompt' }, prompt) },
]

/** @param {TaskView} task */
function statusOf({ status, error, attempt }) {
  const note = error === null ? (attempt > 1 ? ` attempt ${attempt}` : '') : ` ${error.code}`
  return element('span', {}, badge(status), note)
}

/** @param {URLSearchParams} query */
export async function tasksPage(query) {
  const status = query.get('status') ?? ''
  const account = query.get('account') ?? ''
  const list = await pagedList({
    load: async (cursor) => {
      const { tasks, next } = await get('/tasks', { status, account, cursor })
      return { rows: tasks, next }
    },
    show: (rows) => table('Tasks', columns, rows, 'None among those that were looked at.'),
    add: (shown, rows) => addRows(/** @type {HTMLTableElement} */ (shown).tBodies[0] ?? shown, columns, rows),
  })
  return { title: 'Tasks', content: [filter(status, account), list] }
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
  const owner = field('Account', { name: 'account', value: account, maxlength: '64' })
  const task = field('Or one task, by its id', { name: 'task', maxlength: '64' })
  return form(
    { label: 'Narrow the list', action: 'Show', isPrimary: false },
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
