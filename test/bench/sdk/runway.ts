import { importRival } from '../rivals/import-rival.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'
import type { Job } from './stand-in.ts'

interface Creation extends Promise<unknown> {
  waitForTaskOutput(options: { abortSignal?: AbortSignal | undefined }): Promise<unknown>
}

interface Runway {
  readonly textToImage: { create(body: { model: string; promptText: string; ratio: string }): Creation }
  readonly uploads: { createEphemeral(body: { file: Blob }): Promise<unknown> }
}

interface Exports {
  readonly default: new (options: { apiKey: string; baseURL: string }) => Runway
}

const states = { running: 'RUNNING', succeeded: 'SUCCEEDED', failed: 'FAILED', cancelled: 'CANCELLED' }
const request = { model: 'gen4_image', ratio: '1024:1024' }

function taskOf({ id, state, startedAtMs }: Job): object {
  return {
    ...{ id, status: states[state], createdAt: new Date(startedAtMs).toISOString() },
    ...(state === 'succeeded' && { output: ['https://example.com/0.png'] }),
    ...(state === 'failed' && { failure: 'It failed.', failureCode: 'INTERNAL' }),
  }
}

export const runway: SdkUnderTest = {
  name: 'runway',
  packageName: '@runwayml/sdk',
  construct: `import RunwayML from '@runwayml/sdk'
    globalThis.client = new RunwayML({ apiKey: 'key' })`,
  unsuccessfulEnds: ['failed', 'cancelled'],
  wire: {
    routes: [
      { kind: 'submit', method: 'POST', path: /^\/v1\/text_to_image$/, body: ({ id }) => ({ id }) },
      { kind: 'poll', method: 'GET', path: /^\/v1\/tasks\/(\w+)$/, body: taskOf },
      { kind: 'cancel', method: 'DELETE', path: /^\/v1\/tasks\/(\w+)$/, body: () => ({}) },
      {
        kind: 'other',
        method: 'POST',
        path: /^\/v1\/uploads$/,
        body: ({ url }) => ({ uploadUrl: `${url}/file`, fields: {}, runwayUri: 'runway://file' }),
      },
      { kind: 'upload', method: 'POST', path: /^\/file$/, body: () => ({}) },
    ],
    errorBody: (status) => ({ error: `status ${status}` }),
  },
  async open(url) {
    const { default: Client } = await importRival<Exports>('@runwayml/sdk')
    const client = new Client({ apiKey: 'key', baseURL: url })
    return {
      submit: (prompt) => client.textToImage.create({ ...request, promptText: prompt }),
      generate: (prompt, abortSignal) =>
        client.textToImage.create({ ...request, promptText: prompt }).waitForTaskOutput({ abortSignal }),
      upload: (image) => client.uploads.createEphemeral({ file: image }),
    }
  },
}
