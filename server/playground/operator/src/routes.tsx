import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import { Account } from './views/account.tsx'
import { Accounts } from './views/accounts.tsx'
import { Audit } from './views/audit.tsx'
import { Costs } from './views/costs.tsx'
import { Overview } from './views/overview.tsx'
import { Service } from './views/service.tsx'
import { Task } from './views/task.tsx'
import { Tasks } from './views/tasks.tsx'

/** What follows `#/`, and its view. The query is what follows `?` in it. */
const routes: readonly (readonly [RegExp, (id: string, query: URLSearchParams) => ReactNode])[] = [
  [/^$/, () => <Overview />],
  [/^accounts$/, (_, query) => <Accounts query={query} />],
  [/^accounts\/([^/]+)$/, (accountId) => <Account accountId={accountId} />],
  [/^tasks$/, (_, query) => <Tasks query={query} />],
  [/^tasks\/([^/]+)$/, (taskId) => <Task taskId={taskId} />],
  [/^costs$/, (_, query) => <Costs query={query} />],
  [/^service$/, () => <Service />],
  [/^audit$/, (_, query) => <Audit query={query} />],
]

export function View({ address }: { readonly address: string }): ReactNode {
  const [path = '', search = ''] = address.split('?')
  for (const [pattern, view] of routes) {
    const match = pattern.exec(path)
    if (match !== null) return view(decodeURIComponent(match[1] ?? ''), new URLSearchParams(search))
  }
  return (
    <Page title="No such page">
      <p>Choose a section above.</p>
    </Page>
  )
}
