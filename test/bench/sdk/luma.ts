import { importRival } from '../rivals/import-rival.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

interface Luma {
  readonly generations: {
    readonly image: { create(body: { model: string; prompt: string }): Promise<unknown> }
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
    return { submit: (prompt) => client.generations.image.create({ model: 'photon-1', prompt }) }
  },
}
