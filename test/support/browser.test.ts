import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage } from './browser.ts'
import { type LocalServer, listenLocally } from './listen-locally.ts'

describeInBrowser('a watched page', () => {
  let server: LocalServer

  beforeAll(async () => {
    const pages = createServer((request, response) => {
      if (request.url === '/inside.js') return response.end('document.title = "inside was loaded"')
      return response
        .setHeader('content-type', 'text/html')
        .end(
          '<link rel="icon" href="data:,"><img src="http://outside.example/pixel.png"><script src="/inside.js"></script>',
        )
    })
    server = await listenLocally(pages)
  })

  afterAll(() => server.close())

  test('loads what is of its host, and records and rejects what is of another', async () => {
    const watched = await openPage(server.url)
    try {
      await watched.page.goto('/')
      expect(await watched.page.title()).toBe('inside was loaded')
      expect(watched.outsideRequests).toEqual(['http://outside.example/pixel.png'])
      expect(watched.errors.join()).toContain('ERR_BLOCKED_BY_CLIENT')
    } finally {
      await watched.close()
    }
  })
})
