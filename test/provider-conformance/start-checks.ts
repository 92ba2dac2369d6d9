import { expect } from 'vitest'
import { commonOutcomes } from '../engines/support/start-outcomes.ts'
import type { ConformanceWire, MakeProvider } from './conformance-wire.ts'
import { calls, createSubject, startedJob } from './subject.ts'

/** One promise of the port. `run` throws where it is broken. */
export interface Check {
  readonly name: string
  /** Whether it can be asked of this wire. @default of every wire */
  readonly applies?: (wire: ConformanceWire) => boolean
  run(makeProvider: MakeProvider, wire: ConformanceWire): Promise<void>
}

export const startChecks: readonly Check[] = [
  {
    name: 'one start is one submission',
    async run(makeProvider, wire) {
      const { provider, submissions } = await createSubject(makeProvider, wire)
      await startedJob(provider, wire)
      expect(submissions()).toBe(1)
    },
  },
  ...commonOutcomes.map(
    ({ name, response, outcome: { kind } }): Check => ({
      name: `${name} is ${kind}, and nothing is sent again`,
      async run(makeProvider, wire) {
        const { provider, submissions } = await createSubject(makeProvider, wire, { submission: response })
        expect(await calls.start(provider, wire)).toMatchObject({ kind })
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
    name: 'the input is asked for upright exactly where takesUpright says so',
    applies: ({ job }) => job.input !== undefined,
    async run(makeProvider, wire) {
      const { provider } = await createSubject(makeProvider, wire)
      const { input, product } = wire.job
      if (input === undefined) return expect.fail('There is no input.')
      let asked = false
      const upright = () => {
        asked = true
        return input.upright()
      }
      await calls.start(provider, { job: { ...wire.job, input: { ...input, upright } } })
      expect(asked).toBe(provider.takesUpright?.(product) ?? false)
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
