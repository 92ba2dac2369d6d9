import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage } from '../test/support/browser.ts'
import { findFreePort } from '../test/support/free-port.ts'
import { untilPrinted } from '../test/support/running-program.ts'

const folder = fileURLToPath(new URL('nextjs-gallery', import.meta.url))
const photo = fileURLToPath(new URL('basics/photo.jpg', import.meta.url))
const program = 'next/dist/bin/next'
const next = createRequire(new URL('nextjs-gallery/package.json', import.meta.url)).resolve(program)
const apiKey = 'mg_only_on_the_server'
/** The build takes half a minute alone, and longer beside other tests. */
const buildMsMax = 300_000
/** A page on a machine that is busy with other tests. */
const visitMsMax = 120_000

describeInBrowser('the gallery in Next.js', () => {
  let service: MockServer
  let server: ChildProcess
  let url: string
  beforeAll(async () => {
    service = await startMockServer({ port: 0 })
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    const settings = {
      MEDIAGEN_API_KEY: apiKey,
      MEDIAGEN_BASE_URL: service.url,
      NEXT_TELEMETRY_DISABLED: '1',
    }
    const { NODE_ENV: _, NODE_OPTIONS: __, ...own } = process.env
    // A build knows neither key nor service.
    const buildEnv = { ...own, NEXT_TELEMETRY_DISABLED: '1' }
    await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env: { ...buildEnv } })
    server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
      cwd: folder,
      env: { ...own, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await untilPrinted(server, /Ready/)
  }, buildMsMax)
  afterAll(async () => {
    server?.kill()
    if (server?.exitCode === null) await once(server, 'exit')
    await service?.close()
  })

  test('takes a visitor from a photo to an image, shows it again later, and to nobody else', {
    timeout: visitMsMax,
  }, async () => {
    const { page, errors, outsideRequests, close } = await openPage(url, { alsoReached: [service.url] })
    try {
      await page.goto(url)
      expect(await page.textContent('p')).toBe('From 0.03 USD per image.')
      await page.click('text=Sign in as a guest')
      await page.setInputFiles('input[type=file]', photo)
      await page.selectOption('select', { label: 'Watercolour' })
      await page.click('text=Make an image')
      const image = page.locator('img[alt="The result"]')
      await image.waitFor()
      const widthOf = () =>
        image.evaluate(async (image: HTMLImageElement) => {
          await image.decode()
          return image.naturalWidth
        })
      expect(await widthOf()).toBe(96)
      expect(await page.textContent('output')).toBe('Done')
      await page.reload()
      await image.waitFor()

      await page.click('li a')
      await page.waitForSelector('h1:text("SUCCEEDED")')
      expect(await widthOf()).toBe(96)
      const html = await page.content()
      const path = new URL(page.url()).pathname
      await page.context().clearCookies()
      expect((await page.goto(url + path))?.status()).toBe(404)

      expect(service.service.balance()).toBe('99.97')
      expect(html).not.toContain(apiKey)
      expect(outsideRequests).toEqual([])
      expect(errors.filter((error) => !error.includes('404'))).toEqual([])
    } finally {
      await close()
    }
  })

  test('orders by a server action, follows in the page, and lists by TanStack Query', {
    timeout: visitMsMax,
  }, async () => {
    const { page, errors, close } = await openPage(url, { alsoReached: [service.url] })
    try {
      const before = service.service.taskCount()
      await page.goto(url)
      await page.click('text=Sign in as a guest')
      await page.waitForSelector('input[type=file]')
      await page.goto(`${url}/prompt`)
      await page.fill('input[name=prompt]', 'a fox')
      await page.click('text=Make an image')
      await page.locator('img[alt="The result"]').waitFor()
      await page.goto(`${url}/recent`)
      await page.locator('li img[alt="A result"]').waitFor()
      expect(service.service.taskCount() - before).toBe(1)
      expect(errors).toEqual([])
    } finally {
      await close()
    }
  })

  test('keeps the key from what a browser loads', async () => {
    const response = await fetch(url)
    const html = await response.text()
    const scripts = [...html.matchAll(/src="(\/_next\/[^"]+\.js)"/g)].map(([, path]) => path)
    expect(scripts.length).toBeGreaterThan(0)
    const texts = await Promise.all(scripts.map(async (path) => (await fetch(url + path)).text()))
    expect([html, ...texts].filter((text) => text.includes(apiKey))).toEqual([])
  })

  test.each([
    ['without a session', ''],
    ['with a session that they made up', crypto.randomUUID()],
    ['with one that has no id', `.${'A'.repeat(43)}`],
    ['with one whose signature is made up', `${crypto.randomUUID()}.${'A'.repeat(43)}`],
  ])('rejects strangers %s, before anything is paid', async (_, session) => {
    const response = await fetch(`${url}/api/mediagen/api/v1/images/generations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: `session=${session}` },
      body: JSON.stringify({ prompt: 'a fox' }),
    })
    expect(response.status).toBe(401)
  })
})
