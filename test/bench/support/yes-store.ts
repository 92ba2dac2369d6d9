import { createServer } from 'node:http'
import { listenLocally } from '../../support/listen-locally.ts'

/**
 * What stands in for an object store where only its links matter: it responds to every request with 200. They
 * are signed as for any other.
 */
export async function startYesStore(): Promise<
  AsyncDisposable & {
    /** The settings of a service that uses it. */
    readonly environment: Readonly<Record<string, string>>
  }
> {
  const { url, close } = await listenLocally(createServer((_request, response) => response.end()))
  return {
    environment: {
      OBJECT_STORE_URL: `s3://media?endpoint=${url}&forcePathStyle=true`,
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'an example',
    },
    [Symbol.asyncDispose]: close,
  }
}
