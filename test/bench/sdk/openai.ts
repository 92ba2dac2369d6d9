import { writeFile } from 'node:fs/promises'
import { importRival } from '../rivals/import-rival.ts'
import { downloadBytes, type SdkUnderTest } from './sdk-under-test.ts'
import type { Job } from './stand-in.ts'

interface VectorStoreFiles {
  createAndPoll(
    storeId: string,
    body: { file_id: string; attributes: { prompt: string } },
    options: { signal?: AbortSignal | undefined },
  ): Promise<unknown>
  poll(storeId: string, fileId: string): Promise<unknown>
}

/** As the SDK's promises are: with the response behind them. */
interface Call extends Promise<unknown> {
  withResponse(): Promise<{ readonly request_id: string | null }>
}

interface FileContent {
  readonly body: AsyncIterable<Uint8Array>
  arrayBuffer(): Promise<ArrayBuffer>
}

interface OpenAi {
  readonly images: {
    generate(body: { prompt: string; model: string }, options?: { idempotencyKey?: string | undefined }): Call
  }
  readonly files: {
    create(body: { file: unknown; purpose: string }): Promise<unknown>
    content(fileId: string): Promise<FileContent>
  }
  readonly vectorStores: { readonly files: VectorStoreFiles }
}

interface Exports {
  readonly default: new (options: { apiKey: string; baseURL: string }) => OpenAi
}

const states = { running: 'in_progress', succeeded: 'completed', failed: 'failed', cancelled: 'cancelled' }

function fileOf({ id, state }: Job): object {
  return { id, object: 'vector_store.file', status: states[state], last_error: null }
}

/** It waits for files of vector stores, and for no image or video. */
export const openai: SdkUnderTest = {
  name: 'openai',
  packageName: 'openai',
  construct: `import OpenAI from 'openai'
    globalThis.client = new OpenAI({ apiKey: 'key', dangerouslyAllowBrowser: true })`,
  importError: `import { APIError } from 'openai'
    globalThis.isTheirs = (error) => error instanceof APIError`,
  takesIdempotencyKey: true,
  unsuccessfulEnds: ['failed', 'cancelled'],
  wire: {
    routes: [
      { kind: 'submit', method: 'POST', path: /^\/images\/generations$/, body: () => ({ data: [] }) },
      { kind: 'submit', method: 'POST', path: /^\/vector_stores\/store\/files$/, body: fileOf },
      { kind: 'poll', method: 'GET', path: /^\/vector_stores\/store\/files\/(\w+)$/, body: fileOf },
      { kind: 'upload', method: 'POST', path: /^\/files$/, body: () => ({ id: 'file' }) },
      {
        ...{ kind: 'other', method: 'GET', path: /^\/files\/file\/content$/, fileBytes: downloadBytes },
        body: () => ({}),
      },
    ],
    errorBody: (status) => ({ error: { message: `status ${status}`, type: 'error', code: 'a_code' } }),
  },
  async open(url) {
    const { default: Client } = await importRival<Exports>('openai')
    const client = new Client({ apiKey: 'key', baseURL: url })
    return {
      submit: (prompt, idempotencyKey) =>
        client.images.generate({ prompt, model: 'any' }, { idempotencyKey }),
      generate: (prompt, signal) =>
        client.vectorStores.files.createAndPoll(
          'store',
          { file_id: 'file', attributes: { prompt } },
          { signal },
        ),
      waitById: (id) => client.vectorStores.files.poll('store', id),
      requestIdOf: async (prompt) =>
        (await client.images.generate({ prompt, model: 'any' }).withResponse()).request_id,
      upload: (picture) => client.files.create({ file: picture, purpose: 'vision' }),
      download: async () => (await client.files.content('file')).arrayBuffer(),
      save: async (path) => writeFile(path, (await client.files.content('file')).body),
    }
  },
}
