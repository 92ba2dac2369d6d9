import { describe, expect, test } from 'vitest'
import type { Provider, StartResponse } from '../../server/src/core/ports/provider.ts'
import { jobs } from '../engines/support/job.ts'
import type { ConformanceWire, MakeProvider, Setting } from './conformance-wire.ts'
import { conformanceChecks } from './describe-provider-conformance.ts'

/** The smallest wire there can be: POST /jobs gives an id, GET /jobs/ID tells how it stands. */
const wire: ConformanceWire = {
  job: jobs['image.generate'],
  isSubmission: ({ method }) => method === 'POST',
  taken: { json: { id: 'job-1' } },
  look: { pending: { json: { state: 'running' } }, unknown: { status: 404, json: {} } },
}

const refusals = new Set([401, 403, 429])
const unclear: StartResponse = { kind: 'ambiguous', message: 'No clear response.' }

/** An adapter for it that does everything right; the wrong ones below change one thing each. */
function rightProvider({ url, apiKey }: Setting): Provider {
  const headers = { Authorization: `Bearer ${apiKey}` }
  return {
    name: 'right',
    submission: 'once',
    results: 'raw',
    serves: (product) => product === 'image.generate',
    async start(_, signal) {
      try {
        const response = await fetch(`${url}/jobs`, { method: 'POST', headers, signal })
        if (refusals.has(response.status)) return refused(response)
        const { id } = await response.json()
        return response.ok && typeof id === 'string' ? { kind: 'started', job: { id } } : unclear
      } catch (error) {
        return wasRefused(error) ? { kind: 'unavailable', message: 'It is down.' } : unclear
      }
    },
    async poll({ id }, { signal }) {
      const silence = { kind: 'unavailable', message: 'No response.' } as const
      try {
        const response = await fetch(`${url}/jobs/${id}`, { headers, signal })
        if (response.status === 404) return { kind: 'lost' }
        const { state } = await response.json()
        return response.ok && state === 'running' ? { kind: 'pending' } : silence
      } catch {
        return silence
      }
    },
  }
}

function refused({ status, headers }: Response): StartResponse {
  const seconds = headers.get('Retry-After')
  return {
    kind: 'unavailable',
    message: `It responded with ${status}.`,
    ...(seconds !== null && { retryAfterMs: Number(seconds) * 1000 }),
  }
}

function wasRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

type Change = (right: Provider, setting: Setting) => Partial<Provider>

const wrongs: readonly (readonly [name: string, broken: string, change: Change])[] = [
  [
    'that sends again by itself what got no response',
    '500 is ambiguous, and nothing is sent again',
    (right) => ({
      async start(job, signal) {
        const response = await right.start(job, signal)
        return response.kind === 'ambiguous' ? right.start(job, signal) : response
      },
    }),
  ],
  [
    'that takes every fault for a refusal',
    'a reset after the body is ambiguous, and nothing is sent again',
    (right) => ({
      async start(job, signal) {
        const response = await right.start(job, signal)
        return response.kind === 'ambiguous' ? { kind: 'unavailable', message: response.message } : response
      },
    }),
  ],
  [
    'that believes whatever comes with status 200',
    '200 with something else is ambiguous, and nothing is sent again',
    (_, { url }) => ({
      async start() {
        await fetch(`${url}/jobs`, { method: 'POST' })
        return { kind: 'started', job: { id: 'made-up' } }
      },
    }),
  ],
  [
    'that throws when its engine is down',
    'an engine that refuses the connection is unavailable',
    (_, { url }) => ({
      async start() {
        await fetch(`${url}/jobs`, { method: 'POST' })
        return unclear
      },
    }),
  ],
  [
    'that takes silence for the loss of a job',
    'a look that gets 500 says nothing about the job',
    () => ({ poll: async () => ({ kind: 'lost' }) }),
  ],
  [
    'that keeps in memory what it must store',
    'a job survives being stored as JSON, and another process goes on with it',
    (right) => {
      const mine = new Set<unknown>()
      return {
        async start(job, signal) {
          const response = await right.start(job, signal)
          if (response.kind === 'started') mine.add(response.job.id)
          return response
        },
        poll: async (job, options) => (mine.has(job.id) ? right.poll(job, options) : { kind: 'lost' }),
      }
    },
  ],
  [
    'that repeats the engine’s words, key and all',
    'the key is in no message, though the engine repeats what it was sent',
    (_, { url, apiKey }) => ({
      async start() {
        const headers = { Authorization: `Bearer ${apiKey}` }
        const response = await fetch(`${url}/jobs`, { method: 'POST', headers })
        const text = await response.text()
        return text.includes('job-1')
          ? { kind: 'started', job: { id: 'job-1' } }
          : { kind: 'ambiguous', message: text }
      },
    }),
  ],
  [
    'that asks its engine what it serves',
    'serves responds at once, the same each time, without asking the engine',
    (_, { url }) => {
      let questions = 0
      return {
        serves(product) {
          void fetch(url).catch(() => undefined)
          questions += 1
          return product === 'image.generate' && questions % 2 === 0
        },
      }
    },
  ],
  [
    'that is findable and cannot find',
    'find is there exactly where lost starts can be found',
    () => ({ submission: 'findable' }),
  ],
  [
    'that forgets how long it shall wait',
    'the pause that 429 asks for is handed on in milliseconds',
    (right) => ({
      async start(job, signal) {
        const response = await right.start(job, signal)
        return response.kind === 'unavailable' ? { kind: 'unavailable', message: response.message } : response
      },
    }),
  ],
]

function checkNamed(name: string) {
  const check = conformanceChecks.find((candidate) => candidate.name === name)
  if (check === undefined) throw new Error(`There is no check "${name}".`)
  return check
}

describe('the conformance kit', () => {
  test.each(conformanceChecks.filter(({ applies }) => applies?.(wire) ?? true))(
    'lets an adapter pass that does it right: $name',
    ({ run }) => run(rightProvider, wire),
  )

  test.each(wrongs)('tells an adapter %s', async (_, broken, change) => {
    const makeWrong: MakeProvider = (setting) => {
      const right = rightProvider(setting)
      return { ...right, ...change(right, setting) }
    }
    await expect(checkNamed(broken).run(makeWrong, wire)).rejects.toThrow()
  })
})
