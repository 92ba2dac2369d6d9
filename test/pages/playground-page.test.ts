import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { startPreview } from './support/playground-preview.ts'

type Page = WatchedPage['page']

const photo = fileURLToPath(new URL('../../examples/basics/photo.jpg', import.meta.url))
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const job = (page: Page, status: string) => page.locator(`.job[data-status=${status}]`)
const product = (page: Page, name: string) => page.locator('.products').getByText(name, { exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const send = (page: Page) => page.locator('.composer [type=submit]')
const sheet = (page: Page) => page.getByRole('dialog', { name: 'New request' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')
const boxOf = async (page: Page, selector: string) =>
  (await page.locator(selector).boundingBox()) ?? expect.fail(`${selector} is not shown`)

async function open(baseUrl: string, options?: Parameters<typeof openPage>[1]): Promise<WatchedPage> {
  const watched = await openPage(baseUrl, options)
  onTestFinished(() => watched.close())
  watched.page.setDefaultTimeout(20_000)
  await watched.page.goto('/')
  await watched.page.locator('.balance').waitFor()
  return watched
}

/** Drags a file of the given type and bytes over the page and lets it go there. */
async function dropFile(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, fileType, base64]) => {
      const data = new DataTransfer()
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      data.items.add(new File([content], fileName, { type: fileType }))
      return data
    },
    [name, type, bytes.toString('base64')] as const,
  )
  await page.dispatchEvent('.results', 'dragenter', { dataTransfer: transfer })
  await page.locator('.drop-page').waitFor()
  await page.dispatchEvent('.results', 'drop', { dataTransfer: transfer })
  await page.locator('.drop-page').waitFor({ state: 'detached' })
}

describeInBrowser('the page of the playground', () => {
  let mock: MockServer
  let processingMs = 50
  let site: Awaited<ReturnType<typeof startPreview>>
  beforeAll(async () => {
    const defaults = { resolution: 'hd', aspectRatio: '9:16' }
    mock = await startMockServer({
      port: 0,
      queuedMs: 50,
      processingMs: () => processingMs,
      effects: [{ id: 'tall', name: 'Tall', description: 'Makes it tall.', surface: 'image', defaults }],
    })
    site = await startPreview(mock.url)
  })
  afterAll(async () => {
    await site?.close()
    await mock?.close()
  })
  const renderFor = (ms: number) => {
    processingMs = ms
    onTestFinished(() => {
      processingMs = 50
    })
  }
  const openHere = (options?: Parameters<typeof openPage>[1]) =>
    open(site.url, { ...options, alsoReached: [mock.url] })

  test('on a phone puts the form in a sheet, which gives the focus back however it is closed', async () => {
    const { page } = await openHere(phone)
    expect(await send(page).count()).toBe(0)
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
      () => sheet(page).getByRole('button', { name: 'Close' }).click(),
    ]
    for (const close of ways) {
      await button(page, 'New request').click()
      await sheet(page).waitFor()
      // What is behind it is out of reach.
      await expect(
        page.locator('.gallery .card, .make-bar button').last().click({ timeout: 500 }),
      ).rejects.toThrow()
      await close()
      await sheet(page).waitFor({ state: 'detached' })
      expect(await focused(page)).toContain('New request')
    }
    await button(page, 'New request').click()
    await page.getByLabel('Prompt').fill('a fox')
    await page.locator('.shapes').getByText('9:16', { exact: true }).click()
    await send(page).click()
    await sheet(page).waitFor({ state: 'detached' })
    await job(page, 'SUCCEEDED').locator('img').waitFor()
    await expect.poll(async () => (await boxOf(page, '.frame')).y).toBeLessThan(130)
    expect(new URL(page.url()).hash).toBe('')
  })

  test('takes a picture that is dropped anywhere, and says of another file what it is', async () => {
    const { page } = await openHere()
    await dropFile(page, 'plan.pdf', 'application/pdf', Buffer.from('%PDF'))
    await page.getByText('plan.pdf is a PDF document. Choose a JPEG, PNG or WebP image.').waitFor()
    expect(await page.locator('.products input:checked').inputValue()).toBe('image.generate')
    await dropFile(page, 'photo.jpg', 'image/jpeg', await readFile(photo))
    await page.getByText('Uploaded and ready').waitFor()
    expect(await page.locator('.products input:checked').inputValue()).toBe('image.transform')
    expect(await page.getByText('plan.pdf').count()).toBe(0)
  })

  test('shows what an image to image request lacks once, in view, with the focus on the effects', async () => {
    const { page } = await openHere({ viewport: { width: 1280, height: 800 } })
    await dropFile(page, 'photo.jpg', 'image/jpeg', await readFile(photo))
    await page.getByText('Uploaded and ready').waitFor()
    await send(page).click()
    const fault = page.getByText('Choose an effect, or write a prompt.')
    await fault.waitFor()
    expect(await fault.count()).toBe(1)
    expect(await page.evaluate(() => Object(document.activeElement).name)).toBe('effectId')
    const [seen, form] = [await fault.boundingBox(), await boxOf(page, '.scrolled')]
    expect(seen?.y).toBeGreaterThanOrEqual(form.y)
    expect((seen?.y ?? 0) + (seen?.height ?? 0)).toBeLessThanOrEqual(form.y + form.height)
  })

  test('keeps what was typed into the sheet over a reload, and says at the field what a wrong file is', async () => {
    const { page } = await openHere(phone)
    await button(page, 'New request').click()
    await product(page, 'Image to image').click()
    await page.getByLabel('Prompt').fill('as a "linocut" & more')
    await page.reload()
    await sheet(page).waitFor()
    expect(await page.getByLabel('Prompt').inputValue()).toBe('as a "linocut" & more')
    expect(await page.locator('.products input:checked').inputValue()).toBe('image.transform')
    const plan = { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') }
    await page.locator('.drop input').first().setInputFiles(plan)
    await page.locator('[data-field=assetId] .fault').getByText('plan.pdf is a PDF document.').waitFor()
    expect(await seriousViolations(page)).toEqual([])
  })

  test('tells who taps on the balance whose it is, and asks for no key by the keyboard', async () => {
    const { page } = await openHere(phone)
    await button(page, 'Balance').click()
    const dialog = page.getByRole('dialog', { name: 'Connection' })
    await dialog.getByText(`${mock.service.balance()} USD`).waitFor()
    await dialog.getByText('This month').waitFor()
    expect(await focused(page)).toBe('Connection')
    expect(await seriousViolations(page)).toEqual([])
  })

  test('compares before and after by keyboard and by pointer, whatever the shapes of the two', async () => {
    const { page } = await openHere()
    await dropFile(page, 'photo.jpg', 'image/jpeg', await readFile(photo))
    await page.locator('.tiles').getByText('Tall').click()
    await send(page).click()
    await job(page, 'SUCCEEDED').locator('.frame[data-shown=true]').waitFor()
    const slider = page.getByRole('slider', { name: 'Before and after: Tall' })
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    expect(await slider.inputValue()).toBe('51')
    expect(await slider.getAttribute('aria-valuetext')).toBe('51 % before')
    const [frame, before] = [await boxOf(page, '.frame'), await boxOf(page, '.frame .before img')]
    expect([before.width, before.height].map(Math.round)).toEqual([frame.width, frame.height].map(Math.round))
    await page.mouse.move(frame.x + frame.width / 2, frame.y + frame.height / 2)
    await page.mouse.down()
    await page.mouse.move(frame.x + frame.width / 4, frame.y + frame.height / 3)
    await page.mouse.up()
    expect(await slider.inputValue()).toBe('25')
  })

  test('draws a result before it is there in the shape of the request, so that nothing moves when it comes', async () => {
    const { page } = await openHere()
    renderFor(1_500)
    await page.getByLabel('Prompt').fill('a fox')
    // The shape of the mock's picture.
    await page.locator('.shapes').getByText('16:9', { exact: true }).click()
    await send(page).click()
    await job(page, 'PROCESSING')
      .getByText(/^Rendering for \d+ s$/)
      .waitFor()
    const [skeleton, facts] = [await boxOf(page, '.frame'), await boxOf(page, '.facts')]
    await job(page, 'SUCCEEDED').locator('.frame[data-shown=true]').waitFor()
    await page.getByText(/^Done in \d+\.\d s$/).waitFor()
    expect(await boxOf(page, '.frame')).toEqual(skeleton)
    expect(await boxOf(page, '.facts')).toMatchObject({ x: facts.x, y: facts.y })
  })

  test('shows how far a task is as a bar with a name, which no screen reader is told of at each step', async () => {
    const { page } = await openHere()
    renderFor(4_000)
    await page.getByLabel('Prompt').fill('a fox')
    await send(page).click()
    const bar = job(page, 'PROCESSING').getByRole('progressbar', { name: 'Progress' })
    await bar.waitFor()
    expect(await bar.getAttribute('value')).toBe('50')
    expect(await bar.evaluate((element) => element.closest('[role=status], [aria-live]'))).toBeNull()
    expect(await seriousViolations(page)).toEqual([])
    await job(page, 'SUCCEEDED').waitFor()
    expect(await page.getByRole('progressbar').count()).toBe(0)
  })

  test('says when it is offline, and follows its tasks to their end when it is back', async () => {
    const { page } = await openHere()
    renderFor(2_000)
    await page.getByLabel('Prompt').fill('a fox')
    await send(page).click()
    await job(page, 'PROCESSING').waitFor()
    await page.context().setOffline(true)
    await page.locator('.banner').getByText('Offline. Your tasks go on').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    const tasks = mock.service.taskCount()
    await send(page).click()
    await page.getByText('Not sent: you are offline.').waitFor()
    await page.context().setOffline(false)
    await job(page, 'SUCCEEDED').waitFor()
    await page.locator('.banner').waitFor({ state: 'detached' })
    expect(mock.service.taskCount()).toBe(tasks)
  })

  test('asks again by itself for an order that was not answered, once it is online again', async () => {
    const { page } = await openHere()
    const tasks = mock.service.taskCount()
    let lost = 0
    await page.route('**/images/generations', async (route) => {
      await route.fetch()
      await route.abort()
      lost += 1
    })
    await page.getByLabel('Prompt').fill('an unanswered fox')
    await send(page).click()
    await expect.poll(() => lost).toBeGreaterThan(0)
    // Online, the page would ask again at once.
    await page.context().setOffline(true)
    await page.locator('.banner').waitFor()
    await job(page, 'refused').getByText('No response arrived').waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    await page.context().setOffline(false)
    await job(page, 'SUCCEEDED').getByText('an unanswered fox').waitFor()
    expect(mock.service.taskCount()).toBe(tasks + 1)
  })

  test('says of a balance that is too low what it costs and what is left, and leads back to the request', async () => {
    const { page } = await openHere()
    mock.service.faults.respondWith('INSUFFICIENT_BALANCE')
    await page.getByLabel('Prompt').fill('a fox')
    await page.locator('label', { hasText: '2k' }).click()
    await expect.poll(() => send(page).textContent()).toContain('0.04 USD')
    // Something else has spent it since the page read it.
    await page.route('**/me', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), balance: '0.03' } })
    })
    await send(page).click()
    await job(page, 'refused').getByText('It costs 0.04 USD, and 0.03 USD are left.').waitFor()
    await job(page, 'refused').getByRole('button', { name: 'Copy account id' }).waitFor()
    await product(page, 'Text to video').click()
    await button(page, 'Choose something smaller').click()
    expect(await page.locator('.products input:checked').inputValue()).toBe('image.generate')
    expect(await page.getByLabel('Prompt').inputValue()).toBe('a fox')
  })

  test('says no balance that a refusal contradicts', async () => {
    const { page } = await openHere()
    await page.getByLabel('Prompt').fill('a fox')
    await expect.poll(() => send(page).textContent()).toContain('0.02 USD')
    const read = page.waitForResponse((response) => response.url().endsWith('/me'))
    mock.service.faults.respondWith('INSUFFICIENT_BALANCE')
    await send(page).click()
    await job(page, 'refused').getByText('The balance is too low').waitFor()
    await read
    await job(page, 'refused').getByRole('button', { name: 'Copy account id' }).waitFor()
    expect(Number(mock.service.balance())).toBeGreaterThan(0.02)
    expect(await job(page, 'refused').textContent()).not.toContain('are left')
  })

  test('says of a task that takes long that it goes on, and of a service that is away that it asks again', async () => {
    const { page } = await openHere()
    renderFor(600_000)
    await page.clock.install()
    await page.getByLabel('Prompt').fill('a fox')
    await send(page).click()
    await job(page, 'PROCESSING').waitFor()
    await job(page, 'PROCESSING').getByText('Usually 10 min 0 s.').waitFor()
    await page.clock.fastForward(1_201_000)
    await job(page, 'PROCESSING').getByText('This takes longer than usual. You may leave').waitFor()

    await page.route('**/api/v1/**', (route) => route.abort())
    // A page that is looked at again reads the list again.
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.locator('.banner').getByText('The service does not answer. Your tasks are safe').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.unroute('**/api/v1/**')
    await page.clock.fastForward(5_000)
    await page.locator('.banner').waitFor({ state: 'detached' })
    await job(page, 'PROCESSING').waitFor()
  })
})

