import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeInBrowser, openPage } from '../../test/support/browser.ts'
import { findFreePort } from '../../test/support/free-port.ts'
import { type RunningProgram, startProgram } from '../../test/support/running-program.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const photo = fileURLToPath(new URL('../basics/photo.jpg', import.meta.url))
const apiKey = 'mg_only_on_the_server'

describeInBrowser('the page, built by Vite and served beside the proxy', () => {
  let service: MockServer
  let folder: string
  let server: RunningProgram
  let url: string
  beforeAll(async () => {
    service = await startMockServer({ port: 0 })
    folder = await mkdtemp(join(tmpdir(), 'mediagen-page-'))
    vi.stubEnv('MEDIAGEN_API_KEY', apiKey)
    await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
    server = await startProgram([join(root, 'express-server.ts')], {
      PORT: String(await findFreePort()),
      PAGES: folder,
      MEDIAGEN_API_KEY: apiKey,
      MEDIAGEN_BASE_URL: service.url,
    })
    url = server.url
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await server.stop()
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
