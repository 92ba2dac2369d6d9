import { Mediagen } from '@mediagen/sdk'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { startPreview } from './support/playground-preview.ts'

type Page = WatchedPage['page']

const otherSite = 'http://other.example'
const costly = '#product=video.generate&prompt=their+words&durationSeconds=15&resolution=1080p'

const button = (page: Page, name: string) => page.getByRole('button', { name })
const send = (page: Page) => page.locator('.composer [type=submit]')
const product = (page: Page) => page.locator('.products input:checked').inputValue()
const prompt = (page: Page) => page.getByLabel('Prompt')
const isSubmitFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('[type=submit]') ?? false)

async function open(
  baseUrl: string,
  options?: Parameters<typeof openPage>[1],
): Promise<WatchedPage & { uploads: () => number }> {
  const watched = await openPage(baseUrl, options)
  onTestFinished(() => watched.close())
  watched.page.setDefaultTimeout(20_000)
  let uploads = 0
  watched.page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/uploads')) uploads += 1
  })
  return { ...watched, uploads: () => uploads }
}

/** A page of another site that has opened the playground, and what it does to lead that on. */
async function openFromOtherSite(
  baseUrl: string,
  options?: Parameters<typeof openPage>[1],
): Promise<{ page: Page; lead: (fragment: string) => Promise<void> }> {
  const { page: other } = await open(baseUrl, options)
  await other.route(`${otherSite}/`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await other.goto(`${otherSite}/`)
  const opened = other.waitForEvent('popup')
  await other.evaluate((address) => {
    Object.assign(window, { opened: window.open(address) })
  }, `${baseUrl}/`)
  const page = await opened
  page.setDefaultTimeout(20_000)
  await page.locator('.balance').waitFor()
  const lead = (fragment: string) =>
    other.evaluate((address) => {
      const { opened: page } = Object(window)
      page.location = address
    }, `${baseUrl}/${fragment}`)
  return { page, lead }
}

async function typeSpaces(page: Page): Promise<void> {
  for (let presses = 0; presses < 7; presses += 1) await page.keyboard.press('Space')
}

describeInBrowser('a link that another site opens in the playground', () => {
  let mock: MockServer
  let site: Awaited<ReturnType<typeof startPreview>>
  beforeAll(async () => {
    mock = await startMockServer({ port: 0, queuedMs: 20, processingMs: 20 })
    // Without the header that takes the page's handle away.
    site = await startPreview(mock.url)
  })
  afterAll(async () => {
    await site?.close()
    await mock?.close()
  })

  test.each([
    ['on a desktop', { viewport: { width: 1440, height: 900 } }],
    ['on a phone', { viewport: { width: 390, height: 844 } }],
  ])(
    'orders nothing by what somebody types, and replaces nothing of it without asking, %s',
    async (_, size) => {
      const { page, lead } = await openFromOtherSite(site.url, { alsoReached: [mock.url], ...size })
      // On a phone the first space opens the sheet again, which a link closes.
      const openForm = async () => {
        if ((await send(page).count()) === 0) await button(page, 'New request').click()
      }
      await openForm()
      await prompt(page).pressSequentially('a fox')
      await lead(costly)
      await page.getByText('A link would replace your request').waitFor()
      await typeSpaces(page)
      expect(await seriousViolations(page)).toEqual([])
      await button(page, 'Dismiss').click()
      await openForm()
      expect([await product(page), (await prompt(page).inputValue()).trim()]).toEqual([
        'image.generate',
        'a fox',
      ])

      // Another one, into an empty form, while the button itself has the focus.
      await prompt(page).fill('')
      await send(page).focus()
      await lead(`${costly}&again=1`)
      await expect.poll(() => prompt(page).inputValue()).toBe('their words')
      await expect.poll(() => isSubmitFocused(page)).toBe(false)
      await typeSpaces(page)
      expect(await isSubmitFocused(page)).toBe(false)

      await page.getByText('was left out: again.').waitFor()
      expect(mock.service.taskCount()).toBe(0)
    },
  )

  test('replaces what is entered when its user agrees', async () => {
    const { page, lead } = await openFromOtherSite(site.url, { alsoReached: [mock.url] })
    await prompt(page).fill('a fox')
    await lead(costly)
    await button(page, 'Replace it').click()
    await expect.poll(() => prompt(page).inputValue()).toBe('their words')
    expect(await button(page, 'Replace it').count()).toBe(0)
    expect([await product(page), await isSubmitFocused(page)]).toEqual(['video.generate', false])
  })
})

describeInBrowser('a link into the playground on the real service', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await createMachine()
    await machine.start('serve')
  })
  afterAll(() => machine?.remove())

  test('is none that the page which opened it can follow with another', async () => {
    const { page, lead } = await openFromOtherSite(machine.baseUrl)
    await lead(costly)
    await prompt(page).fill('a fox')
    expect([await product(page), await prompt(page).inputValue()]).toEqual(['image.generate', 'a fox'])
    expect(await button(page, 'Replace it').count()).toBe(0)
  })

  test('to an example uploads nothing before the request is sent, and its image once', async () => {
    const client = new Mediagen({ baseUrl: machine.baseUrl, apiKey: '' })
    const [example] = await client.examples({ surface: 'image' })
    const { page, uploads } = await open(machine.baseUrl)
    const isChosen = () => page.getByText('Uploaded when you send the request').waitFor()
    for (let visits = 0; visits < 2; visits += 1) {
      await page.goto('about:blank')
      await page.goto(`/#example=${example?.id}`)
      await isChosen()
    }
    await page.waitForLoadState('networkidle')
    expect(uploads()).toBe(0)

    const done = page.locator('.history .card[data-status=SUCCEEDED]')
    for (const count of [1, 2]) {
      await send(page).click()
      await expect.poll(() => done.count(), { timeout: 50_000 }).toBe(count)
      await page.locator('.gallery .card').first().click()
      await isChosen()
    }
    expect(uploads()).toBe(1)
  }, 120_000)
})
