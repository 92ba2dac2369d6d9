import { request } from '../api.ts'
import { useReload } from '../live.tsx'
import { Field, Form } from '../parts/form.tsx'
import { accountCalled, counted } from '../parts/words.ts'
import { useShell } from '../shell.ts'
import type { OfAccount } from './statement.ts'

/** The limits of an account's tasks that are in force, and a form for its own. */
export function Limits({ statement }: OfAccount) {
  const { announce } = useShell()
  const reload = useReload()
  const { accountId, limits, ownLimits, tasksOpen } = statement
  const account = accountCalled(statement)
  return (
    <>
      <p className="quiet">
        {`In force: ${limits.openTasksMax ?? 'any number'} unfinished, ${limits.runningTasksMax ?? 'any number'} running. A limit is a number, none, or default for the setting of the service.`}
      </p>
      <Form
        label="Set the task limits"
        action="Set"
        foretell={({ tasksOpenMax = '', tasksRunningMax = '' }) =>
          `${unfinishedInWords(account, tasksOpenMax, tasksOpen)} ${runningInWords(tasksRunningMax)}`
        }
        onSend={async ({ tasksOpenMax = '', tasksRunningMax = '' }) => {
          await request('POST /accounts/{accountId}/limits', { accountId, tasksOpenMax, tasksRunningMax })
          await reload()
          announce(
            `Limits of ${account} set to ${tasksOpenMax} unfinished and ${tasksRunningMax} running tasks.`,
          )
        }}
      >
        <Field
          label="Unfinished tasks"
          name="tasksOpenMax"
          required
          defaultValue={`${ownLimits.tasksOpenMax}`}
          placeholder="default"
        />
        <Field
          label="Tasks that run at once"
          name="tasksRunningMax"
          required
          defaultValue={`${ownLimits.tasksRunningMax}`}
          placeholder="default"
        />
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
