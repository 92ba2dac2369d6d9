import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { errorOf, startTestHttp, type TestHttp } from '../support/test-http.ts'
import { openSite } from './site.ts'

const inline = "document.title = 'a < b'"

let folder: string
let service: TestHttp
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'errors'))
  const page = `<script id="x">${inline}</script><script type="module" src="/docs/assets/app.1.js"></script>`
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'errors', 'index.html'), '<p>codes</p>')
  await writeFile(join(folder, 'errors', 'INTERNAL.html'), '<p>INTERNAL</p>')
  await writeFile(join(folder, 'assets', 'app.1.js'), 'export {}')
  await writeFile(join(folder, 'notes.bak'), 'private')
  service = await startTestHttp({ site: openSite(folder) })
  await open('/docs/')
  await writeFile(join(folder, 'later.html'), '<p>later</p>')
})
afterAll(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

const open = (path: string, method = 'GET') => service.call(path, { method, withKey: false })

describe('the documentation site', () => {
  test('serves its pages without an ending, and a folder by its index', async () => {
    expect(await (await open('/docs/errors/INTERNAL')).text()).toBe('<p>INTERNAL</p>')
    expect(await (await open('/docs/errors/')).text()).toBe('<p>codes</p>')
    const redirect = await open('/docs')
    expect([redirect.status, redirect.headers.get('Location')]).toEqual([308, '/docs/'])
  })

  test('permits the inline scripts of a page by their hashes, and no other inline script', async () => {
    const policy = (await open('/docs/')).headers.get('Content-Security-Policy') ?? ''
    const hash = createHash('sha256').update(inline).digest('base64')
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`)
    const other = (await open('/docs/errors/')).headers.get('Content-Security-Policy')
    expect(other).toContain("script-src 'self';")
  })

  test('lets browsers keep hashed files for ever and revalidate pages', async () => {
    const asset = await open('/docs/assets/app.1.js')
    expect(asset.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(asset.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect((await open('/docs/')).headers.get('Cache-Control')).toBe('no-cache')
  })

  test.each(['/docs/later', '/docs/notes.bak', '/docs/nothing', '/docs/errors/..%2findex', '/docs/errors'])(
    'has no file %s that its build did not have or that it does not serve',
    async (path) => {
      const response = await open(path)
      expect([response.status, (await errorOf(response)).code]).toEqual([404, 'NOT_FOUND'])
    },
  )

  test('compresses texts for those who accept it, and confirms what a browser has', async () => {
    const load = (headers: Record<string, string>) =>
      service.call('/docs/assets/app.1.js', { withKey: false, headers })
    const compressed = await load({ 'Accept-Encoding': 'gzip' })
    expect([compressed.headers.get('Content-Encoding'), await compressed.text()]).toEqual([
      'gzip',
      'export {}',
    ])
    const plain = await load({ 'Accept-Encoding': 'identity' })
    expect([plain.headers.get('Content-Encoding'), await plain.text()]).toEqual([null, 'export {}'])
    const held = await load({ 'If-None-Match': compressed.headers.get('ETag') ?? '' })
    expect(held.status).toBe(304)
  })

  test('is where each error of the service leads, while it is built', async () => {
    const helpOf = async (from: TestHttp) => (await from.call('/api/v1/nothing')).headers.get('Link')
    expect(await helpOf(service)).toBe('</docs/errors/NOT_FOUND>; rel="help"')
    const own = await startTestHttp({ site: openSite(join(folder, 'assets')) })
    onTestFinished(() => own.close())
    expect(await helpOf(own)).toBeNull()
  })

  test('leads from the former address of a page to where its text is now', async () => {
    const response = await open('/docs/keys')
    expect([response.status, response.headers.get('Location')]).toEqual([308, '/docs/operator-page#keys'])
  })

  test('responds to other methods with 405', async () => {
    const response = await open('/docs/errors/INTERNAL', 'DELETE')
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  test('shows a build that replaces the last one at the next request', async () => {
    const built = join(folder, 'built')
    const own = await startTestHttp({ site: openSite(built) })
    onTestFinished(() => own.close())
    const textOf = async (path: string) => (await own.call(path, { withKey: false })).text()
    // A list of the operations, until the site has the reference.
    expect(await textOf('/api/docs')).toContain('GET /api/v1/pricing')
    for (const text of ['first', 'second']) {
      await rm(built, { recursive: true, force: true })
      await mkdir(built)
      await writeFile(join(built, `${text}.html`), text)
      await writeFile(join(built, '404.html'), `no ${text}`)
      await mkdir(join(built, 'api'))
      await writeFile(join(built, 'api', 'index.html'), `${text} reference<script>${inline}</script>`)
      await writeFile(join(built, 'index.html'), text)
      expect([await textOf('/docs/'), await textOf(`/docs/${text}`)]).toEqual([text, text])
      for (const path of ['/api/docs', '/api/docs/', '/docs/api/']) {
        const page = await own.call(path, { withKey: false })
        expect(await page.text()).toContain(`${text} reference`)
        expect(page.headers.get('Content-Security-Policy')).toContain(`script-src 'self' 'sha256-`)
      }
    }
    const gone = await own.call('/docs/first', { withKey: false, headers: { Accept: 'text/html' } })
    expect([gone.status, gone.headers.get('Refresh'), await gone.text()]).toEqual([404, null, 'no second'])
  })

  test('that is not built yet tells a browser to ask again, and a program that it is not there', async () => {
    const own = await startTestHttp({ site: openSite(join(folder, 'assets')) })
    onTestFinished(() => own.close())
    const call = (Accept: string) => own.call('/docs/', { withKey: false, headers: { Accept } })
    const page = await call('text/html,*/*;q=0.8')
    expect([page.status, page.headers.get('Refresh')]).toEqual([404, '5'])
    expect(await page.text()).toContain('npm run docs')
    const response = await call('*/*')
    expect([response.status, (await errorOf(response)).code]).toEqual([404, 'NOT_FOUND'])
  })
})
