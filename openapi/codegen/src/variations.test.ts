import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contract } from './read/contract.ts'
import { readDocument } from './read-document.ts'
import { defaultSettings } from './settings.ts'
import { type CheckedService, checkedService } from './support/checked-responses.ts'
import { type CompiledPackages, compiledPackages } from './support/fixture-packages.ts'
import { randomSchemas } from './support/random-schemas.ts'
import { type RecordingApp, recordingApp } from './support/recording-app.ts'
import { rejectedContract, rejectedVariations } from './support/rejected-variations.ts'
import { type Call, variationContract } from './support/variation.ts'
import { variationsOfBodies } from './support/variations-of-bodies.ts'
import { variationsOfParameters } from './support/variations-of-parameters.ts'
import { variationsOfRealContracts } from './support/variations-of-real-contracts.ts'
import { variationsOfStyles } from './support/variations-of-styles.ts'

const variations = [
  ...variationsOfParameters,
  ...variationsOfStyles,
  ...variationsOfBodies,
  ...variationsOfRealContracts,
]

/** The same schemas each time, and as many as compile in seconds. */
const seed = 20_261_122
const samples = fc.sample(randomSchemas, { seed, numRuns: 12 })

const random: Contract = variationContract(
  samples.map(({ schema }, index) => ({ name: `random ${index}`, body: schema, calls: [] })),
)
const varied = variationContract(variations)
/** What no server can do, and is left out: one demands a scheme that is not declared. */
const odd = { get: { security: [{ none: [] }], responses: { 200: { description: 'Seen.' } } } }
const withOdd: Contract = JSON.parse(
  JSON.stringify({ ...varied, paths: { ...varied.paths, '/odd/{id}': odd } }),
)

let packages: CompiledPackages
let apps: { varied: RecordingApp; random: RecordingApp }
let services: { varied: CheckedService; random: CheckedService }

beforeAll(async () => {
  packages = await compiledPackages([
    { name: 'varied', document: withOdd, settings: { skip: ['unsupported'], undeclaredFields: 'drop' } },
    { name: 'random', document: random },
  ])
  apps = { varied: await recordingApp(packages, 'varied'), random: await recordingApp(packages, 'random') }
  services = {
    varied: await checkedService(apps.varied.app, varied),
    random: await checkedService(apps.random.app, random),
  }
}, 600_000)

afterAll(async () => {
  services?.varied.close()
  services?.random.close()
  await packages?.remove()
})

async function send(index: number, method: string, call: Call) {
  apps.varied.forget()
  const { status } = await services.varied.send(method, `/v${index}${call.path ?? ''}`, {
    headers: { ...(call.body !== undefined && { 'Content-Type': 'application/json' }), ...call.headers },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  })
  return { status, input: apps.varied.last()?.input }
}

describe('a variation of a contract', () => {
  test.each(variations.map((variation, index) => ({ index, ...variation })))(
    'with $name is generated, and responds as its contract says',
    async ({ index, method = 'post', calls }) => {
      for (const call of calls) {
        const { status, input } = await send(index, method.toUpperCase(), call)
        expect({ status, input }, JSON.stringify(call)).toEqual({
          status: call.rejected ?? 200,
          input: call.input,
        })
      }
    },
  )

  test('that is left out answers 501, and is named', async () => {
    expect((await services.varied.send('GET', '/odd/1')).status).toBe(501)
    expect(packages.notices('varied')).toContainEqual(
      expect.stringContaining('GET /odd/{id}: is left out, and answers 501'),
    )
  })

  test.each(rejectedVariations)('with $name is rejected, with the place and the reason', (variation) => {
    const document: Contract = JSON.parse(JSON.stringify(rejectedContract(variation)))
    expect(() => readDocument(document, defaultSettings)).toThrow(variation.reason)
  })

  test('with several faults is rejected for all of them at once', () => {
    const both = { parameters: [{ name: 'x', in: 'nowhere', schema: {} }], security: [{ none: [] }] }
    const document: Contract = JSON.parse(
      JSON.stringify(
        rejectedContract({ name: '', operation: both, document: { openapi: '4.0.0' }, reason: /./ }),
      ),
    )
    expect(() => readDocument(document, defaultSettings)).toThrow(
      /4\.0\.0[\s\S]*nowhere[\s\S]*none, which is not declared/,
    )
  })
})

describe('a random contract', () => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true })
  addFormats.default(ajv)

  test.each(samples.map((sample, index) => ({ index, ...sample })))(
    'judges bodies as its schemas do, and hands them over as they are ($index)',
    async ({ index, schema, values }) => {
      const judge = ajv.compile(schema)
      const bodies = fc.oneof(values, fc.jsonValue({ maxDepth: 2 }))
      await fc.assert(
        fc.asyncProperty(bodies, values, async (any, good) => {
          const rejectedOrSeen = await responseOf(index, any)
          expect(rejectedOrSeen.status, JSON.stringify({ schema, any })).toBe(judge(plain(any)) ? 200 : 400)
          expect(await responseOf(index, good), JSON.stringify({ schema, good })).toEqual({
            status: 200,
            body: plain(good),
          })
        }),
        { seed, numRuns: 15 },
      )
    },
  )

  async function responseOf(index: number, body: unknown) {
    apps.random.forget()
    const { status } = await services.random.send('POST', `/v${index}`, {
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const input = apps.random.last()?.input
    return {
      status,
      body: typeof input === 'object' && input !== null && 'body' in input ? input.body : undefined,
    }
  }

  /** A value as it arrives: JSON knows no -0. */
  function plain(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value))
  }
})
