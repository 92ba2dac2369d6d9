import { resolutions } from '@mediagen/contract/limits'
import { expect } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import type { ProviderJob } from '../../server/src/core/ports/provider.ts'
import type { Reply } from './conformance-wire.ts'
import type { Check } from './start-checks.ts'
import { calls, createSubject, echoing, startedJob } from './subject.ts'

const servesCalls = 1_000

const findable: Check['applies'] = ({ found }) => found !== undefined

/** Responses to a search that prove nothing. */
const proofless: readonly (readonly [name: string, reply: Reply])[] = [
  ['500', { status: 500, json: { error: { message: 'internal' } } }],
  ['a reset connection', 'reset'],
  ['a page with status 200', { text: '<html>Sign in</html>' }],
]

export const generalChecks: readonly Check[] = [
  {
    name: 'serves responds at once, the same each time, without asking the engine',
    async run(makeProvider, wire) {
      const { provider, counterpart } = await createSubject(makeProvider, wire)
      expect(provider.serves(wire.job.product, wire.job.tier)).toBe(true)
      for (const product of productNames) {
        for (const tier of Object.keys(resolutions[product])) {
          const responses = new Set<unknown>()
          for (let count = 0; count < servesCalls; count += 1) responses.add(provider.serves(product, tier))
          expect([...responses].map((response) => typeof response)).toEqual(['boolean'])
        }
      }
      expect(counterpart.requests).toHaveLength(0)
    },
  },
  {
    name: 'find is there exactly where lost starts can be found',
    async run(makeProvider, wire) {
      const { provider } = await createSubject(makeProvider, wire)
      expect(provider.find !== undefined).toBe(provider.submission === 'findable')
      expect(provider.submission === 'findable').toBe(wire.found !== undefined)
    },
  },
  {
    name: 'a lost start is found, and can be looked at from then on',
    applies: findable,
    async run(makeProvider, wire) {
      const subject = await createSubject(makeProvider, wire, { submission: 'reset' })
      const { provider, script, submissions } = subject
      await calls.start(provider, wire)
      const lost = subject.counterpart.requests.find((request) => wire.isSubmission(request))
      if (lost === undefined || wire.found === undefined) return expect.fail('Nothing was submitted.')
      script({ other: await wire.found(lost) })
      const response = await calls.find(provider, wire)
      if (response.kind !== 'found') return expect.fail(`find returned ${JSON.stringify(response)}`)
      script({ other: wire.look?.pending ?? {} })
      expect(await calls.poll(provider, response.job)).toMatchObject({ kind: 'pending' })
      expect(submissions()).toBe(1)
    },
  },
  ...proofless.map(
    ([name, other]): Check => ({
      name: `a search that gets ${name} proves nothing`,
      applies: findable,
      async run(makeProvider, wire) {
        const { provider, submissions } = await createSubject(makeProvider, wire, { other })
        expect(await calls.find(provider, wire)).toMatchObject({ kind: 'unknown' })
        expect(submissions()).toBe(0)
      },
    }),
  ),
  {
    name: 'a search at an engine that is down proves nothing',
    applies: findable,
    async run(makeProvider, wire) {
      const { provider, counterpart } = await createSubject(makeProvider, wire)
      await counterpart.close()
      expect(await calls.find(provider, wire)).toMatchObject({ kind: 'unknown' })
    },
  },
  {
    name: 'the key is in no message, though the engine repeats what it was sent',
    async run(makeProvider, wire) {
      const { provider, script, setting } = await createSubject(makeProvider, wire)
      const job: ProviderJob = (await startedJob(provider, wire)) ?? { id: 'none' }
      const said: unknown[] = [job]
      for (const status of [200, 400, 401, 422, 429, 500, 503]) {
        script({ submission: echoing(status), other: wire.beside ?? echoing(status) })
        said.push(await calls.start(provider, wire))
        script({ other: echoing(status) })
        said.push(await calls.poll(provider, job))
        if (provider.find !== undefined) said.push(await calls.find(provider, wire))
        said.push(await provider.check?.(new AbortController().signal))
      }
      expect(JSON.stringify(said)).not.toContain(setting.apiKey)
    },
  },
  {
    name: 'a check of the engine starts nothing, whether the engine responds or not',
    async run(makeProvider, wire) {
      const { provider, counterpart, submissions } = await createSubject(makeProvider, wire)
      if (provider.check === undefined) return
      const never = new AbortController().signal
      expect((await provider.check(never)).reachable).toBe(true)
      await counterpart.close()
      expect((await provider.check(never)).reachable).toBe(false)
      expect(submissions()).toBe(0)
    },
  },
]