describeInBrowser('the page of the playground on its service', () => {
  let machine: Machine
  beforeAll(async () => {
    machine = await createMachine()
    await machine.start('serve')
  })
  afterAll(() => machine?.remove())

  const windows = [
    { width: 1440, height: 900 },
    { width: 1280, height: 800 },
    { width: 820, height: 1180 },
    { width: 390, height: 844 },
    { width: 320, height: 640 },
  ]
  test.each(windows)(
    'shows a first visitor pictures above the fold, and no form on a phone: $width',
    async (viewport) => {
      const watched = await open(machine.baseUrl, { viewport })
      const { page } = watched
      await page.locator('.hero .after img').waitFor()
      const { y, height } = await boxOf(page, '.hero .compare')
      expect(y + height / 2).toBeLessThan(viewport.height)
      expect(await page.locator('.composer').count()).toBe(viewport.width > 760 ? 1 : 0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      expect(watched.errors).toEqual([])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect(await seriousViolations(page)).toEqual([])
      }
      if (viewport.width > 760) return
      await button(page, 'New request').click()
      await sheet(page).waitFor()
      expect(await seriousViolations(page)).toEqual([])
    },
  )

  test('shows what is entered as code before it is sent, with an example of a prompt where there is none', async () => {
    const watched = await open(machine.baseUrl, { viewport: { width: 1280, height: 800 } })
    onTestFinished(() => watched.close())
    const { page } = watched
    const code = async () => {
      await button(page, 'This request as code').click()
      const text = await page.locator('dialog code').textContent()
      await page.locator('dialog').getByRole('button', { name: 'Close' }).click()
      return text
    }
    expect(await code()).toContain('lighthouse')
    await page.getByLabel('Prompt').first().fill('a fox')
    expect(await code()).toContain('{"prompt":"a fox"}')
  })

  test('says of a dialog that cannot be loaded that it cannot, and goes on', async () => {
    const watched = await open(machine.baseUrl, { viewport: { width: 1280, height: 800 } })
    onTestFinished(() => watched.close())
    const { page } = watched
    await page.route('**/code-dialog-*.js', (route) => route.abort())
    await button(page, 'This request as code').click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByText('It could not be loaded. Reload the page.').waitFor()
    await dialog.getByRole('button').click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByLabel('Prompt').first().fill('a fox')
  })

  test('says which requests wait for the limit of requests a minute, and stops one or all of them unsent', async () => {
    const watched = await open(machine.baseUrl, { viewport: { width: 1280, height: 800 } })
    onTestFinished(() => watched.close())
    const { page } = watched
    let sent = 0
    await page.route('**/api/v1/images/generations', (route) => {
      sent += 1
      const body = { status: 429, code: 'RATE_LIMITED', message: 'Too many requests.', requestId: 'r' }
      return route.fulfill({ status: 429, json: body, headers: { 'retry-after': '30' } })
    })
    await page.getByLabel('Prompt').first().fill('a fox')
    await send(page).click()
    await page
      .locator('.job .status')
      .getByText(/^Waiting \d+ s for the limit/)
      .waitFor()
    for (const prompt of ['a heron', 'an otter']) {
      await page.getByLabel('Prompt').first().fill(prompt)
      await send(page).click()
    }
    const waiting = page.locator('.card').getByText(/^Waiting \d+ s for the limit/)
    await waiting.nth(2).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await button(page, 'Stop 2 not sent yet').click()
    await page.locator('.job').waitFor({ state: 'detached' })
    await waiting.first().waitFor({ state: 'detached' })
    expect(sent).toBe(1)
  })

  test('shows in forced colours what is chosen and which page it is', async () => {
    const watched = await open(machine.baseUrl, { viewport: { width: 1280, height: 800 } })
    onTestFinished(() => watched.close())
    const { page } = watched
    await page.emulateMedia({ forcedColors: 'active' })
    for (const chosen of ['.products :checked + .face', '.site-header [aria-current]'])
      expect(await page.locator(chosen).evaluate((face) => getComputedStyle(face).outlineStyle)).toBe('solid')
    const other = page.locator('.products input:not(:checked) + .face').first()
    expect(await other.evaluate((face) => getComputedStyle(face).outlineStyle)).toBe('none')
  })

  test('shows pictures and prices without a key, and asks for one before the first order', async () => {
    const watched = await openPage(machine.baseUrl)
    onTestFinished(() => watched.close())
    const { page } = watched
    // As a server does whose demo account is not for everybody.
    await page.route(`${machine.baseUrl}/`, async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/&quot;proxy&quot;:.*?,/, '')
      await route.fulfill({ response, body })
    })
    await page.goto('/')
    await page.locator('.hero .after img').waitFor()
    await expect.poll(() => send(page).textContent()).toContain('0.02 USD')
    await page.getByLabel('Prompt').fill('a fox')
    await send(page).click()
    await page.getByRole('dialog').getByLabel('API key').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    expect(watched.errors).toEqual([])
  })

  test('links the code of an error to its page', async () => {
    const { page } = await open(machine.baseUrl)
    const body = { status: 402, code: 'INSUFFICIENT_BALANCE', message: 'Too low.', requestId: 'request-1' }
    await page.route('**/images/generations', (route) => route.fulfill({ status: 402, json: body }))
    await page.getByLabel('Prompt').fill('a fox')
    await send(page).click()
    const link = page.getByRole('link', { name: 'INSUFFICIENT_BALANCE' })
    expect(await link.getAttribute('href')).toBe('/docs/errors/INSUFFICIENT_BALANCE')
  })
})
