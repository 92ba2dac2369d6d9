import type { Cookie, Page } from 'playwright-core'
import type { OperatorStage } from './operator-stage.ts'
import { playgroundViews } from './playground-views.ts'

/** What there is to see: the account of the pages, and things to look at. */
export interface Stage {
  /** A task that succeeded. */
  readonly taskId: string
  readonly operator: OperatorStage
}

/** A page in a state that somebody meets. */
export interface View {
  readonly name: string
  readonly path: (stage: Stage) => string
  /** Brings the open page into the state. @default as it opens */
  readonly arrange?: (page: Page, stage: Stage) => Promise<void>
}

const plain = (name: string, path: string): View => ({ name, path: () => path })

let session: Cookie[] | undefined

/** Signs in once: the audit of an operator is not full of it. */
async function signIn(page: Page, { operator }: Stage): Promise<void> {
  await operator.fillQueue()
  if (session !== undefined) {
    await page.context().addCookies(session)
    await page.reload()
  } else {
    await page.locator('input[type=password]').fill(operator.adminToken)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  session = await page.context().cookies()
}

const operator = (name: string, route: (stage: Stage) => string): View => ({
  name: `operator-${name}`,
  path: () => '/admin',
  arrange: async (page, stage) => {
    await signIn(page, stage)
    await page.goto(`/admin#/${route(stage)}`)
  },
})

/** In the order in which the overview shows them. */
export const views: readonly View[] = [
  plain('playground', '/'),
  ...playgroundViews,
  plain('gallery', '/gallery'),
  plain('status', '/status'),
  plain('docs-home', '/docs/'),
  plain('docs-runbook', '/docs/runbook'),
  plain('docs-guide', '/docs/guides/first-image'),
  plain('docs-error', '/docs/errors/INSUFFICIENT_BALANCE'),
  plain('docs-not-found', '/docs/nothing'),
  plain('reference', '/api/docs'),
  plain('reference-operation', '/docs/api/generateImage'),
  plain('operator-sign-in', '/admin'),
  operator('overview', () => ''),
  operator('accounts', () => 'accounts'),
  operator('account', (stage) => `accounts/${stage.operator.accountId}`),
  operator('tasks', () => 'tasks'),
  operator('task', ({ taskId }) => `tasks/${taskId}`),
  operator('task-failed', (stage) => `tasks/${stage.operator.failedTaskId}`),
  operator('service', () => 'service'),
  operator('costs', () => 'costs'),
  operator('audit', () => 'audit'),
]
