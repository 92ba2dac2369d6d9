import { expect } from 'vitest'
import type { ConformanceWire, MakeProvider, Reply } from './conformance-wire.ts'
import { calls, createSubject, startedJob } from './subject.ts'

/** One promise of the port. `run` throws where it is broken. */
export interface Check {
  readonly name: string
  /** Whether it can be asked of this wire. @default of every wire */
  readonly applies?: (wire: ConformanceWire) => boolean
  run(makeProvider: MakeProvider, wire: ConformanceWire): Promise<void>
}

/** Answers to a submission from which a job may have come. */
const unclear: readonly (readonly [name: string, reply: Reply])[] = [
  ['a connection that is reset after the request was sent', 'reset'],
  ['500', { status: 500, json: { error: { message: 'internal' } } }],
  ['502', { status: 502, text: '<html>Bad Gateway</html>' }],
  ['504', { status: 504, text: '<html>Gateway Timeout</html>' }],
  ['a page with status 200', { text: '<html>Sign in</html>' }],
  ['JSON that is cut off', { text: '{"id": "1' }],
  ['an empty object', { json: {} }],
  ['half a body', { text: '{"id": "12345678"}', truncateAt: 6 }],
]

/** Answers by which an engine certainly takes nothing. */
const turnedAway: readonly (readonly [name: string, reply: Reply])[] = [
  ['401', { status: 401, json: { error: { message: 'no such key' } } }],
  ['403', { status: 403, json: { error: { message: 'not for you' } } }],
  ['429', { status: 429, json: { error: { message: 'too many' } } }],
]

export const startChecks: readonly Check[] = [
  {
    name: 'one start is one submission',
    async run(makeProvider, wire) {
      const { provider, submissions } = await createSubject(makeProvider, wire)
      await startedJob(provider, wire)
      expect(submissions()).toBe(1)
    },
  },
  ...unclear.map(
    ([name, submission]): Check => ({
      name: `${name} is ambiguous, and nothing is sent again`,
      async run(makeProvider, wire) {
        const { provider, submissions } = await createSubject(makeProvider, wire, { submission })
        expect(await calls.start(provider, wire)).toMatchObject({ kind: 'ambiguous' })
        expect(submissions()).toBe(1)
      },
    }),
  ),
  ...turnedAway.map(
    ([name, submission]): Check => ({
      name: `${name} is unavailable, and nothing is sent again`,
      async run(makeProvider, wire) {
        const { provider, submissions } = await createSubject(makeProvider, wire, { submission })
        expect(await calls.start(provider, wire)).toMatchObject({ kind: 'unavailable' })
        expect(submissions()).toBe(1)
      },
    }),
  ),
  {
    name: 'a start that is given up after it was sent is ambiguous',
    async run(makeProvider, wire) {
      const stop = new AbortController()
      const { provider, submissions } = await createSubject(makeProvider, wire, {
        submission: () => {
          stop.abort()
          return 'hang'
        },
      })
      expect(await calls.start(provider, wire, stop.signal)).toMatchObject({ kind: 'ambiguous' })
      expect(submissions()).toBe(1)
    },
  },
  {
    name: 'an engine that refuses the connection is unavailable',
    async run(makeProvider, wire) {
      const { provider, counterpart } = await createSubject(makeProvider, wire)
      await counterpart.close()
      expect(await calls.start(provider, wire)).toMatchObject({ kind: 'unavailable' })
    },
  },
  {
    name: 'the pause that 429 asks for is handed on in milliseconds',
    async run(makeProvider, wire) {
      const submission = { status: 429, headers: { 'Retry-After': '7' }, json: { error: 'slow down' } }
      const { provider } = await createSubject(makeProvider, wire, { submission })
      expect(await calls.start(provider, wire)).toMatchObject({ kind: 'unavailable', retryAfterMs: 7_000 })
    },
  },
]
