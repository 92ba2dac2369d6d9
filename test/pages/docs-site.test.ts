import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { apiSidebar, sidebar } from '../../docs/.vitepress/sidebar.ts'
import { movedPages } from '../../server/src/http/pages/moved-pages.ts'
import { operationRows } from '../contract/support/specification.ts'
import { createMachine, type Machine } from '../e2e/support/service-process.ts'
import { seriousViolations } from '../support/accessibility.ts'
import { describeInBrowser, openPage, type WatchedPage } from '../support/browser.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
/** The whole site on a machine that is busy with other tests. */
const buildTimeoutMs = 300_000

describe('the documentation site, as it is built and served', () => {
  let machine: Machine

  beforeAll(async () => {
    // Rejects with VitePress's words where a link leads nowhere.
    await promisify(execFile)(process.execPath, ['scripts/docs/main.ts'], { cwd: projectRoot })
    machine = await createMachine()
    await machine.start('serve')
  }, buildTimeoutMs)
  afterAll(() => machine?.remove())

  const open = (path: string) => fetch(new URL(path, machine.baseUrl))

  test('has a page at /docs/errors/CODE for every error code of the contract', async () => {
    const contract = JSON.parse(await readFile(`${projectRoot}/openapi/generated/openapi.json`, 'utf8'))
    const { ApiErrorCode, TaskErrorCode, UploadErrorCode } = contract.components.schemas
    const codes: string[] = [ApiErrorCode, TaskErrorCode, UploadErrorCode].flatMap((schema) => schema.enum)
    expect(codes.length).toBeGreaterThan(30)
    for (const code of codes) {
      const page = await open(`/docs/errors/${code}`)
      expect([code, page.status]).toEqual([code, 200])
      const html = await page.text()
      for (const words of ['What to do:', 'Was I charged?', 'May I send it again?'])
        expect(html).toContain(words)
    }
  })

  test('has every page of its sidebar', async () => {
    const links = [...sidebar, ...apiSidebar].flatMap(({ items = [] }) => items.map(({ link }) => link))
    expect(links.length).toBeGreaterThan(30)
    for (const link of links) expect([link, (await open(`/docs${link}`)).status]).toEqual([link, 200])
  })

  test('has each page that has moved, and the part of it that a former address leads to', async () => {
    for (const [former, address] of movedPages) {
      const response = await open(former)
      expect([former, response.status]).toEqual([former, 200])
      const [, fragment = ''] = address.split('#')
      if (fragment !== '')
        expect([former, await response.text()]).toEqual([former, expect.stringContaining(`id="${fragment}"`)])
    }
  })

  test('contains the code of its guides, and the help of each command', async () => {
    expect(await (await open('/docs/guides/batch')).text()).toContain('generateMany')
    expect(await (await open('/docs/reference/command-line/image')).text()).toContain('--negative-prompt')
    expect(await (await open('/docs/reference/sdk/index/classes/Mediagen')).text()).toContain('withResponse')
    const ofProvider = await open('/docs/reference/ai-sdk/functions/createMediagen')
    expect(await ofProvider.text()).toContain('MediagenProviderSettings')
  })

  test('lists its documents for agents, each of which is there in Markdown, with links to others', async () => {
    const list = await (await open('/llms.txt')).text()
    const addresses = [...list.matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)].map(([, address = '']) => address)
    expect(addresses.length).toBeGreaterThan(30)
    const html = await (await open('/docs/guides/uploads')).text()
    expect(html).toContain('<link rel="alternate" type="text/markdown" href="/docs/guides/uploads.md">')
    for (const address of addresses) {
      const page = await open(address)
      expect([address, page.headers.get('Content-Type')]).toEqual([address, 'text/markdown; charset=utf-8'])
      for (const [, link = ''] of (await page.text()).matchAll(/\]\((\/docs\/[^)#\s]+)/g))
        expect([address, link, (await open(link)).status]).toEqual([address, link, 200])
    }
  })

  describeInBrowser('in a browser that reaches no other host', () => {
    async function visit(path: string, colorScheme?: 'light' | 'dark'): Promise<WatchedPage> {
      const watched = await openPage(machine.baseUrl, { ...(colorScheme && { colorScheme }) })
      onTestFinished(() => watched.close())
      await watched.page.goto(path, { waitUntil: 'networkidle' })
      return watched
    }

    test('leads from its first page to a guide, and finds an error code by a search', async () => {
      const { page, errors, outsideRequests } = await visit('/docs')
      await page.getByRole('link', { name: 'First image in five minutes' }).click()
      await page.getByRole('heading', { name: 'Start the service' }).waitFor()
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill('RATE_LIMITED')
      await page.locator('.VPLocalSearchBox .result').first().click()
      await page.getByRole('heading', { name: 'Was I charged?' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/docs/errors/RATE_LIMITED')
      // In words, with the code below, and within its group of the sidebar.
      expect(await page.locator('h1').innerText()).toMatch(
        /^Too many generation requests in a minute\s+RATE_LIMITED/,
      )
      await page.locator('.sidebar-group[open] a[aria-current]', { hasText: 'Error codes' }).waitFor()
      expect([errors, outsideRequests]).toEqual([[], []])
    })

    test.each([
      ['/docs/guides/uploads', 'light'],
      ['/docs/guides/uploads', 'dark'],
      ['/docs/errors/RATE_LIMITED', 'light'],
      ['/docs/', 'light'],
      ['/docs/', 'dark'],
      ['/docs/architecture', 'light'],
      ['/docs/runbook', 'dark'],
      ['/api/docs', 'light'],
      ['/docs/api/transformImage', 'light'],
      ['/docs/api/getTask', 'dark'],
    ] as const)('has nothing on %s that axe finds serious, %s', async (path, colorScheme) => {
      const { page, errors } = await visit(path, colorScheme)
      // VitePress shows the keys of the search inside its button, whose name is "Search".
      expect(await seriousViolations(page, ['label-content-name-mismatch'])).toEqual([])
      expect(await page.getByRole('main').count()).toBe(1)
      expect(errors).toEqual([])
    })

    test('shows on its first page pictures and a film, in less than 400 kB and without a shift', async () => {
      const watched = await openPage(machine.baseUrl, { viewport: { width: 390, height: 844 } })
      onTestFinished(() => watched.close())
      const { page } = watched
      const sizes: Promise<number>[] = []
      page.on('requestfinished', (request) =>
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
      )
      await page.goto('/docs/', { waitUntil: 'networkidle' })
      expect(
        await page.locator('.sheet video').evaluate((video) => 'videoWidth' in video && video.videoWidth),
      ).toBeGreaterThan(0)
      const broken = await page
        .locator('.sheet img')
        .evaluateAll((images) => images.filter((image) => !('naturalWidth' in image && image.naturalWidth)))
      expect(broken).toEqual([])
      const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      expect(total).toBeLessThan(400_000)
      // As text, because the browser's own types are not those of Node.
      const shift = `new Promise((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value })
          .observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      })`
      expect(await page.evaluate<number>(shift)).toBeLessThan(0.05)
    })

    test('has the links of every page of the service in its header, in view on a phone, too', async () => {
      const watched = await openPage(machine.baseUrl, { viewport: { width: 390, height: 844 } })
      onTestFinished(() => watched.close())
      const { page } = watched
      await page.goto('/docs/runbook', { waitUntil: 'networkidle' })
      const links = page.locator('.site-header nav a')
      const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(paths).toEqual(['/', '/gallery', '/docs/', '/api/docs', '/status'])
      for (const link of await links.all()) {
        const box = await link.boundingBox()
        expect((box?.x ?? 390) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
      }
      await page.getByRole('link', { name: 'Reference', exact: true }).first().click()
      await page.waitForURL('**/api/docs')
    })

    test.each(['/docs/', '/docs/guides/first-image', '/docs/guides/errors', '/docs/api/transformImage'])(
      'cuts no line of code on %s',
      async (path) => {
        for (const width of [390, 1280]) {
          const watched = await openPage(machine.baseUrl, { viewport: { width, height: 800 } })
          onTestFinished(() => watched.close())
          await watched.page.goto(path, { waitUntil: 'networkidle' })
          const cut = await watched.page
            .locator('.vp-doc pre')
            .evaluateAll((blocks) => blocks.filter((block) => block.scrollWidth > block.clientWidth).length)
          expect([width, cut]).toEqual([width, 0])
        }
      },
    )

    test('shows at /api/docs every operation, and leads to its page with samples', async () => {
      const { page, errors, outsideRequests } = await visit('/api/docs')
      for (const { method, path } of operationRows)
        await page
          .locator('tr', { hasText: RegExp(`${method} ${escapeRegExp(path)}$`) })
          .last()
          .waitFor()
      await page.locator('.sidebar-group').getByRole('link', { name: 'Read the prices' }).click()
      await page.locator('pre', { hasText: 'curl "$MEDIAGEN_BASE_URL/api/v1/pricing"' }).waitFor()
      expect(new URL(page.url()).pathname).toBe('/docs/api/getPricing')
      expect(await page.locator('.site-header [aria-current]').innerText()).toBe('Reference')
      expect([errors, outsideRequests]).toEqual([[], []])
    })

    test('leads from a link to an operation at /api/docs to its row', async () => {
      const { page } = await visit('/api/docs#tag/images/POST/api/v1/images/generations')
      const row = page.locator('tr', { hasText: 'POST /api/v1/images/generations' }).last()
      await expect.poll(async () => (await row.boundingBox())?.y).toBeLessThan(300)
      expect(await page.locator('.site-header').boundingBox()).toMatchObject({ y: 0 })
    })

    test('finds an operation by its title and, before all others, by its id', async () => {
      const { page } = await visit('/docs/guides/waiting')
      await page.keyboard.press('Control+k')
      const results = page.locator('.VPLocalSearchBox .result')
      await page.locator('#localsearch-input').fill('Read the prices')
      await page.locator('.VPLocalSearchBox .result[href*="/docs/api/getPricing"]').first().waitFor()
      await page.locator('#localsearch-input').fill('generateVideo')
      await expect.poll(() => results.first().getAttribute('href')).toMatch(/^\/docs\/api\/generateVideo/)
      await results.first().click()
      await page.getByRole('heading', { name: 'Make a video from a prompt' }).waitFor()
    })

    test('finds a guide by what its reader wants to do', async () => {
      const { page, errors } = await visit('/docs/')
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill('wait for a result')
      const first = page.locator('.VPLocalSearchBox .result').first()
      await expect.poll(() => first.getAttribute('href')).toContain('/docs/guides/waiting')
      expect(errors).toEqual([])
    })

    test('shows the language that was chosen on one page on the next', async () => {
      const { page, errors } = await visit('/docs/api/getPricing')
      await page.locator('.vp-code-group label', { hasText: 'Python requests' }).click()
      for (const path of ['/docs/api/generateImage', '/docs/runbook', '/docs/api/getTask']) {
        await page.goto(path, { waitUntil: 'networkidle' })
        const chosen = await page.locator('.vp-code-group input:checked + label').allInnerTexts()
        expect([path, chosen]).toEqual([
          path,
          [path === '/docs/runbook' ? 'npm or checkout' : 'Python requests'],
        ])
      }
      await page.locator('pre', { hasText: 'import requests' }).waitFor()
      expect(errors).toEqual([])
    })

    test('shows the API reference in less than 250 kB', async () => {
      const watched = await openPage(machine.baseUrl)
      onTestFinished(() => watched.close())
      const sizes: Promise<number>[] = []
      watched.page.on('requestfinished', (request) =>
        sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize)),
      )
      await watched.page.goto('/api/docs', { waitUntil: 'networkidle' })
      expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
    })

    test.each([320, 768, 1280, 2560])(
      'shows no page of the API reference wider than %i px',
      async (width) => {
        const watched = await openPage(machine.baseUrl, { viewport: { width, height: 900 } })
        onTestFinished(() => watched.close())
        for (const path of ['/api/docs', '/docs/api/listTasks']) {
          await watched.page.goto(path, { waitUntil: 'networkidle' })
          const shown = await watched.page.evaluate('document.documentElement.scrollWidth')
          expect(shown).toBeLessThanOrEqual(width)
        }
      },
    )

    test('finds a setting by its name', async () => {
      const { page } = await visit('/docs/')
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill('METRICS_PORT')
      await page.locator('.VPLocalSearchBox .result[href*="/docs/settings"]').first().waitFor()
    })

    test('finds a guide before a decision', async () => {
      const { page } = await visit('/docs/')
      await page.keyboard.press('Control+k')
      await page.locator('#localsearch-input').fill('idempotency')
      const first = page.locator('.VPLocalSearchBox .result').first()
      expect(await first.getAttribute('href')).toContain('/docs/guides/idempotency')
    })

    test('shows for an unknown path a page that links back', async () => {
      const watched = await openPage(machine.baseUrl)
      onTestFinished(() => watched.close())
      const response = await watched.page.goto('/docs/guides/nothing', { waitUntil: 'networkidle' })
      expect(response?.status()).toBe(404)
      await watched.page.getByRole('link', { name: /home/i }).first().click()
      await watched.page.getByRole('link', { name: 'First image in five minutes' }).first().waitFor()
    })

    test('shows the images of every effect, and links to the pages of the service', async () => {
      const { page, errors, outsideRequests } = await visit('/docs/reference/effects')
      const broken = await page
        .locator('img')
        .evaluateAll((images) => images.filter((image) => !('naturalWidth' in image && image.naturalWidth)))
      expect(broken).toEqual([])
      expect(await page.locator('video').count()).toBeGreaterThan(10)
      await page.goto('/docs/reference/')
      await page.getByRole('link', { name: '/gallery' }).click()
      await page.getByRole('heading', { name: 'Gallery' }).waitFor()
      expect([errors, outsideRequests]).toEqual([[], []])
    })
  })
})

function escapeRegExp(text: string): string {
  return text.replaceAll(/[{}/.]/g, '\\$&')
}
