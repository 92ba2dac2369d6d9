import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeInBrowser, openPage } from '../../test/support/browser.ts'
import { findFreePort } from '../../test/support/free-port.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const photo = fileURLToPath(new URL('../basics/photo.jpg', import.meta.url))
const apiKey = 'mg_only_on_the_server'

describeInBrowser('the page, built by Vite and served beside the proxy', () => {
  let service: MockServer
  let folder: string
  let server: ChildProcess
  let url: string
  beforeAll(async () => {
    service = await startMockServer({ port: 0 })
    folder = await mkdtemp(join(tmpdir(), 'mediagen-page-'))
    vi.stubEnv('MEDIAGEN_API_KEY', apiKey)
    await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
    server = spawn(process.execPath, [join(root, 'express-server.ts')], {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        PORT: String(await findFreePort()),
        PAGES: folder,
        MEDIAGEN_API_KEY: apiKey,
        MEDIAGEN_BASE_URL: service.url,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    if (server.stdout === null) throw new Error('the server has no output')
    const [line] = await once(createInterface(server.stdout), 'line')
    url = String(line).replace('Listening on ', '')
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    server.kill()
    await once(server, 'exit')
    await service.close()
    await rm(folder, { recursive: true })
  })

  test('uploads a photo, generates, waits and shows the image', async () => {
    const { page, errors, outsideRequests, close } = await openPage(url, { alsoReached: [service.url] })
    try {
      await page.context().addCookies([{ name: 'session', value: 'anna', url }])
      await page.goto(url)
      await page.setInputFiles('input[type=file]', photo)
      await page.fill('input[name=prompt]', 'as a linocut')
      await page.click('button')
      await page.waitForFunction(() => document.querySelector('output')?.value === 'SUCCEEDED')
      const width = await page.locator('img').evaluate(async (image: HTMLImageElement) => {
        await image.decode()
        return image.naturalWidth
      })
      expect(width).toBe(96)
      expect(service.service.balance()).toBe('99.97')
      expect(errors).toEqual([])
      expect(outsideRequests).toEqual([])
    } finally {
      await close()
    }
  })

  test('shows a signed-out visitor why there is no image', async () => {
    const { page, close } = await openPage(url, { alsoReached: [service.url] })
    try {
      await page.goto(url)
      await page.setInputFiles('input[type=file]', photo)
      await page.fill('input[name=prompt]', 'as a linocut')
      await page.click('button')
      await page.waitForFunction(
        () => !['', 'UPLOADING'].includes(document.querySelector('output')?.value ?? ''),
      )
      const shown = await page.locator('output').evaluate((output: HTMLOutputElement) => output.value)
      expect(shown).toContain('Sign in first.')
    } finally {
      await close()
    }
  })

  test('has no key in it, though it was built beside one', async () => {
    const names = await readdir(folder, { recursive: true })
    const scripts = names.filter((name) => name.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(0)
    for (const name of scripts) expect(await readFile(join(folder, name), 'utf8')).not.toContain(apiKey)
  })
})
