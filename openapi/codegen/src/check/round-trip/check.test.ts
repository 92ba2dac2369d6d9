import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveTemplate, stockTemplate } from '../../emit/routes-template.ts'
import { runTsoa } from '../../emit/tsoa.ts'
import { decoratedControllers, serverFiles } from '../../generate.ts'
import { readDocument } from '../../read-document.ts'
import { writeFiles } from '../../staging.ts'
import { fixtureContract, fixtureSettings } from '../../support/fixture-contract.ts'
import { checkRoundTrip } from './check.ts'
import type { ExpectedDifference } from './expected-differences.ts'

/** What tsoa cannot say of the fixture. */
const expected: ExpectedDifference[] = [
  ['text', /Retry-After › type$/, '"integer"', '"string"'] as const,
  ['no minimum', /Retry-After › minimum$/, '1', undefined] as const,
  ['no integers', /loopCount › type$/, '"integer"', '"number"'] as const,
].map(([name, place, contract, emitted]) => ({
  name,
  place,
  contract,
  emitted,
  reason: 'as in the real list',
}))

const contract = fixtureContract()

interface Change {
  file: string
  find: string | RegExp
  replacement?: string
}

/** What a faulty generator, or manual edits of generated files, could do. */
const faults: readonly (Change & { name: string; complaint: RegExp })[] = [
  {
    name: 'a lost security rule',
    file: 'account-controller.ts',
    find: "  @Security('apiKey')\n",
    complaint: /GET \/api\/v1\/me › security/,
  },
  {
    name: 'another path',
    file: 'tasks-controller.ts',
    find: '/api/v1/tasks/{taskId}',
    replacement: '/api/v1/task/{taskId}',
    complaint: /GET \/api\/v1\/tasks\/\{taskId\} › operationId: contract "getTask", routes \(nothing\)/,
  },
  {
    name: 'a lost query parameter',
    file: 'images-controller.ts',
    find: /.*@Query\('surface'\).*\n/,
    complaint: /query parameter surface › required: contract false, routes \(nothing\)/,
  },
  {
    name: 'a number that need not be whole',
    file: 'images-controller.ts',
    find: '@isInt _limit',
    complaint: /query parameter limit › type: contract "integer", routes "number"/,
  },
  {
    name: 'a lost length of a list',
    file: 'images-controller.ts',
    find: '@maxItems _names 5',
    complaint: /query parameter names › maxItems: contract 5, routes \(nothing\)/,
  },
  {
    name: 'a lost length of a header',
    file: 'images-controller.ts',
    find: '@maxLength _idempotencyKey 128',
    complaint: /header parameter Idempotency-Key › maxLength: contract 128, routes \(nothing\)/,
  },
  {
    name: 'a lost status',
    file: 'images-controller.ts',
    find: /.*>\(429\)\n/,
    complaint: /429 › declared: contract true, routes \(nothing\)/,
  },
  {
    name: 'a lost response header',
    file: 'images-controller.ts',
    find: "; 'Idempotency-Replayed'?: IdempotencyReplayedHeader",
    complaint: /header Idempotency-Replayed › required: contract false, routes \(nothing\)/,
  },
  {
    name: 'another length of a field',
    file: 'models.ts',
    find: '@maxLength 20',
    replacement: '@maxLength 21',
    complaint: /prompt › maxLength: contract 20, routes 21/,
  },
  {
    name: 'a lost alternative',
    file: 'models.ts',
    find: '{\n  effectId: Id\n} | ',
    complaint: /body › .* › anyOf/,
  },
  {
    name: 'a field that became optional',
    file: 'models.ts',
    find: 'balance: Decimal',
    replacement: 'balance?: Decimal',
    complaint: /GET \/api\/v1\/me › 200 › application\/json › required/,
  },
  {
    name: 'a field that can no longer be null',
    file: 'models.ts',
    find: 'startedAt: string | null',
    replacement: 'startedAt: string',
    complaint: /startedAt › nullable: contract true, routes \(nothing\)/,
  },
]

describe('the round trip through tsoa', () => {
  let scratch: string
  beforeAll(async () => {
    // Below node_modules, as in the generator itself, so that the controllers find tsoa.
    const cache = resolve(import.meta.dirname, '../../../../../node_modules/.cache')
    await mkdir(cache, { recursive: true })
    scratch = await mkdtemp(join(cache, 'round-trip-'))
    const controllers = decoratedControllers(readDocument(contract, fixtureSettings), fixtureSettings)
    await writeFiles(join(scratch, 'sound'), { ...serverFiles(contract, fixtureSettings), ...controllers })
  })
  afterAll(() => rm(scratch, { recursive: true }))

  /** tsoa's document after manual edits of some generated files. */
  async function emittedAfter(name: string, changes: readonly Change[]): Promise<unknown> {
    const folder = join(scratch, name)
    await cp(join(scratch, 'sound'), folder, { recursive: true })
    for (const { file, find, replacement = '' } of changes) {
      const before = await readFile(join(folder, file), 'utf8')
      const after = before.replace(find, replacement)
      if (after === before) throw new Error(`${file} holds nothing like ${find}`)
      await writeFile(join(folder, file), after)
    }
    return runTsoa({ folder, scratch: folder, template: deriveTemplate(stockTemplate()) })
  }

  test('finds sound controllers to say what the contract says', async () => {
    const emitted = await emittedAfter('unchanged', [])
    expect(() =>
      checkRoundTrip(contract, emitted, { strict: true, expectedDifferences: expected }),
    ).not.toThrow()
  })

  test('notices each fault among many', async () => {
    const emitted = await emittedAfter('faulty', faults)
    let complaints = ''
    try {
      checkRoundTrip(contract, emitted, { strict: true, expectedDifferences: expected })
    } catch (error) {
      complaints = String(error)
    }
    for (const { name, complaint } of faults) expect(complaints, name).toMatch(complaint)
  })
})

describe('the list of expected differences', () => {
  const changed = fixtureContract(['maxLength: 20,', 'maxLength: 21,'])
  const kind = {
    name: 'a longer prompt',
    place: /prompt › maxLength$/,
    contract: '20',
    emitted: '21',
    reason: 'for this test',
  }

  test('lets through what it names, with just these values', () => {
    expect(() =>
      checkRoundTrip(contract, changed, { strict: true, expectedDifferences: [kind] }),
    ).not.toThrow()
    expect(() =>
      checkRoundTrip(contract, changed, { strict: true, expectedDifferences: [{ ...kind, emitted: '22' }] }),
    ).toThrow(/prompt › maxLength/)
    expect(() => checkRoundTrip(contract, changed, { strict: true, expectedDifferences: [] })).toThrow(
      /contract 20, routes 21/,
    )
  })

  test('may name nothing that does not occur', () => {
    expect(() => checkRoundTrip(contract, contract, { strict: true, expectedDifferences: [kind] })).toThrow(
      /expected, but gone: a longer prompt/,
    )
  })
})
