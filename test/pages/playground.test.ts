import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { startPrism } from '../support/prism.ts'
import { playgroundFolder as folder, startPreview } from './support/playground-preview.ts'

type Page = WatchedPage['page']

const photo = fileURLToPath(new URL('../../examples/basics/photo.jpg', import.meta.url))
const run = promisify(execFile)

/** A tag that runs where a page takes text for markup. */
const hostile = '"><img src=x onerror=window.broken=1><script>window.broken=1</script>'

/** What a page loads before its images, with gzip. */
const pageBytesMax = 180 * 1024
const scriptBytesMax = 120_000

/** How long one step may take, on a machine with other work. */
const stepMsMax = 20_000

const job = (page: Page, status: string) => page.locator(`.job[data-status=${status}]`)
const product = (page: Page, name: string) => page.locator('.products').getByText(name, { exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const send = (page: Page) => page.locator('.composer [type=submit]')

async function open(baseUrl: string, options?: Parameters<typeof openPage>[1]): Promise<WatchedPage> {
  const watched = await openPage(baseUrl, options)
  onTestFinished(() => watched.close())
  // A step that does not come about is named before the test is over.
  watched.page.setDefaultTimeout(stepMsMax)
  await watched.page.goto('/')
  await watched.page.locator('.balance').waitFor()
  return watched
}

/** Moves the focus on by the keyboard until it is at what is looked for. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}

/** The code that the page shows of a request. */
async function codeOf(page: Page, kind: string): Promise<string> {
  await button(page, 'Show as code').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(kind, { exact: true }).click()
  const text = await dialog.locator('pre').innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  return text
}

test('the page without its images is small', async () => {
  const assets = await readdir(join(folder, 'dist', 'playground'))
  const files = ['index.html', ...assets.map((name) => join('playground', name))]
  const sizes = await Promise.all(
    files.map(async (name) => gzipSync(await readFile(join(folder, 'dist', name))).length),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(pageBytesMax)
  // What is loaded at a click later, as the code of a request is, no visitor waits for.
  const index = await readFile(join(folder, 'dist', 'index.html'), 'utf8')
  const scripts = sizes.filter((_size, at) => files[at]?.endsWith('.js') && index.includes(files[at]))
  expect(scripts).not.toEqual([])
  expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(scriptBytesMax)
})

describeInBrowser('the playground on the real service', () => {
  let machine: Machine
  let apiKey: string
  beforeAll(async () => {
    machine = await createMachine()
    const { output } = await machine.start('serve')
    expect(output()).toMatch(/serving on \S+\s+Playground {5}\S+\/\n/)
    apiKey = /Demo API key\s+(\S+)/.exec(output())?.[1] ?? ''
  })
  afterAll(() => machine?.remove())

  test('leads from an empty browser to a saved video by clicks alone, and no key reaches the page', async () => {
    const watched = await openPage(machine.baseUrl, { acceptDownloads: true })
    onTestFinished(() => watched.close())
    const { page } = watched
    const sent: string[] = []
    page.on('request', (request) => sent.push(JSON.stringify(request.headers())))
    await page.goto('/')
    await page
      .locator('.gallery .card', { has: page.locator('.badge') })
      .first()
      .click()
    await page.getByText('Uploaded when you send the request').waitFor()
    await send(page).click()
    await job(page, 'SUCCEEDED').locator('video').waitFor({ timeout: 50_000 })
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download').click()])
    const video = await readFile(await download.path())
    expect(download.suggestedFilename()).toMatch(/^mediagen-\d+\.mp4$/)
    expect(video.subarray(4, 8).toString()).toBe('ftyp')
    await expect.poll(() => page.locator('.job .money').textContent()).toMatch(/^0\.\d+ USD charged$/)

    expect(sent.join('')).not.toContain('authorization')
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(`${await page.content()}${kept}${sent}`).not.toContain(apiKey)
    const paintMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    expect(paintMs).toBeLessThan(3_000)
    expect([watched.errors, watched.outsideRequests]).toEqual([[], []])
    expect(await seriousViolations(page)).toEqual([])

    const folder = await mkdtemp(join(tmpdir(), 'mediagen-copied-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await copyFile(photo, join(folder, 'photo.jpg'))
    const options = { cwd: folder, env: { ...process.env, MEDIAGEN_API_KEY: apiKey } }
    const { stdout } = await run('/bin/sh', ['-euc', await codeOf(page, 'curl')], options)
    expect(stdout).toContain('"status":"QUEUED"')
  }, 90_000)

  test('shows a video as in progress for as long as it is rendered, and reads it at most once for each state', async () => {
    const { page } = await open(machine.baseUrl)
    const reads: string[] = []
    page.on('response', async (response) => {
      // A hold that ends without a change is 304, on a machine that renders for more than 30 seconds.
      if (!/\/tasks\/.+$/.test(new URL(response.url()).pathname) || response.status() !== 200) return
      const { status, progress = '' } = await response.json()
      reads.push(`${status} ${progress}`)
    })
    await product(page, 'Text to video').click()
    await page.locator('textarea').first().fill('waves on a beach')
    await send(page).click()
    await job(page, 'PROCESSING')
      .locator('.status')
      .getByText(/^Rendering for \d+ s$/)
      .waitFor()
    await job(page, 'SUCCEEDED').locator('video').waitFor({ timeout: 50_000 })
    // Its start or its end may have been seen in the list of tasks.
    expect(reads.length).toBeGreaterThan(0)
    expect(new Set(reads).size).toBe(reads.length)
  }, 90_000)

  test('makes an image by keyboard alone, finds it again after a reload, and shows code that runs', async () => {
    const watched = await open(machine.baseUrl)
    const { page } = watched
    await tabTo(page, 'textarea')
    await page.keyboard.type('a lighthouse at sunset')
    await tabTo(page, '.composer [type=submit]')
    await page.keyboard.press('Enter')
    await job(page, 'SUCCEEDED').locator('img').waitFor({ timeout: 25_000 })
    expect(await page.getByRole('status').textContent()).toBe('Your image is ready.')
    await page.reload()
    await job(page, 'SUCCEEDED').locator('img').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tabTo(page, '.job .primary').then(() => page.keyboard.press('Enter')),
    ])
    expect((await readFile(await download.path())).subarray(1, 4).toString()).toBe('PNG')

    // Beside the packages, so that the import of the SDK is found.
    const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
    const folder = await mkdtemp(join(modules, '.mediagen-copied-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const options = { cwd: folder, env: { ...process.env, MEDIAGEN_API_KEY: apiKey } }
    await writeFile(join(folder, 'copied.mjs'), await codeOf(page, 'TypeScript'))
    await run(process.execPath, ['copied.mjs'], options)
    expect((await stat(join(folder, 'result.png'))).size).toBeGreaterThan(1_000)
    await rm(join(folder, 'result.png'))
    const program = fileURLToPath(new URL('../../sdk/cli/bin/mediagen.js', import.meta.url))
    const command = (await codeOf(page, 'Command line')).replace(
      'npx mediagen',
      `"${process.execPath}" "${program}"`,
    )
    await run('/bin/sh', ['-euc', command], options)
    expect((await stat(join(folder, 'result.png'))).size).toBeGreaterThan(1_000)
    expect([watched.errors, watched.outsideRequests]).toEqual([[], []])
  }, 60_000)

  test('takes a key of the visitor, keeps it in the tab alone, and explains one that is not valid', async () => {
    const { page } = await open(machine.baseUrl)
    const own = await machine.createAccount('7.25')
    await button(page, 'Demo account').click()
    await page.getByLabel('API key').fill('mg_of_nobody')
    await button(page, 'Connect').click()
    await page.getByText('The API key is not valid').waitFor()
    await page.getByLabel('API key').fill(own.apiKey)
    await button(page, 'Connect').click()
    await button(page, 'Your account').waitFor()
    await expect.poll(() => page.locator('.balance').textContent()).toContain('7.25 USD')
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(own.apiKey)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(own.apiKey)
    await button(page, 'Your account').click()
    await button(page, 'Use the demo account').click()
    await button(page, 'Demo account').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(own.apiKey)
  })
})

describeInBrowser('the playground on the stateful mock', () => {
  let mock: MockServer
  let queuedMs = 50
  let site: Awaited<ReturnType<typeof startPreview>>
  beforeAll(async () => {
    const defaults = { resolution: 'hd' }
    mock = await startMockServer({
      port: 0,
      queuedMs: () => queuedMs,
      processingMs: 50,
      effects: [
        { id: 'watercolour', name: hostile, description: hostile, surface: 'image', defaults },
        { id: 'push-in', name: 'Push in', description: 'Comes closer.', surface: 'video', defaults },
      ],
    })
    site = await startPreview(mock.url)
  })
  afterAll(async () => {
    await site?.close()
    await mock?.close()
  })
  const openHere = (options?: Parameters<typeof openPage>[1]) =>
    open(site.url, { ...options, alsoReached: [mock.url] })

  test('makes each product, and shows texts of strangers as texts', async () => {
    const watched = await openHere()
    const { page } = watched
    await page.getByLabel('Prompt').fill(hostile)
    await send(page).click()
    await job(page, 'SUCCEEDED').locator('img').waitFor()
    await product(page, 'Image to image').click()
    const image = { name: `${hostile}.jpg`, mimeType: 'image/jpeg', buffer: await readFile(photo) }
    await page.locator('.drop input').first().setInputFiles(image)
    await page.getByText('Uploaded and ready').waitFor()
    await page.locator('.tiles').getByText(hostile).click()
    await send(page).click()
    await job(page, 'SUCCEEDED').getByText('After').waitFor()
    await product(page, 'Image to video').click()
    await page.locator('.tiles').getByText('Push in').click()
    await expect.poll(() => page.locator('.send .price').textContent()).toContain('0.25 USD')
    await send(page).click()
    await job(page, 'SUCCEEDED').locator('video').waitFor()
    await product(page, 'Text to video').click()
    await send(page).click()
    await expect.poll(() => page.locator('.history .card[data-status=SUCCEEDED]').count()).toBe(4)
    expect(await seriousViolations(page)).toEqual([])
    expect(await page.evaluate('window.broken')).toBeUndefined()
    expect(watched.errors).toEqual([])
  })

  test('gives the price back for what is cancelled and for what fails, and says why', async () => {
    const { page } = await openHere({ colorScheme: 'dark', viewport: { width: 390, height: 844 } })
    const before = mock.service.balance()
    // Long enough for anybody to cancel.
    queuedMs = 600_000
    await button(page, 'New request').click()
    await page.getByLabel('Prompt').fill('a slow one')
    await send(page).click()
    await button(page, 'Cancel and refund').click()
    await job(page, 'CANCELLED').waitFor()
    expect(await page.locator('.job .money').textContent()).toBe('Not charged: 0.02 USD refunded')
    queuedMs = 50
    mock.service.faults.failTasks('PROVIDER_UNAVAILABLE')
    await button(page, 'Same again').click()
    await job(page, 'FAILED').getByText('No engine could be reached').waitFor()
    await expect.poll(() => page.locator('.balance').textContent()).toContain(before)
    expect(await seriousViolations(page)).toEqual([])
  })

  test('explains a refusal, and marks what is missing before anything is sent', async () => {
    const { page } = await openHere()
    await send(page).click()
    await page.getByText('Write something here.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
    await page.getByLabel('Prompt').fill('a fox')
    const tasks = mock.service.taskCount()
    mock.service.faults.respondWith('TIER_UNAVAILABLE', 3)
    await send(page).click()
    await job(page, 'refused').getByText('No engine can make this right now').waitFor({ timeout: 20_000 })
    expect(mock.service.taskCount()).toBe(tasks)
  })

  test('refuses a file that is not an image, with what to do', async () => {
    const { page } = await openHere()
    await product(page, 'Image to image').click()
    const text = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no image'.repeat(20)) }
    await page.locator('.drop input').first().setInputFiles(text)
    await page.getByText('This is not a JPEG, PNG or WebP').waitFor()
  })

  test('shows an error of no known code in its own words, as text', async () => {
    const watched = await openHere()
    const { page } = watched
    const body = { status: 418, code: 'TEAPOT', message: hostile, requestId: 'request-1' }
    await page.route('**/images/generations', (route) => route.fulfill({ status: 418, json: body }))
    await page.getByLabel('Prompt').fill('a fox')
    await send(page).click()
    await job(page, 'refused').getByText(hostile).waitFor()
    expect(await page.evaluate('window.broken')).toBeUndefined()
  })
})

/** Prism's list has tasks of its own, which the page would follow together with the one that a test looks at. */
const nothingElse = '/api/v1/tasks example=empty'

/** The rows of the page of screen states: what Prism is asked for, and what the page then says. */
const screenStates = [
  ...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(
    /^\| ([^|]+) \| `(\/api\/v1\/[^`]+)` \| ([^|]+) \|$/gm,
  ),
].map(([, state = '', wish = '', words = '']) => ({ state, wish, words }))

describe('the playground on Prism', () => {
  describeInBrowser('serving the examples of the contract', () => {
    test('has every state of its README, as asked for there', async () => {
      const prism = await startPrism()
      onTestFinished(() => prism.stop())
      const site = await startPreview(prism.url)
      onTestFinished(() => site.close())
      onTestFinished(() => void vi.unstubAllEnvs())
      expect(screenStates.length).toBeGreaterThan(10)
      const { page } = await open(site.url)
      for (const { wish, words } of screenStates) {
        vi.stubEnv('MEDIAGEN_PREFER', `${wish};${nothingElse}`)
        // Prism gives every task the same id: each order is the only one of its page.
        await page.evaluate(() => localStorage.clear())
        await page.reload()
        await page.getByLabel('Prompt').fill(wish)
        await send(page).click()
        // Once it is listed, it has the title of the example.
        await page.locator('.job').getByText(words).first().waitFor()
      }
    }, 90_000)

    test('goes the whole way, though the files of examples are nowhere', async () => {
      const prism = await startPrism()
      onTestFinished(() => prism.stop())
      const site = await startPreview(prism.url)
      onTestFinished(() => site.close())
      const watched = await open(site.url)
      const { page } = watched
      expect(await page.locator('.balance').textContent()).toContain('12.50 USD')
      await page.getByLabel('Prompt').fill('a lighthouse')
      await send(page).click()
      await job(page, 'SUCCEEDED').getByText('The file cannot be loaded').waitFor()
      await page.getByText('Harbour in watercolour').click()
      await expect.poll(() => page.locator('.send .price').textContent()).toContain('0.03 USD')
      expect(await seriousViolations(page)).toEqual([])
      // The links of the examples lead to a host that is nobody's.
      const hosts = new Set(watched.outsideRequests.map((address) => new URL(address).host))
      expect([...hosts]).toEqual(['media.example.com'])
      expect(watched.errors.filter((error) => !error.includes('ERR_BLOCKED_BY_CLIENT'))).toEqual([])
    })
  })
})
