import { importRival } from '../rivals/import-rival.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'
import type { Job } from './stand-in.ts'

interface Replicate {
  readonly predictions: { create(options: { model: string; input: object }): Promise<unknown> }
  readonly files: { create(file: unknown): Promise<unknown> }
  wait(prediction: { id: string; status: string }, options: object): Promise<unknown>
  run(
    model: string,
    options: { input: object; wait?: { mode: 'poll' }; signal?: AbortSignal | undefined },
  ): Promise<unknown>
}

interface Exports {
  readonly default: new (options: { auth: string; baseUrl: string }) => Replicate
}

const states = { running: 'processing', succeeded: 'succeeded', failed: 'failed', cancelled: 'canceled' }
const model = 'owner/model'

function predictionOf({ id, state }: Job): object {
  const output = state === 'succeeded' ? ['https://example.com/0.png'] : null
  return { id, status: states[state], output, error: state === 'failed' ? 'It failed.' : null }
}

/**
 * Told to poll: by default the creation itself is held by the service, and `run` resolves to null where that
 * is too short.
 */
export const replicate: SdkUnderTest = {
  name: 'replicate',
  packageName: 'replicate',
  construct: `import Replicate from 'replicate'
    globalThis.client = new Replicate({ auth: 'key' })`,
  takesIdempotencyKey: false,
  unsuccessfulEnds: ['failed', 'cancelled'],
  wire: {
    routes: [
      { kind: 'submit', method: 'POST', path: /^\/models\/owner\/model\/predictions$/, body: predictionOf },
      { kind: 'poll', method: 'GET', path: /^\/predictions\/(\w+)$/, body: predictionOf },
      { kind: 'cancel', method: 'POST', path: /^\/predictions\/(\w+)\/cancel$/, body: predictionOf },
      { kind: 'upload', method: 'POST', path: /^\/files$/, body: () => ({ id: 'file', urls: {} }) },
    ],
    errorBody: (status) => ({ title: 'An error', detail: `status ${status}`, status }),
  },
  async open(url) {
    const { default: Client } = await importRival<Exports>('replicate')
    const client = new Client({ auth: 'key', baseUrl: url })
    return {
      submit: (prompt) => client.predictions.create({ model, input: { prompt } }),
      generate: (prompt, signal) => client.run(model, { input: { prompt }, wait: { mode: 'poll' }, signal }),
      generateByDefault: (prompt) => client.run(model, { input: { prompt } }),
      waitById: (id) => client.wait({ id, status: 'processing' }, {}),
      upload: (image) => client.files.create(image),
    }
  },
}
