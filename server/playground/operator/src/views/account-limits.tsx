import { request } from '../api.ts'
import { Field, Form } from '../parts/form.tsx'
import { accountCalled, counted } from '../parts/words.ts'
import type { OfAccount } from './statement.ts'

/** The limits of an account that are in force, and a form for its own. */
export function Limits({ statement }: OfAccount) {
  const { accountId, limits, ownLimits, tasksOpen } = statement
  const account = accountCalled(statement)
  return (
    <>
      <p className="quiet">
        {`In force: ${limits.openTasksMax ?? 'any number'} unfinished, ${limits.runningTasksMax ?? 'any number'} running, ${limits.generationRequestsPerMinute} generation requests a minute. A limit of tasks is a number, none, or default for the setting of the service; requests are a number or default.`}
      </p>
      <Form
        label="Set the limits"
        action="Set"
        defaults={{
          tasksOpenMax: `${ownLimits.tasksOpenMax}`,
          tasksRunningMax: `${ownLimits.tasksRunningMax}`,
          requestsPerMinute: `${ownLimits.requestsPerMinute}`,
        }}
        foretell={({ tasksOpenMax = '', tasksRunningMax = '', requestsPerMinute = '' }) =>
          `${unfinishedInWords(account, tasksOpenMax, tasksOpen)} ${runningInWords(tasksRunningMax)} ${requestsInWords(requestsPerMinute)}`
        }
        onSend={async ({ tasksOpenMax = '', tasksRunningMax = '', requestsPerMinute = '' }) => {
          const own = { tasksOpenMax, tasksRunningMax, requestsPerMinute }
          await request('POST /accounts/{accountId}/limits', { accountId, ...own })
          return `Limits of ${account} set to ${tasksOpenMax} unfinished and ${tasksRunningMax} running tasks, and ${requestsPerMinute} for requests a minute.`
        }}
      >
        <Field label="Unfinished tasks" name="tasksOpenMax" required placeholder="default" />
        <Field label="Tasks that run at once" name="tasksRunningMax" required placeholder="default" />
        <Field label="Generation requests a minute" name="requestsPerMinute" required placeholder="default" />
      </Form>
    </>
  )
}

function unfinishedInWords(account: string, limit: string, tasksOpen: number): string {
  if (limit === 'none') return `${account} can then have any number of unfinished tasks.`
  const most = /^\d+$/.test(limit)
    ? `at most ${counted(Number(limit), 'unfinished task', 'unfinished tasks')}`
    : 'as many unfinished tasks as the setting TASKS_OPEN_MAX says'
  return `${account} can then have ${most}; it has ${tasksOpen} now; further orders get 429 TOO_MANY_OPEN_TASKS.`
}

function runningInWords(limit: string): string {
  if (limit === 'none') return 'Any number of them can run at once.'
  return /^\d+$/.test(limit)
    ? `At most ${limit} of them run at once; further ones wait.`
    : 'As many of them run at once as the setting TASKS_RUNNING_MAX says; further ones wait.'
}

function requestsInWords(rate: string): string {
  const most = /^\d+$/.test(rate)
    ? `${counted(Number(rate), 'generation request', 'generation requests')} a minute`
    : 'as many generation requests a minute as the contract says'
  return `It can send ${most}; further ones get 429 RATE_LIMITED.`
}
