import { cookies } from 'next/headers'
import { accountClient } from '../lib/service'
import { sessionCookie, sessionIn } from '../lib/session'
import { signIn } from './actions'
import { Studio } from './studio'

/** Effects and prices are read on the server; the page asks the proxy for everything of the visitor. */
export default async function Page() {
  // Read first: it tells Next.js to render this page for each request, as the service's responses are fresh.
  const visitor = sessionIn((await cookies()).get(sessionCookie)?.value)
  const client = accountClient()
  const [effects, { currency, products }] = await Promise.all([
    client.effects({ surface: 'image' }),
    client.pricing(),
  ])
  const tiers = products.find(({ product }) => product === 'image.transform')?.tiers ?? []
  return (
    <main>
      <h1>Gallery</h1>
      <p>
        From {tiers[0]?.unitPrice} {currency} per image.
      </p>
      {visitor !== undefined ? (
        <Studio visitor={visitor} effects={effects.map(({ id, name }) => ({ id, name }))} />
      ) : (
        <form action={signIn}>
          <button type="submit">Sign in as a guest</button>
        </form>
      )}
    </main>
  )
}
