import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { operationRows } from '../contract/support/specification.ts'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'

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

  test('/api/docs shows every operation and asks no outside host for anything', async () => {
    const watched = await open('/api/docs')
    const { page } = watched
    const operations = page.locator('aside a[href*="/api/v1/"]')
    await operations.first().waitFor()
    const shown = await operations.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const expected = operationRows.map(({ method, path }) => RegExp(`/${method}${escapeRegExp(path)}$`))
    expect(shown).toHaveLength(expected.length)
    for (const ending of expected) expect(shown).toContainEqual(expect.stringMatching(ending))
    expectToKeepToItself(watched)
  })

  test('/api/docs shows the samples of an operation, finds it by a search and can try it', async () => {
    const watched = await open('/api/docs')
    const { page } = watched
    await page.getByRole('button', { name: 'Open Search' }).click()
    await page.getByRole('combobox').fill('Read the prices')
    await page.getByRole('option', { name: 'Read the prices' }).first().click()
    await page.locator('pre', { hasText: 'curl "$MEDIAGEN_BASE_URL/api/v1/pricing"' }).waitFor()
    await page.getByRole('button', { name: /Try it.*\/pricing/ }).click()
    const pricing = page.waitForResponse((response) => response.url().endsWith('/api/v1/pricing'))
    await page.getByRole('button', { name: /^Send get request/ }).click()
    expect((await pricing).status()).toBe(200)
    await page.getByText('"image.generate"').first().waitFor()
    expectToKeepToItself(watched)
  })

  test.each([320, 768, 1280, 1440, 2560])(
    '/api/docs shows nothing above another part at %i px',
    async (width) => {
      const watched = await openPage(machine.baseUrl, { viewport: { width, height: 900 } })
      onTestFinished(() => watched.close())
      const { page } = watched
      await page.goto('/api/docs', { waitUntil: 'networkidle' })
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).first().boundingBox()
        if (box === null) throw new Error(`${selector} is not shown`)
        return box
      }
      const parts = await Promise.all(
        ['.site-header', '.introduction-section h1', '.introduction-section table', '.introduction-card'].map(
          boxOf,
        ),
      )
      for (const [index, one] of parts.entries())
        for (const other of parts.slice(index + 1)) expect(overlap(one, other), `${width} px`).toBe(false)
      // The table scrolls by itself; the page never does.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      for (const { x, width: size } of parts) expect(x + size).toBeLessThanOrEqual(width)
    },
  )

  test.each([390, 1280])(
    '/api/docs at an operation has the header in view and cuts no line of its sample at %i px',
    async (width) => {
      const watched = await openPage(machine.baseUrl, { viewport: { width, height: 844 } })
      onTestFinished(() => watched.close())
      const { page } = watched
      await page.goto('/api/docs#tag/images/POST/api/v1/images/generations', { waitUntil: 'networkidle' })
      const sample = page.locator('pre', { hasText: 'curl "$MEDIAGEN_BASE_URL/api/v1/images/generations"' })
      await sample.waitFor()
      expect(await page.locator('.site-header').boundingBox()).toMatchObject({ y: 0 })
      expect(await sample.evaluate((block) => block.scrollWidth - block.clientWidth)).toBe(0)
    },
  )

  test.each([
    ['/api/docs', 'light'],
    ['/api/docs', 'dark'],
    ['/gallery', 'light'],
    ['/gallery', 'dark'],
    ['/status', 'light'],
    ['/status', 'dark'],
  ] as const)('%s has nothing that axe finds serious, %s', async (path, colorScheme) => {
    const watched = await openPage(machine.baseUrl, { colorScheme })
    onTestFinished(() => watched.close())
    await watched.page.goto(path, { waitUntil: 'networkidle' })
    expect(await seriousViolations(watched.page)).toEqual([])
    expectToKeepToItself(watched)
  })

  test('a result link plays in the browser', async () => {
    const account = await machine.createAccount('1.00')
    const video = { prompt: 'a lake', resolution: '480p', aspectRatio: '1:1', durationSeconds: 4 }
    const { body } = await account.call('POST', '/api/v1/videos/generations', video)
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

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[{}/.]/g, '\\$&')
}
