import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'tsup'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage, type WatchedPage } from '../../test/support/browser.js'
import { untilHolds } from '../../test/support/until-holds.js'
import type { PageProgram } from './support/browser-page.js'

/** Nearly all that the service takes, so that it does not leave at once. */
const largeBytes = 19 * 1024 * 1024

declare const program: PageProgram

describeInBrowser('in a real browser, bundled as it is built', () => {
  let site: Site
  let watched: WatchedPage
  let page: WatchedPage['page']

  beforeAll(async () => {
    site = await startSite(await bundlePage())
    watched = await openPage(site.url)
    // A context of its own, as Mock Service Worker needs the service workers that the watched one blocks.
    const context = await watched.page.context().browser()?.newContext()
    if (context === undefined) throw new Error('the browser is gone')
    page = await context.newPage()
    await page.goto(site.url)
    await page.waitForFunction('globalThis.program !== undefined')
  })
  afterAll(async () => {
    await watched?.close()
    site?.server.closeAllConnections()
    site?.server.close()
  })

  test('the testing kit takes an image to its result, loses two responses and fails a task', async () => {
    expect(await page.evaluate(() => program.throughMock())).toEqual({
      tasks: 2,
      balance: '0.97',
      result: expect.stringContaining('the result of task1'),
      errorName: 'TaskFailedError',
    })
  })

  test('the handlers for Mock Service Worker respond to the fetch of the browser, stateful and by the contract', async () => {
    expect(await page.evaluate(() => program.throughWorker())).toEqual({
      statuses: ['QUEUED', 'PROCESSING', 'SUCCEEDED'],
      result: expect.stringContaining('the result of task1'),
      account: expect.stringMatching(/./),
      errorName: 'InsufficientBalanceError',
    })
  })

  test('twenty waits leave connections for other calls, and all learn their results', async () => {
    const waits = page.evaluate(() => program.wait(20))
    await untilHolds(() => expect(site.heldPolls()).toBe(1))
    // No hold ends meanwhile.
    expect(await page.evaluate(() => program.readAccount(20_000))).toBe(true)
    expect(site.heldPolls()).toBe(1)
    site.finishTasks()
    expect(await waits).toEqual(Array.from({ length: 20 }, () => 'SUCCEEDED'))
  })

  test('an upload tells how far it is, and sends the signed type and no API key', async () => {
    const { progress, outcome } = await page.evaluate((size) => program.upload(size, false), largeBytes)
    expect(outcome).toBe('READY')
    const sent = progress.map(({ sentBytes }) => sentBytes)
    expect(sent[0]).toBe(0)
    expect(sent.at(-1)).toBe(largeBytes)
    expect(sent).toEqual([...sent].sort((one, other) => one - other))
    expect(sent.filter((bytes) => bytes > 0 && bytes < largeBytes).length).toBeGreaterThan(0)
    expect(site.puts).toEqual([
      { bytes: largeBytes, headers: expect.objectContaining({ 'content-type': 'image/png' }) },
    ])
    expect(site.puts[0]?.headers).not.toHaveProperty('authorization')
  })

  test('an abort amid an upload rejects at once and stops the transfer', async () => {
    site.holdPuts()
    const { outcome, lateMs } = await page.evaluate((size) => program.upload(size - 1, true), largeBytes)
    expect(outcome).toBe('the person left')
    // The transfer is held and would never end; how soon is held without a browser, in abort.test.ts.
    expect(lateMs).toBeLessThan(10_000)
    // What came until then is no whole body, so nothing was put.
    expect(site.puts).toHaveLength(1)
  })
})

/** What a page is served from, with as much of the service as an upload needs. */
interface Site {
  readonly url: string
  readonly server: Server
  /** Takes in no more than a piece of what is put from now on: the rest stays in the browser. */
  holdPuts(): void
  /** How many polls wait for their response. */
  heldPolls(): number
  /** Lets every task succeed. */
  finishTasks(): void
  /** The transfers that came to their end. */
  readonly puts: { readonly bytes: number; readonly headers: IncomingHttpHeaders }[]
}

