import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openPage } from '../../support/browser.ts'
import { untilPrinted } from '../../support/running-program.ts'
import type { Account, Stage } from './stage.ts'
import type { Client } from './story.ts'

const folder = fileURLToPath(new URL('../../../examples/nextjs-gallery', import.meta.url))
const next = createRequire(`${folder}/package.json`).resolve('next/dist/bin/next')

/** The example in Next.js, which runs. */
export interface Gallery {
  readonly url: string
  readonly apiKey: string
  readonly account: Account
  close(): Promise<void>
}

function environmentOf(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NODE_ENV: _, NODE_OPTIONS: __, ...own } = process.env
  return { ...own, NEXT_TELEMETRY_DISABLED: '1', ...settings } as NodeJS.ProcessEnv
}

/** Builds the gallery, which knows neither key nor service until it runs. */
export async function buildGallery(): Promise<void> {
  await promisify(execFile)(process.execPath, [next, 'build'], { cwd: folder, env: environmentOf({}) })
}

export async function startGallery(account: Account, port: number): Promise<Gallery> {
  const server = spawn(process.execPath, [next, 'start', '--hostname', '127.0.0.1', '--port', String(port)], {
    cwd: folder,
    env: environmentOf({ ...account.environment }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await untilPrinted(server, /Ready/)
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey: account.environment.MEDIAGEN_API_KEY,
    account,
    async close() {
      server.kill()
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

/** A visitor of the gallery: orders by its server action, lists by TanStack Query. */
export async function openGallery(stage: Stage, { url }: Gallery): Promise<Client> {
  const { page, errors, close } = await openPage(url, { alsoReached: [stage.url] })
  await page.goto(url)
  await page.click('text=Sign in as a guest')
  await page.waitForSelector('input[type=file]')
  const imageAt = async (image: ReturnType<typeof page.locator>) => {
    await image.evaluate((shown: HTMLImageElement) => shown.decode())
    return new Uint8Array(await (await fetch(String(await image.getAttribute('src')))).arrayBuffer())
  }
  const order = async (prompt: string) => {
    await page.goto(`${url}/prompt`)
    await page.fill('input[name=prompt]', prompt)
    await page.click('text=Make an image')
    await page.locator('output', { hasText: /./ }).waitFor()
    return page.evaluate(() => String(localStorage.getItem('gallery')?.split('\n')[0]))
  }
  const list = () =>
    page.locator('li').evaluateAll((items) =>
      items.map((item) => ({
        id: decodeURIComponent(item.querySelector('a')?.pathname.split('/').at(-1) ?? ''),
        amount: item.querySelector('data')?.getAttribute('value') ?? '',
      })),
    )
  return {
    ordered: 'image.generate',
    async make(prompt) {
      const id = await order(prompt)
      return { id, bytes: await imageAt(page.locator('img[alt="The result"]')) }
    },
    order,
    async reload() {
      await page.goto(`${url}/recent`)
      await page.locator('li').first().waitFor()
      return String((await list())[0]?.id)
    },
    list,
    result: () => imageAt(page.locator('li').first().locator('img')),
    async close() {
      await close()
      if (errors.length > 0) throw new Error(errors.join('\n'))
    },
  }
}
