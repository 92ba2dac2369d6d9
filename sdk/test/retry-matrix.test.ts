import { describe, expect, test } from 'vitest'
import { accepted, account, createFakeClient } from './support/fake-client.js'
import { errorResponse, json } from './support/fake-fetch.js'

const statuses = [
  400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 422, 425, 429, 500, 501, 502, 503, 504, 507, 520,
  521, 522, 523, 524, 525,
]
const retried = [408, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524]

/**
 * Headers, and the pause before the next try that they make: of a status that is retried, and of any other.
 */
const headers: readonly [string, Record<string, string>, number | undefined, number | undefined][] = [
  ['no header', {}, 500, undefined],
  ['Retry-After: 7', { 'retry-after': '7' }, 7000, undefined],
  ['Retry-After: 0', { 'retry-after': '0' }, 500, undefined],
  ['Retry-After: 1.5', { 'retry-after': '1.5' }, 1500, undefined],
  ['Retry-After, a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT' }, 9000, undefined],
  ['Retry-After, a date gone by', { 'retry-after': 'Wed, 31 Dec 2025 00:00:00 GMT' }, 500, undefined],
  ['Retry-After without sense', { 'retry-after': 'soon' }, 500, undefined],
  ['Retry-After in hexadecimal', { 'retry-after': '0x10' }, 500, undefined],
  ['Retry-After with an exponent', { 'retry-after': '1e3' }, 500, undefined],
  ['Retry-After beyond the deadline', { 'retry-after': '3600' }, undefined, undefined],
  ['X-Should-Retry: true', { 'x-should-retry': 'true' }, 500, 500],
  ['X-Should-Retry: false', { 'x-should-retry': 'false' }, undefined, undefined],
  ['both', { 'x-should-retry': 'true', 'retry-after': '3' }, 3000, 3000],
]

const cells = statuses.flatMap((status) =>
  headers.map(([name, sent, ifRetried, otherwise]) => {
    const pauseMs = retried.includes(status) ? ifRetried : otherwise
    return {
      status,
      name,
      sent,
      pauseMs,
      retryable: (sent['x-should-retry'] ?? `${retried.includes(status)}`) === 'true',
      what: pauseMs === undefined ? 'not tried again' : `tried again after ${pauseMs} ms`,
    }
  }),
)

describe('each status with each header, on a clock of its own', () => {
  test.each(cells)('a read that got $status with $name is $what', async (cell) => {
    const { status, sent, pauseMs, retryable } = cell
    const fake = createFakeClient([errorResponse(status, 'ANY', sent), json(account)])
    const outcome = await fake.client.account().catch((error: unknown) => error)
    expect(fake.clock.pausesMs).toEqual(pauseMs === undefined ? [] : [pauseMs])
    expect(fake.sent).toHaveLength(pauseMs === undefined ? 1 : 2)
    expect(outcome).toMatchObject(pauseMs === undefined ? { status, retryable } : { id: 'account-1' })
  })

  const others = cells.filter(({ status }) => status !== 429)
  test.each(others)(
    'a generation that got $status with $name is $what',
    async ({ status, sent, pauseMs }) => {
      const fake = createFakeClient([errorResponse(status, 'ANY', sent), accepted()])
      await fake.client.images.generate({ prompt: 'x' }).catch((error: unknown) => error)
      expect(fake.clock.pausesMs).toEqual(pauseMs === undefined ? [] : [pauseMs])
      const keys = fake.sent.map((request) => request.headers.get('idempotency-key'))
      expect(new Set(keys).size).toBe(1)
      expect(keys).toHaveLength(pauseMs === undefined ? 1 : 2)
    },
  )

  const limited = cells.filter(({ status }) => status === 429)
  test.each(limited)(
    'a generation that got 429 with $name waits for the limit: $what',
    async ({ sent, pauseMs }) => {
      const fake = createFakeClient([errorResponse(429, 'RATE_LIMITED', sent), accepted()])
      await fake.client.images.generate({ prompt: 'x' }).catch((error: unknown) => error)
      // Up to a tenth later, so that several clients do not come back together; a second where none is asked.
      const isAsked = 'retry-after' in sent && !['soon', '0x10', '1e3'].includes(sent['retry-after'] ?? '')
      const askedMs = isAsked ? pauseMs : 1000
      expect(fake.clock.pausesMs).toEqual(
        pauseMs === undefined ? [] : [expect.closeTo(Number(askedMs) * 1.1, 3)],
      )
      expect(fake.sent).toHaveLength(pauseMs === undefined ? 1 : 2)
    },
  )
})
