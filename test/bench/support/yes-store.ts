import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * What stands in for an object store where only its links matter: it responds to every request with 200. They
 * are signed as for any other.
 */
export async function startYesStore(): Promise<
  Disposable & {
    /** The settings of a service that uses it. */
    readonly environment: Readonly<Record<string, string>>
  }
> {
  const server = createServer((_request, response) => response.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a host and port has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    environment: {
      OBJECT_STORE_URL: `s3://media?endpoint=http://127.0.0.1:${port}&forcePathStyle=true`,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'an example',
    },
    [Symbol.dispose]: () => server.close(),
  }
}
