import { importRival } from '../rivals/import-rival.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

interface Stripe {
  readonly paymentIntents: {
    create(
      body: { amount: number; currency: string; description: string },
      options?: { idempotencyKey?: string | undefined },
    ): Promise<{ readonly lastResponse: { readonly requestId: string } }>
  }
}

interface Exports {
  readonly default: new (
    key: string,
    options: { host: string; port: string; protocol: 'http'; telemetry: boolean },
  ) => Stripe
}

/** No SDK of media, but the one that is known for its safe retries. */
export const stripe: SdkUnderTest = {
  name: 'stripe',
  packageName: 'stripe',
  construct: `import Stripe from 'stripe'
    globalThis.client = new Stripe('key')`,
  importError: `import Stripe from 'stripe'
    globalThis.isTheirs = (error) => error instanceof Stripe.errors.StripeError`,
  takesIdempotencyKey: true,
  unsuccessfulEnds: [],
  wire: {
    routes: [
      {
        kind: 'submit',
        method: 'POST',
        path: /^\/v1\/payment_intents$/,
        body: ({ id }) => ({ id, object: 'payment_intent' }),
      },
    ],
    errorBody: (status) => ({ error: { type: 'api_error', code: 'a_code', message: `status ${status}` } }),
  },
  async open(url) {
    const { default: Client } = await importRival<Exports>('stripe')
    const { hostname: host, port } = new URL(url)
    const client = new Client('key', { host, port, protocol: 'http', telemetry: false })
    const create = (description: string, idempotencyKey?: string) =>
      client.paymentIntents.create({ amount: 100, currency: 'usd', description }, { idempotencyKey })
    return {
      submit: create,
      requestIdOf: async (prompt) => (await create(prompt)).lastResponse.requestId,
    }
  },
}