async function startSite(bundle: string): Promise<Site> {
  const worker = join(
    dirname(createRequire(import.meta.url).resolve('msw/package.json')),
    'lib/mockServiceWorker.js',
  )
  const puts: Site['puts'] = []
  let isHeld = false
  const tasks = createTasks()
  const files: Record<string, { type: string; text: string }> = {
    '/': { type: 'text/html', text: '<!doctype html><script type="module" src="/page.js"></script>' },
    '/page.js': { type: 'text/javascript', text: bundle },
    '/mockServiceWorker.js': { type: 'text/javascript', text: await readFile(worker, 'utf8') },
  }
  const upload = { id: 'asset-1', status: 'READY', contentType: 'image/png', error: null }
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const file = files[path]
    if (file !== undefined) return response.setHeader('content-type', file.type).end(file.text)
    if (request.method === 'PUT') {
      let bytes = 0
      request.on('data', (piece: Uint8Array) => {
        bytes += piece.length
        // Takes it in slowly, so that the browser cannot hand over everything at once.
        request.pause()
        if (!isHeld) setTimeout(() => request.resume(), bytes < largeBytes / 2 ? 5 : 0)
      })
      request.on('end', () => {
        puts.push({ bytes, headers: request.headers })
        response.end()
      })
      return undefined
    }
    request.resume()
    if (path.startsWith('/api/v1/tasks')) return tasks.respond(request, response)
    const place = {
      ...upload,
      uploadUrl: `${site.url}/put`,
      method: 'PUT',
      expiresAt: '2100-01-01T00:00:00Z',
    }
    const account = { id: 'account-1', balance: '1.00', currency: 'USD' }
    const body = path === '/api/v1/me' ? account : place
    return response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const holdPuts = () => {
    isHeld = true
  }
  const site = { url: `http://127.0.0.1:${address.port}`, server, holdPuts, puts, ...tasks }
  return site
}

/** Tasks that are processed until all are finished; polls of them are held if they ask for it. */
function createTasks() {
  const held = new Set<() => void>()
  let status = 'PROCESSING'
  return {
    heldPolls: () => held.size,
    finishTasks() {
      status = 'SUCCEEDED'
      for (const end of held) end()
      held.clear()
    },
    respond({ headers, url }: IncomingMessage, response: ServerResponse) {
      const output = { images: [{ url: 'https://files.test/1', contentType: 'image/png', sizeBytes: 3 }] }
      const end = () => {
        response.setHeader('content-type', 'application/json').setHeader('preference-applied', 'wait=30')
        if (status === 'PROCESSING') response.setHeader('etag', 'W/"all"')
        const viewOf = (id: string | undefined) => ({ id, type: 'image.generate', status, output })
        const ids = new URL(url ?? '/', 'http://any').searchParams.getAll('id')
        const tasks = ids.map(viewOf)
        response.end(
          JSON.stringify(tasks.length > 0 ? { tasks, nextCursor: null } : viewOf(url?.split('/').at(-1))),
        )
      }
      if (headers.prefer === undefined || status === 'SUCCEEDED') return end()
      held.add(end)
      response.on('close', () => held.delete(end))
    },
  }
}

/** The program of the page, with the package as others install it. */
async function bundlePage(): Promise<string> {
  const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))
  const folder = await mkdtemp(join(modules, '.mediagen-browser-'))
  try {
    const text = await readFile(new URL('support/browser-page.ts', import.meta.url), 'utf8')
    const packaged = text
      .replace('../../src/index.js', '@mediagen/sdk')
      .replace('../../src/testing/index.js', '@mediagen/sdk/testing')
      .replace('../../src/testing/msw.js', '@mediagen/sdk/testing/msw')
    expect(packaged).not.toContain('/src/')
    await writeFile(join(folder, 'page.ts'), packaged)
    await build({
      entry: { page: join(folder, 'page.ts') },
      config: false,
      silent: true,
      dts: false,
      format: ['esm'],
      platform: 'browser',
      target: 'es2022',
      noExternal: [/.*/],
      splitting: false,
      outDir: folder,
    })
    return await readFile(join(folder, 'page.js'), 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}
