import { importRival } from '../rivals/import-rival.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

interface Call extends Promise<unknown> {
  asResponse(): Promise<Response>
}

interface Luma {
  readonly generations: {
    readonly image: {
      create(body: { model: string; prompt: string }, options?: { idempotencyKey?: string | undefined }): Call
    }
  }
}

interface Exports {
  readonly default: new (options: { authToken: string; baseURL: string }) => Luma
}

/** Its callers write the loop that waits themselves. */
export const luma: SdkUnderTest = {
  name: 'luma',
  packageName: 'lumaai',
  construct: `import LumaAI from 'lumaai'
    globalThis.client = new LumaAI({ authToken: 'key' })`,
  importError: `import { APIError } from 'lumaai'
    globalThis.isTheirs = (error) => error instanceof APIError`,
  takesIdempotencyKey: true,
  unsuccessfulEnds: [],
  wire: {
    routes: [
      {
        kind: 'submit',
        method: 'POST',
        path: /^\/generations\/image$/,
        body: ({ id }) => ({ id, state: 'queued' }),
      },
    ],
    errorBody: (status) => ({ detail: `status ${status}` }),
  },
  async open(url) {
    const { default: Client } = await importRival<Exports>('lumaai')
    const client = new Client({ authToken: 'key', baseURL: url })
    const create = (prompt: string, idempotencyKey?: string) =>
      client.generations.image.create({ model: 'photon-1', prompt }, { idempotencyKey })
    return {
      submit: create,
      requestIdOf: async (prompt) => (await create(prompt).asResponse()).headers.get('x-request-id'),
    }
  },
}
