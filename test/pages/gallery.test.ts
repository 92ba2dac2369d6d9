import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'
import { untilHolds } from '../support/until-holds.ts'

const firstViewBytesMax = 400_000
const layoutShiftMax = 0.01

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

declare global {
  interface Window {
    layoutShift: number
  }
}

describeInBrowser('/gallery', () => {
  let machine: Machine

  beforeAll(async () => {
    machine = await createMachine()
    await machine.start('serve')
  })
  afterAll(() => machine.remove())

  /** `before` runs on the page while it is still empty. */
  async function open(
    options: BrowserContextOptions = wide,
    { path = '/gallery', before = async (_page: Page): Promise<void> => undefined } = {},
  ): Promise<WatchedPage> {
    const watched = await openPage(machine.baseUrl, options)
    onTestFinished(async () => {
      expect(watched.outsideRequests).toEqual([])
      expect(watched.errors).toEqual([])
      await watched.close()
    })
    await before(watched.page)
    const response = await watched.page.goto(path, { waitUntil: 'networkidle' })
    expect(response?.status()).toBe(200)
    return watched
  }

  const playing = (page: Page) =>
    page
      .locator('video')
      .evaluateAll((films) => films.filter((film) => 'paused' in film && !film.paused).length)

  test.each([
    ['a wide window', wide],
    ['a phone', phone],
  ])('shows its first view on %s with less than 400 kB, and nothing of it moves', async (_name, options) => {
    let bytes = 0
    const { page } = await open(options, {
      before: async (page) => {
        const network = await page.context().newCDPSession(page)
        await network.send('Network.enable')
        network.on('Network.loadingFinished', ({ encodedDataLength }) => {
          bytes += encodedDataLength
        })
        await page.addInitScript(() => {
          window.layoutShift = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries())
              window.layoutShift += (entry as unknown as { value: number }).value
          }).observe({ type: 'layout-shift', buffered: true })
        })
      },
    })
    expect(bytes).toBeGreaterThan(20_000)
    expect(bytes).toBeLessThan(firstViewBytesMax)
    for (const figure of await page.locator('figure').all()) await figure.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => window.layoutShift)).toBeLessThan(layoutShiftMax)
  })

  test('fits windows from 320 to 2560 wide', async () => {
    const { page } = await open()
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test('shows every example with its image or video', async () => {
    const { examples } = await (await machine.fetch('/api/v1/examples')).json()
    expect(examples.length).toBeGreaterThan(0)
    const { page } = await open()
    expect(await page.locator('figure').count()).toBe(examples.length)
    for (const figure of await page.locator('figure').all()) await figure.scrollIntoViewIfNeeded()
    const unseen = () =>
      page
        .locator('img:not(.before)')
        .evaluateAll(
          (images) => images.filter((image) => !('naturalWidth' in image && image.naturalWidth)).length,
        )
    await untilHolds(async () => expect(await unseen()).toBe(0))
    for (const video of await page.locator('video').all()) {
      const address = await video.getAttribute('src')
      const part = await fetch(new URL(address ?? '', machine.baseUrl), { headers: { Range: 'bytes=0-99' } })
      expect([part.status, part.headers.get('Content-Type')]).toEqual([206, 'video/mp4'])
    }
  })

  test('keeps the chosen category in the address, and marks the one in view', async () => {
    const { page } = await open()
    await page.getByRole('link', { name: 'Craft', exact: true }).click()
    expect(new URL(page.url()).hash).toBe('#craft')
    const current = page.locator('.chips [aria-current]')
    await untilHolds(async () => expect(await current.textContent()).toBe('Craft'))
    const heading = page.locator('#craft h2')
    const expectAtTop = () =>
      untilHolds(async () => expect((await heading.boundingBox())?.y).toBeLessThan(200))
    // The browser scrolls there smoothly.
    await expectAtTop()
    await page.reload({ waitUntil: 'networkidle' })
    await untilHolds(async () => expect(await current.textContent()).toBe('Craft'))
    await expectAtTop()
  })

  test('shows half of each image before and half after, and moves the handle by keys, a pointer and a finger', async () => {
    const { page } = await open()
    const frame = page.locator('.compared').first()
    const slider = frame.getByRole('slider')
    const isLoaded = () =>
      frame.locator('.before').evaluate((image) => 'naturalWidth' in image && image.naturalWidth)
    await untilHolds(async () => expect(await isLoaded()).toBeGreaterThan(0))
    expect(await slider.inputValue()).toBe('50')
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    expect(await slider.getAttribute('aria-valuetext')).toBe('51% before')
    const box = await frame.boundingBox()
    await frame.hover({ position: { x: (box?.width ?? 0) / 4, y: 40 } })
    expect(await slider.inputValue()).toBe('25')
    await page.locator('h1').hover()
    expect(await slider.inputValue()).toBe('50')
    const { page: touched } = await open(phone)
    const other = touched.locator('.compared').first()
    await other.tap({ position: { x: 40, y: 40 } })
    expect(Number(await other.getByRole('slider').inputValue())).toBeLessThan(25)
  })

  test('plays a film under a pointer and under the focus, one at a time', async () => {
    const { page } = await open()
    const films = page.locator('.film')
    expect(await playing(page)).toBe(0)
    for (const index of [0, 1]) {
      await films.nth(index).hover()
      await untilHolds(async () => expect(await playing(page)).toBe(1))
      await untilHolds(async () => expect(await films.nth(index).getAttribute('class')).toContain('shown'))
    }
    await page.locator('.chips').hover()
    await untilHolds(async () => expect(await playing(page)).toBe(0))
    await page.keyboard.press('Tab')
    await films.nth(2).getByRole('button').focus()
    await untilHolds(async () => expect(await playing(page)).toBe(1))
    await page.keyboard.press('Enter')
    await untilHolds(async () => expect(await playing(page)).toBe(0))
  })

  test('plays on a phone what is in the middle of the screen', async () => {
    const { page } = await open(phone)
    expect(await playing(page)).toBe(0)
    const film = page.locator('.film').nth(2)
    await film.evaluate((frame) => frame.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await untilHolds(async () => expect(await playing(page)).toBe(1))
    expect(await film.getByRole('button').getAttribute('aria-pressed')).toBe('true')
  })

  test('plays nothing by itself for those who want less motion, but everything at a click', async () => {
    const { page } = await open({ ...wide, reducedMotion: 'reduce' })
    const film = page.locator('.film').first()
    await film.hover()
    await page.waitForTimeout(300)
    expect(await playing(page)).toBe(0)
    await film.getByRole('button').click()
    await untilHolds(async () => expect(await playing(page)).toBe(1))
  })

  test('opens the playground with the request of an example', async () => {
    const { page } = await open()
    const link = page.getByRole('link', { name: 'Try it: Found in an attic' })
    expect(await link.getAttribute('href')).toBe(
      '/#product=video.transform&effectId=film-reel&durationSeconds=5&example=sailing-boat-film-reel',
    )
  })

  test('without scripts shows input and output side by side, and films with controls', async () => {
    const { page } = await open({ ...wide, javaScriptEnabled: false })
    expect(await page.locator('.compared .before').first().isVisible()).toBe(true)
    expect(await page.locator('.compared input').first().isVisible()).toBe(false)
    expect(await page.locator('.film video').first().getAttribute('controls')).not.toBeNull()
  })

  test.each(['#craft', '#camera-moves'])(
    'has nothing that axe finds serious while %s is in use',
    async (category) => {
      const { page } = await open(wide, { path: `/gallery${category}` })
      await page.locator(`${category} .frame`).first().hover()
      expect(await seriousViolations(page)).toEqual([])
    },
  )
})
