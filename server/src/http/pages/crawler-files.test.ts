import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { errorOf, startTestHttp, type TestHttp } from '../support/test-http.ts'
import { openSite } from './site.ts'

/** A service whose site has these files. */
async function serviceWith(files: Readonly<Record<string, string>>): Promise<TestHttp> {
  const folder = await mkdtemp(join(tmpdir(), 'crawler-files-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const service = await startTestHttp({ site: openSite(folder) })
  onTestFinished(async () => {
    await service.close()
    await rm(folder, { recursive: true })
  })
  return service
}

const open = (service: TestHttp, path: string) => service.call(path, { withKey: false })

test('crawlers are led to the list of pages, each once, and away from the API and from files of customers', async () => {
  const service = await serviceWith({
    'index.html': 'home',
    'metrics.html': 'metrics',
    'api/index.html': 'reference',
    '404.html': 'none',
  })
  const robots = await (await open(service, '/robots.txt')).text()
  for (const path of ['/api/v1/', '/objects/']) expect(robots).toContain(`Disallow: ${path}\n`)
  const [, sitemap = ''] = /^Sitemap: https?:\/\/[^/]+(\S+)$/m.exec(robots) ?? []
  const listed = await (await open(service, sitemap)).text()
  const paths = [...listed.matchAll(/<loc>https?:\/\/[^/]+(\S*)<\/loc>/g)].map(([, path]) => path)
  expect(paths).toEqual(
    expect.arrayContaining(['/gallery', '/status', '/docs/', '/docs/api/', '/docs/metrics']),
  )
  // The reference at its other address.
  expect(paths).not.toContain('/api/docs')
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect([path, (await open(service, path ?? '')).status]).toEqual([path, 200])
})

test('an agent finds the list of documents at the root, and each of them in Markdown', async () => {
  const service = await serviceWith({
    'index.html': 'home',
    'llms.txt': '# mediagen',
    'metrics.md': '# Metrics',
  })
  expect(await (await open(service, '/llms.txt')).text()).toBe('# mediagen')
  const page = await open(service, '/docs/metrics.md')
  expect([page.headers.get('Content-Type'), await page.text()]).toEqual([
    'text/markdown; charset=utf-8',
    '# Metrics',
  ])
})

test('without a built site there is no list of documents', async () => {
  const response = await open(await serviceWith({}), '/llms.txt')
  expect([response.status, (await errorOf(response)).code]).toEqual([404, 'NOT_FOUND'])
})

test('a browser that requests an icon of its own accord gets one', async () => {
  const response = await open(await serviceWith({}), '/favicon.ico')
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'image/x-icon'])
})
