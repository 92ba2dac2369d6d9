import { fileURLToPath } from 'node:url'
import { Mediagen } from '@mediagen/sdk'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { startPreview } from './support/playground-preview.ts'

type Page = WatchedPage['page']

const photo = fileURLToPath(new URL('../../examples/basics/photo.jpg', import.meta.url))
const job = (page: Page, status: string) => page.locator(`.job[data-status=${status}]`)
const cards = (page: Page) => page.locator('.history .card')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const send = (page: Page) => page.locator('.composer [type=submit]')
const chosen = (page: Page, name: string) => page.locator('.chips').getByText(name, { exact: true })

async function open(
  baseUrl: string,
  { path = '/', ...options }: NonNullable<Parameters<typeof openPage>[1]> & { path?: string } = {},
): Promise<WatchedPage> {
  const watched = await openPage(baseUrl, options)
  onTestFinished(() => watched.close())
  watched.page.setDefaultTimeout(20_000)
  await watched.page.goto(path)
  await watched.page.locator('.balance').waitFor()
  return watched
}

async function make(page: Page, prompt: string): Promise<void> {
  await page.getByLabel('Prompt').fill(prompt)
  await send(page).click()
  await job(page, 'SUCCEEDED').getByText(prompt).waitFor()
}

describeInBrowser('the history of the playground', () => {
  let mock: MockServer
  let site: Awaited<ReturnType<typeof startPreview>>
  let processingMs = 50
  beforeAll(async () => {
    const defaults = { resolution: 'hd' }
    const effects = [
      { id: 'watercolour', name: 'Watercolour', description: '', surface: 'image', defaults },
    ] as const
    mock = await startMockServer({
      port: 0,
      queuedMs: 20,
      processingMs: () => processingMs,
      requestsPerMinute: 1000,
      effects,
    })
    site = await startPreview(mock.url)
  })
  afterAll(async () => {
    await site?.close()
    await mock?.close()
  })
  const openHere = (options?: Parameters<typeof open>[1]) =>
    open(site.url, { ...options, alsoReached: [mock.url] })

  test.each(['behind the proxy', 'with a key'])(
    'is that of the account %s: another browser has the task of the first, and says when it ends',
    async (way) => {
      const connect = async () => {
        const { page } = await openHere()
        if (way === 'behind the proxy') return page
        await button(page, /Demo account/).click()
        await page.getByLabel('API key').fill('mg_any')
        await button(page, 'Connect').click()
        await button(page, /Your account/).waitFor()
        return page
      }
      const here = await connect()
      await make(here, `a fox ${way}`)
      const there = await connect()
      const card = cards(there).first()
      await expect.poll(() => card.innerText()).toMatch(/^a fox .*\s+Done\s+0\.02 USD charged\s+.*\d{4}.*$/)
      await expect
        .poll(() => card.locator('img').evaluate((image) => Object(image).naturalWidth))
        .toBeGreaterThan(0)
      await card.click()
      await button(there, 'Change and make again').click()
      expect(await there.getByLabel('Prompt').inputValue()).toBe(`a fox ${way}`)

      processingMs = 3_000
      onTestFinished(() => {
        processingMs = 50
      })
      await here.getByLabel('Prompt').fill('a slow hare')
      await send(here).click()
      await cards(here).first().getByText('a slow hare').waitFor()
      // A page that is looked at again reads the list again, though not at every click.
      const lookAt = () => there.evaluate(() => dispatchEvent(new Event('focus')))
      await expect
        .poll(() => lookAt().then(() => cards(there).count()), { timeout: 15_000 })
        .toBe(await cards(here).count())
      await expect.poll(() => cards(there).first().getAttribute('data-status')).toBe('SUCCEEDED')
      await here.reload()
      await expect.poll(() => cards(here).first().innerText()).toContain('a slow hare')
      await expect.poll(() => cards(here).nth(1).innerText()).toContain(`a fox ${way}`)
    },
  )

  test('is read a page at a time, and a favourite is there after a reload, however old it is', async () => {
    const client = new Mediagen({
      baseUrl: mock.url,
      apiKey: 'mg_any',
      requestsPerMinute: Number.POSITIVE_INFINITY,
    })
    await client.images.generate({ prompt: 'the oldest badger' })
    await client.generateMany(
      Array.from({ length: 30 }, (_, index) => `${index}`),
      (prompt, call) => client.images.generate({ prompt }, call),
    )
    const watched = await openHere()
    const { page } = watched
    await expect.poll(() => cards(page).count()).toBe(24)
    const search = page.getByRole('searchbox', { name: 'Search your requests' })
    await search.fill('the oldest badger')
    await expect.poll(() => cards(page).count()).toBe(1)
    await cards(page).first().click()
    await job(page, 'SUCCEEDED').getByText('the oldest badger').waitFor()
    await search.fill('')
    await expect.poll(() => cards(page).count()).toBe(24)
    await button(page, 'Show older ones').click()
    await expect.poll(() => cards(page).count()).toBe(mock.service.taskCount())
    expect(await button(page, 'Show older ones').count()).toBe(0)
    await cards(page).last().click()
    await button(page, 'Add to favourites').click()
    await cards(page).last().getByText('Favourite').waitFor()
    expect(await seriousViolations(page)).toEqual([])

    await page.reload()
    await expect.poll(() => cards(page).count()).toBe(24)
    await chosen(page, 'Favourites').click()
    await expect.poll(() => cards(page).count()).toBe(1)
    await cards(page).first().click()
    await button(page, 'Remove from favourites').click()
    await page.getByText('No favourites yet').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(watched.errors).toEqual([])
  })

  test('finds a prompt however old it is, says where there is none, and shows all again', async () => {
    const { page } = await openHere()
    await make(page, 'a heron at dusk')
    const all = await cards(page).count()
    const search = page.getByRole('searchbox', { name: 'Search your requests' })
    await search.fill('HERON')
    await expect.poll(() => cards(page).count()).toBe(1)
    expect(await cards(page).first().innerText()).toContain('a heron at dusk')
    await search.fill('a heron at dawn')
    await page.getByText('Nothing found').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await search.fill('')
    await expect.poll(() => cards(page).count()).toBe(all)
  })

  test('deletes a result once that is confirmed, and keeps its request', async () => {
    const { page } = await openHere()
    await make(page, 'a portrait of me')
    await button(page, 'Delete the result').click()
    await button(page, 'Keep it').click()
    await button(page, 'Delete the result').click()
    await button(page, /^Delete the result for good/).click()
    await page.locator('.job .problem, .job').getByText('deleted').first().waitFor()
    await expect.poll(() => cards(page).first().innerText()).toContain('No result')
    expect(await job(page, 'SUCCEEDED').getByText('a portrait of me').count()).toBe(1)
    expect(await button(page, 'Delete the result').count()).toBe(0)
    expect(await seriousViolations(page)).toEqual([])
  })

  test('deletes an input image once that is confirmed, in the service and in this browser', async () => {
    const { page } = await openHere()
    await page.locator('.products').getByText('Image to image', { exact: true }).click()
    await page.locator('.drop input').first().setInputFiles(photo)
    await page.getByText('Uploaded and ready').waitFor()
    await make(page, 'me in pale colours')
    const copies = () =>
      page.evaluate(() => Object.values(localStorage).filter((text) => text.includes('data:image')).length)
    await page.reload()
    await job(page, 'SUCCEEDED').getByText('me in pale colours').waitFor()
    await expect.poll(copies).toBe(1)
    await button(page, 'Delete your image').click()
    await button(page, 'Keep it').click()
    await button(page, 'Delete your image').click()
    await button(page, /^Delete your image for good/).click()
    await page.getByText('Your image was deleted').waitFor()
    await expect.poll(() => button(page, /^Delete your image/).count()).toBe(0)
    expect(await copies()).toBe(0)
    await button(page, 'Change and make again').click()
    await page
      .locator('.composer .problem, .composer')
      .getByText('does not know this upload')
      .first()
      .waitFor()
    expect(await seriousViolations(page)).toEqual([])
  })

  test('leaves a job in view though the service does not say what else there is', async () => {
    const { page } = await openHere()
    await page.route('**/api/v1/tasks?limit=*', (route) =>
      route.fulfill({ status: 403, json: { status: 403, code: 'OPERATION_NOT_ALLOWED', message: 'no' } }),
    )
    await page.route('**/api/v1/usage', (route) =>
      route.fulfill({ status: 403, json: { status: 403, code: 'OPERATION_NOT_ALLOWED', message: 'no' } }),
    )
    await page.reload()
    await make(page, 'a fox on its own')
    await page.reload()
    await job(page, 'SUCCEEDED').getByText('a fox on its own').waitFor()
    expect(await cards(page).count()).toBe(1)
    expect(await page.locator('.month').count()).toBe(0)
  })

  test('lets a request be changed and made again, with the image that was uploaded for it', async () => {
    const { page } = await openHere()
    let uploads = 0
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/uploads')) uploads += 1
    })
    await page.locator('.products').getByText('Image to image', { exact: true }).click()
    await page.locator('.drop input').first().setInputFiles(photo)
    await page.getByText('Uploaded and ready').waitFor()
    await make(page, 'in pale colours')
    await page.reload()
    await job(page, 'SUCCEEDED').getByText('in pale colours').waitFor()
    await button(page, 'Change and make again').click()
    await page.getByText('Your image of before').waitFor()
    await page.getByText('Uploaded and ready').waitFor()
    expect(await page.getByLabel('Prompt').inputValue()).toBe('in pale colours')
    await make(page, 'in strong colours')
    expect(uploads).toBe(1)
  })
})

