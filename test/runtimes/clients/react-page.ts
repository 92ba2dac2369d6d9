import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { openPage } from '../../support/browser.ts'
import { startProgram } from '../../support/running-program.ts'
import type { Account, Stage } from './stage.ts'
import type { Client } from './story.ts'

const server = fileURLToPath(new URL('../../../examples/proxy/express-server.ts', import.meta.url))

/** The page of `programs/`, built by Vite with the packed SDK, on the server of the example with the proxy. */
export async function openReactPage(
  stage: Stage,
  { environment }: Account,
  { packagesOf, port }: { readonly packagesOf: string; readonly port: number },
): Promise<Client> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-page-'))
  const { resolve } = createRequire(new URL('../../../sdk/package.json', import.meta.url))
  const react = ['react', 'react-dom'].map((name) => [name, dirname(resolve(`${name}/package.json`))])
  await build({
    root: join(packagesOf, 'programs', 'page'),
    configFile: false,
    // Rolldown warns of every package that is for React's servers as well.
    logLevel: 'error',
    resolve: { alias: Object.fromEntries(react) },
    build: { outDir: folder, emptyOutDir: true },
  })
  const running = await startProgram([server], { PORT: String(port), PAGES: folder, ...environment })
  const { url } = running
  const { page, errors, close } = await openPage(url, { alsoReached: [stage.url] })
  await page.context().addCookies([{ name: 'session', value: 'anna', url }])
  await page.goto(url)
  const rows = page.locator('li')
  const firstId = async () => String(await rows.first().getAttribute('id'))
  const order = async (prompt: string) => {
    const before = await rows.count()
    await page.fill('input', prompt)
    await page.click('button')
    await rows.nth(before).waitFor()
    return firstId()
  }
  const result = async () => {
    const image = page.locator('img')
    await image.evaluate((shown: HTMLImageElement) => shown.decode())
    return new Uint8Array(await (await fetch(String(await image.getAttribute('src')))).arrayBuffer())
  }
  return {
    ordered: 'image.generate',
    async make(prompt) {
      const id = await order(prompt)
      return { id, bytes: await result() }
    },
    order,
    async reload() {
      await page.reload()
      await rows.first().waitFor()
      return firstId()
    },
    list: () =>
      rows.evaluateAll((items) =>
        items.map(({ id, lastElementChild }) => ({
          id,
          amount: lastElementChild?.getAttribute('value') ?? '',
        })),
      ),
    result,
    async close() {
      await close()
      await running.stop()
      await rm(folder, { recursive: true })
      if (errors.length > 0) throw new Error(errors.join('\n'))
    },
  }
}
