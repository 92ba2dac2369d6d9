import { createMockService, listenAsServer, type MockService } from '@mediagen/sdk/testing'
import { expect, onTestFinished, type TestContext } from 'vitest'
import { requiredBy } from '../../../scripts/set-up/requirements.mjs'
import { findFreePort } from '../../support/free-port.ts'

/** What the exercise reports wherever it runs. */
export const expectedReport = {
  before: '100.00',
  // The connection broke after the first try, and the second one found the task that was there.
  generation: { id: 'task1', replayed: true, hasKey: true },
  downloaded: expect.stringContaining('the result of task1'),
  streamed: expect.stringContaining('the result of task1'),
  upload: { status: 'READY', contentType: 'image/png', sentBytes: 200, width: 20 },
  statuses: ['QUEUED', 'SUCCEEDED'],
  cost: expect.objectContaining({ amount: '0.03', currency: 'USD', state: 'charged' }),
  missing: {
    isTyped: true,
    isNoOther: true,
    json: expect.objectContaining({
      name: 'NotFoundError',
      code: 'TASK_NOT_FOUND',
      status: 404,
      requestId: 'mock',
    }),
  },
  abort: { withReason: true, isPrompt: true },
  after: '99.95',
}

/**
 * Serves the mock that the exercise is for, until the test is over; `pages` are served beside it, by their
 * paths.
 */
export async function serveMock(pages: Readonly<Record<string, { type: string; body: string }>> = {}) {
  const baseUrl = `http://127.0.0.1:${await findFreePort()}`
  const service: MockService = createMockService({ baseUrl, queuedMs: 0, processingMs: 0 })
  service.faults.dropAfterAccept()
  const listening = await listenAsServer({
    ...service,
    handle(request) {
      const { pathname } = new URL(request.url)
      if (pathname.startsWith('/hanging')) return new Promise(() => undefined)
      const page = pages[pathname]
      if (page === undefined) return service.handle(request)
      return Promise.resolve(new Response(page.body, { headers: { 'content-type': page.type } }))
    },
  })
  onTestFinished(listening.close)
  return { url: baseUrl, service }
}

/**
 * Skips a test for a reason where there is one, and fails it where MEDIAGEN_REQUIRE says that it must run.
 */
export function skipWhere(reason: string | undefined, { skip }: TestContext): void {
  if (reason === undefined) return
  const setting = requiredBy('runtimes')
  if (setting !== undefined) throw new Error(`${setting}, but ${reason}`)
  skip(reason)
}
