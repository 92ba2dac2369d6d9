// Next.js: save it as app/api/mediagen/[...path]/route.ts.
import { createProxy } from '@mediagen/sdk/proxy'

// The key comes from MEDIAGEN_API_KEY, the address of the service from MEDIAGEN_BASE_URL.
const proxy = createProxy({
  authorize: (request) => userOf(request),
  maxCost: '0.50',
})

export { proxy as GET, proxy as OPTIONS, proxy as POST }

/** Stands in for your own session: the id of the signed-in user, or undefined. */
function userOf({ headers }: Request): string | undefined {
  return /(?:^|; )session=([^;]+)/.exec(headers.get('cookie') ?? '')?.[1]
}