describeInBrowser('a link to a request', () => {
  let mock: MockServer
  let site: Awaited<ReturnType<typeof startPreview>>
  beforeAll(async () => {
    mock = await startMockServer({ port: 0, queuedMs: 20, processingMs: 20 })
    site = await startPreview(mock.url)
  })
  afterAll(async () => {
    await site?.close()
    await mock?.close()
  })

  test('fills in the form of another browser, names what does not fit, and orders nothing', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await open(site.url, { alsoReached: [mock.url], permissions })
    const prompt = 'a "fox" & 100 % #é'
    await page.locator('.products').getByText('Text to image', { exact: true }).click()
    await make(page, prompt)
    await button(page, 'Copy link').click()
    await button(page, 'Link copied').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/\/#product=image\.generate&prompt=/)

    const path = `${link.slice(site.url.length)}&resolution=2k&apiKey=mg_x&effectId=none`
    const watched = await open(site.url, { alsoReached: [mock.url], path })
    await watched.page.getByText('was left out: apiKey, effectId.').waitFor()
    expect(await watched.page.getByLabel('Prompt').inputValue()).toBe(prompt)
    expect(await watched.page.getByLabel('2k').isChecked()).toBe(true)
    expect(await watched.page.evaluate(() => location.hash)).toBe('')
    await watched.page.evaluate(() => {
      location.hash = '#product=video.generate&prompt=waves'
    })
    await button(watched.page, 'Replace it').click()
    await expect.poll(() => watched.page.getByLabel('Prompt').inputValue()).toBe('waves')
    expect(mock.service.taskCount()).toBe(1)
    expect(watched.errors).toEqual([])
  })
})

