import { expect } from 'vitest'
import type { ProviderJob } from '../../server/src/core/ports/provider.ts'
import type { ConformanceWire, MakeProvider, Reply } from './conformance-wire.ts'
import type { Check } from './start-checks.ts'
import { calls, createSubject, type Subject, startedJob } from './subject.ts'

/** Responses to a look that say nothing about the job. */
const silent: readonly (readonly [name: string, reply: Reply])[] = [
  ['401', { status: 401, json: { error: { message: 'no such key' } } }],
  ['429', { status: 429, json: { error: { message: 'too many' } } }],
  ['500', { status: 500, json: { error: { message: 'internal' } } }],
  ['502', { status: 502, text: '<html>Bad Gateway</html>' }],
  ['a reset connection', 'reset'],
  ['a page with status 200', { text: '<html>Sign in</html>' }],
  ['JSON that is cut off', { text: '{"id": "1' }],
]

const hasJobs = ({ look }: ConformanceWire): boolean => look !== undefined

/** A subject whose engine has taken a job. */
async function withJob(
  makeProvider: MakeProvider,
  wire: ConformanceWire,
): Promise<Subject & { readonly job: ProviderJob }> {
  const subject = await createSubject(makeProvider, wire)
  const job = await startedJob(subject.provider, wire)
  return job === undefined ? expect.fail('The engine took no job.') : { ...subject, job }
}

export const jobChecks: readonly Check[] = [
  {
    name: 'a job survives being stored as JSON, and another process goes on with it',
    applies: hasJobs,
    async run(makeProvider, wire) {
      const { job, script, restarted } = await withJob(makeProvider, wire)
      const stored: ProviderJob = JSON.parse(JSON.stringify(job))
      expect(stored).toEqual(job)
      for (const value of Object.values(job))
        expect(value === null || ['string', 'number', 'boolean'].includes(typeof value)).toBe(true)
      script({ other: wire.look?.pending ?? {} })
      expect(await calls.poll(await restarted(), stored)).toMatchObject({ kind: 'pending' })
    },
  },
  {
    name: 'a job that the engine does not know is lost',
    applies: hasJobs,
    async run(makeProvider, wire) {
      const { provider, job, script } = await withJob(makeProvider, wire)
      script({ other: wire.look?.unknown ?? {} })
      expect(await calls.poll(provider, job)).toEqual({ kind: 'lost' })
    },
  },
  ...silent.map(
    ([name, other]): Check => ({
      name: `a look that gets ${name} says nothing about the job`,
      applies: hasJobs,
      async run(makeProvider, wire) {
        const { provider, job, script } = await withJob(makeProvider, wire)
        script({ other })
        expect(await calls.poll(provider, job)).toMatchObject({ kind: 'unavailable' })
      },
    }),
  ),
  {
    name: 'a look at an engine that is down says nothing about the job',
    applies: hasJobs,
    async run(makeProvider, wire) {
      const { provider, job, counterpart } = await withJob(makeProvider, wire)
      await counterpart.close()
      expect(await calls.poll(provider, job)).toMatchObject({ kind: 'unavailable' })
    },
  },
  {
    name: 'looks and cancellations submit nothing',
    applies: hasJobs,
    async run(makeProvider, wire) {
      const { provider, job, script, submissions } = await withJob(makeProvider, wire)
      script({ other: wire.look?.pending ?? {} })
      await calls.poll(provider, job)
      if (provider.cancel !== undefined) await calls.cancel(provider, job)
      expect(submissions()).toBe(1)
    },
  },
  {
    name: 'a cancellation that worked is reported as such',
    applies: ({ cancelled }) => cancelled !== undefined,
    async run(makeProvider, wire) {
      const { provider, job, script } = await withJob(makeProvider, wire)
      script({ other: wire.cancelled ?? {} })
      expect(await calls.cancel(provider, job)).toBe('cancelled')
    },
  },
  {
    name: 'a cancellation without a response is unknown',
    applies: ({ cancelled }) => cancelled !== undefined,
    async run(makeProvider, wire) {
      const { provider, job, counterpart } = await withJob(makeProvider, wire)
      await counterpart.close()
      expect(await calls.cancel(provider, job)).toBe('unknown')
    },
  },
]
