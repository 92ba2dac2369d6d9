import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import { describeInBrowser, openPage } from '../../support/browser.ts'
import { findFreePort } from '../../support/free-port.ts'
import { commandOf } from '../support/command-of.ts'
import { findRuntimes } from '../support/runtimes.ts'
import { openCommands } from './commands.ts'
import { buildGallery, type Gallery, openGallery, startGallery } from './gallery.ts'
import { openMcp } from './mcp.ts'
import { openReactPage } from './react-page.ts'
import { type Account, type Stage, startStage } from './stage.ts'
import { type Client, tellStory } from './story.ts'
import { openWorker } from './worker.ts'

const photo = fileURLToPath(new URL('../../../examples/basics/photo.jpg', import.meta.url))
/** Where the packages of the AI SDK are. */
const packagesOfAiSdk = fileURLToPath(new URL('../../../sdk/node_modules', import.meta.url))
/** The build of Next.js takes half a minute alone, and longer beside other tests. */
const buildMsMax = 300_000
/** A story on a machine that is busy with other tests. */
const storyMsMax = 120_000

/** Seven clients, each of which orders, goes on after a restart, lists and gets its results on one service. */
export function describeClients({
  folder: packagesOf,
  missing,
}: {
  readonly folder: string
  readonly missing: string
}): void {
  let stage: Stage
  let ports: { readonly page: number; readonly gallery: number }
  beforeAll(async () => {
    ports = { page: await findFreePort(), gallery: await findFreePort() }
    stage = await startStage(Object.values(ports).map((port) => `http://127.0.0.1:${port}`))
  })
  afterAll(() => stage?.close())

  async function runStory(account: Account, open: Promise<Client>): Promise<void> {
    const client = await open
    try {
      await tellStory(stage, account, client)
    } finally {
      stage.release()
      await client.close()
    }
  }

  function openOn(runtime: string, program: string) {
    return (account: Account, context: TestContext) => {
      const found = findRuntimes().find(({ name }) => name === runtime)
      if (found === undefined) throw new Error(`There is no ${runtime}`)
      const command = commandOf(found, { missing, context })
      return openCommands(account, { program, command, packagesOf, ordered: 'image.generate' })
    }
  }

  const programs: Record<string, (account: Account, context: TestContext) => Promise<Client>> = {
    'a Deno program': openOn('Deno', 'deno.ts'),
    'a Bun program': openOn('Bun', 'bun.ts'),
    'a Cloudflare Worker': (account) => openWorker(account, { packagesOf }),
    'an MCP client': (account) => openMcp(account, { packagesOf }),
    'a script of the AI SDK': (account) =>
      openCommands(account, {
        program: 'ai-sdk.mjs',
        command: [process.execPath],
        packagesOf: packagesOfAiSdk,
        ordered: 'video.generate',
      }),
  }

  test.for(Object.entries(programs))(
    '%s orders once, goes on after a restart, lists its orders with their prices, and gets the results',
    { timeout: storyMsMax },
    async ([, open], context) => {
      const account = await stage.createAccount()
      await runStory(account, open(account, context))
    },
  )

  describeInBrowser('in Chromium', () => {
    test('a React page orders once, goes on after a reload, lists its orders with their prices, and shows the results', {
      timeout: storyMsMax,
    }, async () => {
      const account = await stage.createAccount()
      await runStory(account, openReactPage(stage, account, { packagesOf, port: ports.page }))
    })

    describe('a Next.js app', () => {
      let gallery: Gallery
      beforeAll(async () => {
        const account = await stage.createAccount()
        await buildGallery()
        gallery = await startGallery(account, ports.gallery)
      }, buildMsMax)
      afterAll(() => gallery?.close())

      test(
        'orders once, goes on after a reload, lists its orders with their prices, and shows the results',
        {
          timeout: storyMsMax,
        },
        () => runStory(gallery.account, openGallery(stage, gallery)),
      )

      test('takes a visitor from a photo to an image, shows it again later, and to nobody else', {
        timeout: storyMsMax,
      }, async () => {
        const { owner } = gallery.account
        const before = Number((await owner.account()).balance)
        const { page, errors, outsideRequests, close } = await openPage(gallery.url, {
          alsoReached: [stage.url],
        })
        try {
          await page.goto(gallery.url)
          expect(await page.textContent('p')).toBe('From 0.03 USD per image.')
          await page.click('text=Sign in as a guest')
          await page.setInputFiles('input[type=file]', photo)
          await page.selectOption('select', { label: 'Watercolour' })
          await page.click('text=Make an image')
          const image = page.locator('img[alt="The result"]')
          await image.waitFor()
          await image.evaluate((shown: HTMLImageElement) => shown.decode())
          expect(await page.textContent('output')).toBe('Done')
          await page.reload()
          await image.waitFor()

          await page.click('li a')
          await page.waitForSelector('h1:text("SUCCEEDED")')
          await image.evaluate((shown: HTMLImageElement) => shown.decode())
          const html = await page.content()
          const path = new URL(page.url()).pathname
          await page.context().clearCookies()
          expect((await page.goto(gallery.url + path))?.status()).toBe(404)

          expect(before - Number((await owner.account()).balance)).toBeCloseTo(0.03, 6)
          expect(html).not.toContain(gallery.apiKey)
          expect(outsideRequests).toEqual([])
          expect(errors.filter((error) => !error.includes('404'))).toEqual([])
        } finally {
          await close()
        }
      })

      test('keeps the key from what a browser loads', async () => {
        const html = await (await fetch(gallery.url)).text()
        const scripts = [...html.matchAll(/src="(\/_next\/[^"]+\.js)"/g)].map(([, path]) => path)
        expect(scripts.length).toBeGreaterThan(0)
        const texts = await Promise.all(scripts.map(async (path) => (await fetch(gallery.url + path)).text()))
        expect([html, ...texts].filter((text) => text.includes(gallery.apiKey))).toEqual([])
      })

      test.each([
        ['without a session', ''],
        ['with a session that they made up', crypto.randomUUID()],
        ['with one that has no id', `.${'A'.repeat(43)}`],
        ['with one whose signature is made up', `${crypto.randomUUID()}.${'A'.repeat(43)}`],
      ])('rejects strangers %s, before anything is paid', async (_, session) => {
        const response = await fetch(`${gallery.url}/api/mediagen/api/v1/images/generations`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie: `session=${session}` },
          body: JSON.stringify({ prompt: 'a fox' }),
        })
        expect(response.status).toBe(401)
      })
    })
  })
}
