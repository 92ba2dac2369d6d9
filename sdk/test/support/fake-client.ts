import type { components } from '../../src/generated/openapi.js'
import { Mediagen, type MediagenOptions, type TaskStatus } from '../../src/index.js'
import { createFakeClock } from './fake-clock.js'
import { createFakeFetch, type FakeResponse, json } from './fake-fetch.js'

/** A task as the service returns it. */
type Task = components['schemas']['Task']

/**
 * A client that talks to the given responses, on a clock of its own, with every retry at the longest of its
 * jitter.
 */
export function createFakeClient(responses: readonly FakeResponse[], options: MediagenOptions = {}) {
  const clock = createFakeClock()
  const { fetch, sent, unused } = createFakeFetch(...responses)
  const client = new Mediagen({
    apiKey: 'secret-key',
    baseUrl: 'https://media.test',
    fetch,
    clock,
    random: () => 1,
    ...options,
  })
  return { client, clock, sent, unused }
}

/** The account of the key. */
export const account = { id: 'account-1', balance: '12.50', currency: 'USD' }

/** The response to a generation that was accepted. */
export function accepted(headers: Record<string, string> = {}): Response {
  return json({ id: 'task-1', status: 'QUEUED', createdAt: '2026-01-01T00:00:00.000Z' }, 200, headers)
}

/** A task as a poll shows it. */
export function taskIn(status: TaskStatus, rest: Partial<Task> = {}): Task {
  return {
    id: 'task-1',
    type: 'image.generate',
    status,
    createdAt: '2026-01-01T00:00:00.000Z',
    startedAt: null,
    completedAt: null,
    output:
      status === 'SUCCEEDED'
        ? {
            images: [{ url: 'https://files.test/out?signature=one', contentType: 'image/png', sizeBytes: 3 }],
          }
        : null,
    error: status === 'FAILED' ? { code: 'GENERATION_FAILED', message: 'The engine stopped' } : null,
    ...rest,
  }
}

/** The response of a poll. */
export function polled(status: TaskStatus, rest: Partial<Task> = {}): Response {
  return json(taskIn(status, rest))
}
