import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { operationRows } from '../contract/support/specification.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { createMachine, type Machine } from './support/service-process.ts'
import { until } from './support/until.ts'

describeInBrowser('the pages, in a browser that reaches no other host', () => {
  let machine: Machine

  beforeAll(async () => {
    machine = await createMachine()
    await machine.start('serve')
  })
  afterAll(() => machine.remove())

  async function open(path: string): Promise<WatchedPage> {
    const watched = await openPage(machine.baseUrl)
    onTestFinished(() => watched.close())
    const response = await watched.page.goto(path, { waitUntil: 'load' })
    expect(response?.status()).toBe(200)
    return watched
  }

  function expectToKeepToItself({ outsideRequests, errors }: WatchedPage): void {
    expect(outsideRequests).toEqual([])
    expect(errors).toEqual([])
  }

  test('/api/docs shows all 13 operations and asks no outside host for anything', async () => {
    const watched = await open('/api/docs')
    const { page } = watched
    await page.waitForSelector('.opblock')
    expect(await page.locator('.opblock').count()).toBe(operationRows.length)
    for (const { method, path } of operationRows) {
      const row = page.locator('.opblock', { has: page.locator(`[data-path="${path}"]`) })
      expect(await row.locator('.opblock-summary-method').allTextContents()).toEqual([method])
      expect(await row.isVisible()).toBe(true)
    }
    expectToKeepToItself(watched)
  })

  test('/api/docs opens an operation with its fields and examples, and can try it', async () => {
    const watched = await open('/api/docs')
    const { page } = watched
    const pricing = page.locator('.opblock', { has: page.locator('[data-path="/api/v1/pricing"]') })
    await pricing.locator('.opblock-summary').click()
    await pricing.locator('.try-out__btn').click()
    await pricing.locator('.execute').click()
    await pricing.locator('.live-responses-table .response-col_status', { hasText: '200' }).first().waitFor()
    expect(await pricing.locator('.live-responses-table').textContent()).toContain('image.generate')
    expectToKeepToItself(watched)
  })

  test('/gallery shows every example with its picture or film', async () => {
    const { examples } = await (await machine.fetch('/api/v1/examples')).json()
    expect(examples.length).toBeGreaterThan(0)
    const watched = await open('/gallery')
    const { page } = watched
    expect(await page.locator('figure').count()).toBe(examples.length)
    const figures = await page.locator('figure').all()
    for (const figure of figures) await figure.scrollIntoViewIfNeeded()
    const unseen = () =>
      page
        .locator('img')
        .evaluateAll(
          (images) => images.filter((image) => !('naturalWidth' in image && image.naturalWidth)).length,
        )
    expect(await until(unseen, (count) => count === 0)).toBe(0)
    for (const video of await page.locator('video').all()) {
      const address = await video.getAttribute('src')
      const film = await fetch(new URL(address ?? '', machine.baseUrl), { headers: { Range: 'bytes=0-99' } })
      expect([film.status, film.headers.get('Content-Type')]).toEqual([206, 'video/mp4'])
    }
    expectToKeepToItself(watched)
  })

  test('a result link plays in the browser', async () => {
    const account = await machine.createAccount('1.00')
    const film = { prompt: 'a lake', resolution: '480p', aspectRatio: '1:1', durationSeconds: 4 }
    const { body } = await account.call('POST', '/api/v1/videos/generations', film)
    const { output } = await account.finished(body.id, 30_000)
    const watched = await open('/gallery')
    const size = await watched.page.evaluate(
      (address) =>
        new Promise((resolve) => {
          const video = document.createElement('video')
          video.onloadeddata = () =>
            resolve([video.videoWidth, video.videoHeight, Math.round(video.duration)])
          video.onerror = () => resolve(video.error?.message)
          video.src = address
        }),
      output.videos[0].url,
    )
    expect(size).toEqual([480, 480, 4])
  })
})
