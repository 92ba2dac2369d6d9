import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'

type Page = WatchedPage['page']

const photo = fileURLToPath(new URL('../../examples/basics/photo.jpg', import.meta.url))
/** A picture of each station, to look at. */
const recorded = fileURLToPath(new URL('../../out/strangers-minute', import.meta.url))
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The longest that the studio renders, on a machine with other work. */
const renderMsMax = 90_000

const job = (page: Page, status: string) => page.locator(`.job[data-status=${status}]`)
const product = (page: Page, name: string) => page.locator('.products').getByText(name, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name })
const send = (page: Page) => page.locator('.composer [type=submit]')

describeInBrowser("a stranger's minute with the playground", () => {
  let machine: Machine
  let stations = 0
  beforeAll(async () => {
    machine = await createMachine()
    // One task at a time, so that the second one waits and can be cancelled.
    await machine.start('serve', { WORKER_CONCURRENCY: '1' })
    await rm(recorded, { recursive: true, force: true })
    await mkdir(recorded, { recursive: true })
  })
  afterAll(() => machine?.remove())

  async function visit(path: string, options?: Parameters<typeof openPage>[1]): Promise<WatchedPage> {
    const watched = await openPage(machine.baseUrl, options)
    onTestFinished(() => watched.close())
    await watched.page.goto(path)
    await watched.page.locator('.balance').waitFor()
    return watched
  }

  async function record(page: Page, name: string): Promise<void> {
    stations += 1
    await page.screenshot({ path: join(recorded, `${stations}-${name}.png`) })
  }

  test('leads from a prompt to a film, an effect, a shared link, a phone, a refund and an empty balance', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const desk = await visit('/', { permissions })
    const { page } = desk
    await record(page, 'open')

    await product(page, 'Text to video').click()
    await page.getByLabel('Prompt').fill('waves on a beach at sunset')
    await send(page).click()
    await job(page, 'SUCCEEDED').locator('video').waitFor({ timeout: renderMsMax })
    await record(page, 'film')

    await product(page, 'Image to image').click()
    await page.locator('.drop input').first().setInputFiles(photo)
    await page.getByText('Uploaded and ready').waitFor()
    await page.locator('.tiles').getByText('Oil painting').click()
    await send(page).click()
    await job(page, 'SUCCEEDED').getByRole('slider').waitFor({ timeout: renderMsMax })
    await record(page, 'effect')

    await button(page, 'Copy link').click()
    await button(page, 'Link copied').waitFor()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(link.href).not.toMatch(/key|asset/i)
    const pocket = await visit(`/${link.hash}`, phone)
    const sheet = pocket.page.getByRole('dialog', { name: 'New request' })
    await sheet.waitFor()
    await record(pocket.page, 'shared')
    await pocket.page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    // Chromium refuses a reload while it takes back the step of the sheet.
    await expect.poll(() => pocket.page.reload().catch(() => null)).not.toBeNull()
    const cards = pocket.page.locator('.history .card[data-status=SUCCEEDED]')
    await expect.poll(() => cards.count()).toBe(2)
    await record(pocket.page, 'phone')

    await product(page, 'Text to video').click()
    await send(page).click()
    await job(page, 'PROCESSING').waitFor()
    await page.getByLabel('Prompt').fill('a second one, which waits')
    await send(page).click()
    await button(page, 'Cancel and refund').click()
    await job(page, 'CANCELLED')
      .getByText(/^Not charged: .* refunded$/)
      .waitFor()
    await record(page, 'cancelled')

    const { apiKey, call } = await machine.createAccount('0.01')
    await button(page, 'Demo account').click()
    await page.getByLabel('API key').fill(apiKey)
    await button(page, 'Connect').click()
    await button(page, 'Your account').waitFor()
    await page.locator('.composer').getByText('Nothing here costs less.').waitFor()
    await page.locator('.composer').getByRole('button', { name: 'Copy account id' }).click()
    const { body } = await call('GET', '/api/v1/me')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(body.id)
    expect(await send(page).isDisabled()).toBe(true)
    await record(page, 'no-balance')
    expect([desk.errors, pocket.errors, desk.outsideRequests]).toEqual([[], [], []])
  }, 240_000)
})
