import { request } from '../api.ts'
import { useReload } from '../live.tsx'
import { Field, Form, type Values } from '../parts/form.tsx'
import { accountCalled, counted } from '../parts/words.ts'
import { useShell } from '../shell.ts'
import type { OfAccount } from './account.tsx'

/** How many unfinished and running tasks an account may have, in force and as a form. */
export function Limits({ statement }: OfAccount) {
  const { accountId, limits, ownLimits, tasksOpen } = statement
  const { announce } = useShell()
  const reload = useReload()
  const account = accountCalled(statement)
  const set = async ({ tasksOpenMax = '', tasksRunningMax = '' }: Values) => {
    await request('POST /accounts/{accountId}/limits', { accountId, tasksOpenMax, tasksRunningMax })
    await reload()
    announce(`Limits of ${account} set to ${tasksOpenMax} unfinished and ${tasksRunningMax} running tasks.`)
  }
  const limit = (label: string, name: keyof typeof ownLimits) => (
    <Field label={label} name={name} required defaultValue={`${ownLimits[name]}`} placeholder="default" />
  )
  return (
    <>
      <p className="quiet">
        In force: {limits.openTasksMax ?? 'any number'} unfinished, {limits.runningTasksMax ?? 'any number'}{' '}
        running. A limit is a number, none, or default for the setting of the service.
      </p>
      <Form
        label="Set the task limits"
        action="Set"
        foretell={({ tasksOpenMax = '', tasksRunningMax = '' }) =>
          `${unfinishedInWords(account, tasksOpenMax, tasksOpen)} ${runningInWords(tasksRunningMax)}`
        }
        onSend={set}
      >
        {limit('Unfinished tasks', 'tasksOpenMax')}
        {limit('Tasks that run at once', 'tasksRunningMax')}
      </Form>
    </>
  )
}

/** `limit` is as the form has it. */
function unfinishedInWords(account: string, limit: string, tasksOpen: number): string {
  const refused = `it has ${tasksOpen} now; further orders get 429 TOO_MANY_OPEN_TASKS.`
  if (limit === 'none') return `${account} can then have any number of unfinished tasks.`
  return /^\d+$/.test(limit)
    ? `${account} can then have at most ${counted(Number(limit), 'unfinished task', 'unfinished tasks')}; ${refused}`
    : `${account} can then have as many unfinished tasks as the setting TASKS_OPEN_MAX says; ${refused}`
}

/** `limit` is as the form has it. */
function runningInWords(limit: string): string {
  if (limit === 'none') return 'Any number of them can run at once.'
  return /^\d+$/.test(limit)
    ? `At most ${limit} of them run at once; further ones wait.`
    : 'As many of them run at once as the setting TASKS_RUNNING_MAX says; further ones wait.'
}
