// Express: a page of this server uses /api/mediagen as the baseUrl of its client, without a key.
import { createProxy, toNodeHandler } from '@mediagen/sdk/proxy'
import express from 'express'

// The key comes from MEDIAGEN_API_KEY, the address of the service from MEDIAGEN_BASE_URL.
const proxy = createProxy({
  authorize: (request) => userOf(request),
  maxCost: '0.50',
})

const app = express()
app.use('/api/mediagen', toNodeHandler(proxy))

// The page that `vite build` produces.
app.use(express.static(process.env.PAGES ?? 'dist'))

const port = Number(process.env.PORT ?? 3001)
app.listen(port, () => console.log(`Listening on http://127.0.0.1:${port}`))

/** Stands in for your own session: the id of the signed-in user, or undefined. */
function userOf({ headers }: Request): string | undefined {
  return /(?:^|; )session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
}