describeInBrowser('the history of the playground on the real service', () => {
  test('begins with the example of a link, says how long files are kept, and sums up what they cost', async () => {
    const machine = await createMachine()
    onTestFinished(() => machine.remove())
    await machine.start('serve', {
      UPLOAD_RETENTION_DAYS: '7',
      RESULT_RETENTION_DAYS: '90',
      TASK_RETENTION_DAYS: '30',
    })
    const client = new Mediagen({ baseUrl: machine.baseUrl, apiKey: '' })
    const [example] = await client.examples({ surface: 'image' })
    const watched = await open(machine.baseUrl, { path: `/#example=${example?.id}` })
    const { page } = watched
    await page.getByText('Uploaded when you send the request').waitFor()
    await page.getByText('It is deleted 7 days after its last use.').waitFor()
    await expect.poll(() => page.locator('.month').textContent()).toMatch(/This month\s+0.00 USD/)
    await send(page).click()
    await job(page, 'SUCCEEDED').locator('img').first().waitFor({ timeout: 50_000 })
    // With the task, which is erased before the result would be.
    const [ending = ''] = await job(page, 'SUCCEEDED').getByText('Kept until').allTextContents()
    const leftMs = Date.parse(/Kept until (.*), then/.exec(ending)?.[1] ?? '') - Date.now()
    expect(Math.round(leftMs / 86_400_000)).toBe(30)
    const cost = /[\d.]+ USD/.exec((await page.locator('.job .money').textContent()) ?? '')?.[0] ?? ''
    await expect.poll(() => page.locator('.month').textContent()).toContain(cost)
    // The other browser of this machine has it, too, and with the name of its effect.
    const { page: other } = await open(machine.baseUrl)
    await expect.poll(() => cards(other).first().innerText()).toMatch(/^Oil painting\n/)
    expect([watched.errors, watched.outsideRequests]).toEqual([[], []])
  }, 90_000)
})
