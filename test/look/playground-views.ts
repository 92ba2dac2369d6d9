import type { Task } from '@mediagen/sdk'
import type { Page } from 'playwright-core'

const taskId = 'mh0a1b2c3d4e5f6g7h8i9j0k'
const taskList = /\/api\/v1\/tasks\?limit=/

/** The states of the playground that its service alone does not show at will: the browser changes what it is told. */
export const playgroundViews = [
  view('empty', async (page) => {
    await page.route(taskList, (route) => route.fulfill({ json: { tasks: [], nextCursor: null } }))
    await page.reload()
    await page.locator('.hero .after img').waitFor()
  }),
  view('form', async (page) => {
    await openForm(page)
    await page.locator('.products').getByText('Image to image', { exact: true }).click()
    await page.locator('.tiles img').first().waitFor()
  }),
  view('result', async (page) => {
    // A picture that this browser ordered: what was made elsewhere has no prompt here.
    const url = await page.locator('#results article img').first().getAttribute('src')
    const images = [{ url: url ?? '', contentType: 'image/png' }]
    await order(page, { status: 'SUCCEEDED', output: { images } })
    await page.locator('.job .frame[data-shown=true]').waitFor()
  }),
  view('running', async (page) => {
    await order(page, { status: 'PROCESSING', progress: 40 })
    await stopClock(page, 3)
  }),
  view('slow', async (page) => {
    await order(page, { status: 'PROCESSING', usualSeconds: 30 })
    await stopClock(page, 95)
    await page.getByText('This takes longer than usual').waitFor()
  }),
  view('failed', (page) =>
    order(page, {
      status: 'FAILED',
      error: { code: 'PROVIDER_UNAVAILABLE', message: 'No engine could be reached.' },
    }),
  ),
  view('offline', async (page) => {
    await page.locator('.job img').first().waitFor()
    await page.context().setOffline(true)
    await page.locator('.banner').waitFor()
  }),
  view('away', async (page) => {
    await page.route('**/api/v1/**', (route) => route.abort())
    await page.reload()
    await page.locator('.banner').waitFor()
  }),
  view('no-balance', async (page) => {
    await page.route('**/api/v1/me', (route) =>
      route.fulfill({ json: { id: taskId, balance: '0.01', currency: 'USD' } }),
    )
    await page.reload()
    await openForm(page)
    await page.getByText('Nothing here costs less.').waitFor()
  }),
  view('no-key', async (page) => {
    await page.route('/', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/&quot;proxy&quot;:.*?,/, '')
      await route.fulfill({ response, body })
    })
    await page.reload()
    await page.locator('.no-key').waitFor()
    await page.locator('.hero .after img').waitFor()
  }),
]

function view(name: string, arrange: (page: Page) => Promise<unknown>) {
  const path = () => '/'
  return { name: `playground-${name}`, path, arrange: (page: Page) => arrange(page).then(() => undefined) }
}

/** The form is there on a wide page, and in a sheet on a phone. */
async function openForm(page: Page): Promise<void> {
  await page.locator('.composer, .make-bar').first().waitFor()
  if ((await page.locator('.composer').count()) === 0) await page.locator('.make-bar button').click()
  await page.locator('.composer').waitFor()
}

/** Lets seconds pass and then none: the page asks for its task no more, and comes to rest. */
async function stopClock(page: Page, seconds: number): Promise<void> {
  await page.clock.pauseAt(Date.now() + seconds * 1000)
}

const costStates = { PROCESSING: 'reserved', SUCCEEDED: 'charged', FAILED: 'refunded' } as const

interface Outcome {
  readonly status: keyof typeof costStates
  readonly output?: Task['output']
  readonly error?: Task['error']
  readonly progress?: number
  readonly usualSeconds?: number
}

/** Orders an image; what becomes of it is `outcome`, at once and for good. */
async function order(page: Page, outcome: Outcome): Promise<void> {
  const cost = {
    amount: '0.02',
    currency: 'USD',
    state: costStates[outcome.status],
  }
  const now = new Date().toISOString()
  const task = {
    id: taskId,
    type: 'image.generate',
    createdAt: now,
    startedAt: now,
    completedAt: outcome.status === 'PROCESSING' ? null : new Date(Date.now() + 2_600).toISOString(),
    output: null,
    error: null,
    cost,
    ...outcome,
  }
  await page.route('**/api/v1/images/generations', (route) =>
    route.fulfill({ status: 200, json: { id: taskId, status: 'QUEUED', createdAt: now, cost } }),
  )
  await page.route(`**/api/v1/tasks/${taskId}`, (route) => route.fulfill({ json: task }))
  await page.route(/\/api\/v1\/tasks\?ids=/, (route) =>
    route.fulfill({ json: { tasks: [task], nextCursor: null } }),
  )
  await page.clock.install()
  await openForm(page)
  await page.getByLabel('Prompt').fill('a lighthouse in a storm, oil on canvas')
  await page.locator('.composer [type=submit]').click()
  await page.locator(`.job[data-status=${outcome.status}]`).waitFor()
}
