import { Mediagen } from '@mediagen/sdk'
import { requestId } from './responses.ts'
import { downloadBytes, type SdkUnderTest } from './sdk-under-test.ts'
import type { Job, Wire } from './stand-in.ts'

const states = { running: 'PROCESSING', succeeded: 'SUCCEEDED', failed: 'FAILED', cancelled: 'CANCELLED' }
const errorCodes: Readonly<Record<number, string>> = {
  400: 'INVALID_REQUEST',
  402: 'INSUFFICIENT_BALANCE',
  404: 'NOT_FOUND',
  409: 'IDEMPOTENCY_CONFLICT',
  429: 'RATE_LIMITED',
  500: 'INTERNAL',
  503: 'SERVICE_UNAVAILABLE',
}
const uploadId = '9f2c4e7a1b3d5f60718293a4b5c6d7e8'

function slotOf({ url }: Job): object {
  const expiresAt = new Date(Date.now() + 900_000).toISOString()
  return { id: uploadId, uploadUrl: `${url}/file`, method: 'PUT', expiresAt }
}

function uploadOf(): object {
  const now = new Date().toISOString()
  return {
    ...{ id: uploadId, status: 'READY', contentType: 'image/png', sizeBytes: 1000, width: 32, height: 32 },
    ...{ createdAt: now, expiresAt: now, verifiedAt: now, error: null },
  }
}

/** The service with results of so many bytes. */
export function createMediagenWire(resultBytes: number): Wire {
  const taskOf = ({ id, state, startedAtMs, endsAtMs, url }: Job): object => {
    const createdAt = new Date(startedAtMs).toISOString()
    return {
      ...{ id, type: 'image.generate', status: states[state], createdAt, startedAt: createdAt },
      completedAt: state === 'running' ? null : new Date(endsAtMs).toISOString(),
      output:
        state === 'succeeded'
          ? { images: [{ url: `${url}/result`, contentType: 'image/png', sizeBytes: resultBytes }] }
          : null,
      error: state === 'failed' ? { code: 'GENERATION_FAILED', message: 'The generation failed.' } : null,
    }
  }
  return {
    holdsPolls: true,
    routes: [
      {
        kind: 'submit',
        method: 'POST',
        path: /^\/api\/v1\/(?:images|videos)\/generations$/,
        body: ({ id, startedAtMs }) => ({
          id,
          status: 'QUEUED',
          createdAt: new Date(startedAtMs).toISOString(),
        }),
      },
      { kind: 'poll', method: 'GET', path: /^\/api\/v1\/tasks\/(\w+)$/, body: taskOf },
      {
        kind: 'poll',
        method: 'GET',
        path: /^\/api\/v1\/tasks$/,
        listParameter: 'id',
        listBody: (jobs) => ({ tasks: jobs.map(taskOf), nextCursor: null }),
        body: () => ({}),
      },
      { kind: 'cancel', method: 'POST', path: /^\/api\/v1\/tasks\/(\w+)\/cancel$/, body: taskOf },
      { kind: 'upload', method: 'POST', path: /^\/api\/v1\/uploads$/, body: slotOf },
      { kind: 'other', method: 'PUT', path: /^\/file$/, body: () => ({}) },
      { kind: 'other', method: 'GET', path: /^\/result$/, body: () => ({}), fileBytes: resultBytes },
      {
        kind: 'other',
        method: 'POST',
        path: /^\/api\/v1\/uploads\/\w+\/complete$/,
        body: uploadOf,
      },
    ],
    errorBody: (status) => ({
      status,
      code: errorCodes[status] ?? 'INTERNAL',
      message: `status ${status}`,
      requestId,
    }),
  }
}

export const mediagen: SdkUnderTest = {
  name: 'mediagen',
  packageName: '@mediagen/sdk',
  construct: `import { Mediagen } from '@mediagen/sdk'
    globalThis.client = new Mediagen({ apiKey: 'key' })`,
  importError: `import { ApiError } from '@mediagen/sdk'
    globalThis.isOurs = (error) => error instanceof ApiError`,
  takesIdempotencyKey: true,
  unsuccessfulEnds: ['failed', 'cancelled'],
  wire: createMediagenWire(downloadBytes),
  async open(url) {
    const client = new Mediagen({ apiKey: 'key', baseUrl: url })
    const finish = async () => (await client.images.generate({ prompt: 'a red door' })).wait()
    return {
      submit: (prompt, idempotencyKey) => client.images.generate({ prompt }, { idempotencyKey }),
      async generate(prompt, signal) {
        const generation = await client.images.generate({ prompt }, { signal })
        return generation.wait({ signal })
      },
      waitAtMost: async (prompt, timeoutMs) => (await client.images.generate({ prompt })).wait({ timeoutMs }),
      waitById: (id) => client.tasks.wait(id),
      requestIdOf: async (prompt) => (await client.images.generate({ prompt })).requestId,
      // Inputs that it does not take are among those that it is given.
      upload: (image) => client.uploads.file(image as Blob),
      download: async () => (await finish()).download(),
      save: async (path) => (await finish()).saveTo(path),
    }
  },
}
