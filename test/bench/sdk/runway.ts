import { importRival } from '../rivals/import-rival.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'
import type { Job } from './stand-in.ts'

interface Creation extends Promise<unknown> {
  waitForTaskOutput(options?: { abortSignal?: AbortSignal | undefined; timeout?: number }): Promise<unknown>
  asResponse(): Promise<Response>
}

interface Runway {
  readonly textToImage: {
    create(
      body: { model: string; promptText: string; ratio: string },
      options?: { idempotencyKey?: string | undefined },
    ): Creation
  }
  readonly tasks: { retrieve(id: string): Creation }
  readonly uploads: { createEphemeral(body: { file: unknown }): Promise<unknown> }
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
  importError: `import { APIError } from '@runwayml/sdk'
    globalThis.isTheirs = (error) => error instanceof APIError`,
  takesIdempotencyKey: true,
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
      submit: (prompt, idempotencyKey) =>
        client.textToImage.create({ ...request, promptText: prompt }, { idempotencyKey }),
      generate: (prompt, abortSignal) =>
        client.textToImage.create({ ...request, promptText: prompt }).waitForTaskOutput({ abortSignal }),
      waitAtMost: (prompt, timeout) =>
        client.textToImage.create({ ...request, promptText: prompt }).waitForTaskOutput({ timeout }),
      waitById: (id) => client.tasks.retrieve(id).waitForTaskOutput(),
      async requestIdOf(prompt) {
        const { headers } = await client.textToImage.create({ ...request, promptText: prompt }).asResponse()
        return headers.get('x-request-id')
      },
      upload: (image) => client.uploads.createEphemeral({ file: image }),
    }
  },
}
