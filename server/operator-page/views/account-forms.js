/** @import { StatementView } from '../../src/operator/views.ts' */
import { request } from '../api.js'
import { element } from '../dom.js'
import { accountCalled, counted } from '../format.js'
import { announce, field, form } from '../pages.js'

/** @param {StatementView} statement */
export function limitsInForce({ limits: { openTasksMax, runningTasksMax } }) {
  const text = `In force: ${openTasksMax ?? 'any number'} unfinished, ${runningTasksMax ?? 'any number'} running. A limit is a number, none, or default for the setting of the service.`
  return element('p', { class: 'quiet' }, text)
}

/**
 * @param {StatementView} statement
 * @param {() => Promise<void>} reload
 */
export function limitsForm({ accountId, name, ownLimits, tasksOpen }, reload) {
  const limit = (/** @type {string} */ label, /** @type {'tasksOpenMax' | 'tasksRunningMax'} */ name) =>
    field(label, { name, required: true, value: `${ownLimits[name]}`, placeholder: 'default' })
  return form(
    {
      label: 'Set the task limits',
      action: 'Set',
      foretell: ({ tasksOpenMax = '', tasksRunningMax = '' }) =>
        [
          unfinishedInWords(accountCalled({ accountId, name }), tasksOpenMax, tasksOpen),
          runningInWords(tasksRunningMax),
        ].join(' '),
    },
    [limit('Unfinished tasks', 'tasksOpenMax'), limit('Tasks that run at once', 'tasksRunningMax')],
    async ({ tasksOpenMax = '', tasksRunningMax = '' }) => {
      await request('POST /accounts/{accountId}/limits', { accountId, tasksOpenMax, tasksRunningMax })
      await reload()
      announce(
        `Limits of ${accountCalled({ accountId, name })} set to ${tasksOpenMax} unfinished and ${tasksRunningMax} running tasks.`,
      )
    },
  )
}

/**
 * @param {string} account
 * @param {string} limit as the form has it
 * @param {number} tasksOpen
 */
function unfinishedInWords(account, limit, tasksOpen) {
  const refused = `it has ${tasksOpen} now; further orders get 429 TOO_MANY_OPEN_TASKS.`
  if (limit === 'none') return `${account} can then have any number of unfinished tasks.`
  return /^\d+$/.test(limit)
    ? `${account} can then have at most ${counted(Number(limit), 'unfinished task', 'unfinished tasks')}; ${refused}`
    : `${account} can then have as many unfinished tasks as the setting TASKS_OPEN_MAX says; ${refused}`
}

/** @param {string} limit as the form has it */
function runningInWords(limit) {
  if (limit === 'none') return 'Any number of them can run at once.'
  return /^\d+$/.test(limit)
    ? `At most ${limit} of them run at once; further ones wait.`
    : 'As many of them run at once as the setting TASKS_RUNNING_MAX says; further ones wait.'
}
