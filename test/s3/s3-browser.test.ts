import { createServer } from 'node:http'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '../integration/support/images.ts'
import { describeInBrowser } from '../support/browser.ts'
import { findBrowser } from '../support/launch-browser.ts'
import { type LocalServer, listenLocally } from '../support/listen-locally.ts'
import { createTestBucket, type TestBucket } from '../support/s3-bucket.ts'
import { openTestService, type TestAccount } from '../support/service.ts'

/** What a page does with the service and the store, all by fetch, from its own origin. */
interface PageOutcome {
  readonly id: string
  readonly putStatus?: number
  readonly upload?: { readonly status: string; readonly width: number }
  readonly failure?: string
}

describeInBrowser('a page of another origin than the service and the store', () => {
  let bucket: TestBucket
  let service: Awaited<ReturnType<typeof openTestService>>
  let account: TestAccount
  let browser: Browser
  const pages: LocalServer[] = []
  let allowed = ''
  let stranger = ''

  async function servePages(): Promise<string> {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><h1>An app</h1>')
    })
    const page = await listenLocally(server)
    pages.push(page)
    return page.url
  }

  beforeAll(async () => {
    allowed = await servePages()
    stranger = await servePages()
    bucket = await createTestBucket()
    await bucket.allowOrigin(allowed)
    // The service lets both in, so that only the bucket's rule can make a difference.
    service = await openTestService({
      environment: { OBJECT_STORE_URL: bucket.url(), CORS_ORIGINS: `${allowed},${stranger}` },
    })
    account = await service.createAccount()
    // No routes here: with them the browser's preflights would get their responses from its driver
    // and not from the store.
    browser = await chromium.launch({
      executablePath: findBrowser() ?? '',
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
      ],
    })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.close()
    await bucket?.remove()
    await Promise.all(pages.map((page) => page.close()))
  })

  async function openPage(origin: string): Promise<Page> {
    const page = await browser.newPage()
    await page.goto(origin)
    return page
  }

  function uploadFrom(page: Page, sentType = 'image/png'): Promise<PageOutcome> {
    const bytes = [...pngOf(64, 48)]
    const task = { api: `${service.baseUrl}/api/v1/uploads`, apiKey: account.apiKey, bytes, sentType }
    return page.evaluate(async ({ api, apiKey, bytes, sentType }) => {
      const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }
      const send = (url: string, body: object) =>
        fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      const reserved = await (await send(api, { contentType: 'image/png' })).json()
      const file = new File([new Uint8Array(bytes)], 'photo.png', { type: sentType })
      try {
        const put = await fetch(reserved.uploadUrl, {
          method: 'PUT',
          headers: { 'Content-Type': file.type },
          body: file,
        })
        const completed = await send(`${api}/${reserved.id}/complete`, {})
        return { id: reserved.id, putStatus: put.status, upload: await completed.json() }
      } catch (error) {
        return { id: reserved.id, failure: String(error) }
      }
    }, task)
  }

  test('sends a file to the signed link, completes it, and loads the result, where the bucket lets it', async () => {
    const page = await openPage(allowed)
    const outcome = await uploadFrom(page)
    expect(outcome).toMatchObject({ putStatus: 200, upload: { status: 'READY', width: 64 } })

    const accepted = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lighthouse' })
    await service.runQueue()
    const task = (await account.call('GET', `/api/v1/tasks/${accepted.body.id}`)).body
    const read = await page.evaluate(async (url) => {
      const response = await fetch(url)
      const bitmap = await createImageBitmap(await response.blob())
      return { status: response.status, type: response.headers.get('content-type'), width: bitmap.width }
    }, String(task.output.images[0].url))
    expect(read).toEqual({ status: 200, type: 'image/png', width: 1 })
    await page.close()
  })

  test('cannot send another type than the signed', async () => {
    const page = await openPage(allowed)
    const { id, putStatus } = await uploadFrom(page, 'image/jpeg')
    // Amazon shows the page its 403; Swift sets no CORS headers on it, so that there the page sees a failure.
    expect([403, undefined]).toContain(putStatus)
    const completed = await account.call('POST', `/api/v1/uploads/${id}/complete`, {})
    expect(completed).toMatchObject({ status: 400, body: { code: 'UPLOAD_NOT_RECEIVED' } })
    await page.close()
  })

  test('is not shown any response of the store where the bucket does not know its origin', async () => {
    const page = await openPage(stranger)
    expect(await uploadFrom(page)).toMatchObject({ failure: 'TypeError: Failed to fetch' })
    await page.close()
  })
})
