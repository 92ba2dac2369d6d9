import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openPage } from './browser.ts'

describeInBrowser('a watched page', () => {
  let server: Server
  let baseUrl: string

  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/inside.js') return response.end('document.title = "inside was loaded"')
      return response
        .setHeader('content-type', 'text/html')
        .end(
          '<link rel="icon" href="data:,"><img src="http://outside.example/pixel.png"><script src="/inside.js"></script>',
        )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })

  afterAll(() => new Promise((resolve) => server.close(resolve)))

  test('loads what is of its host, and records and refuses what is of another', async () => {
    const watched = await openPage(baseUrl)
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
