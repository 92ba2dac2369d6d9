import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deriveTemplate, stockTemplate } from '../emit/routes-template.ts'
import { runTsoa } from '../emit/tsoa.ts'
import { tsoaControllers } from '../emit/tsoa-controllers.ts'
import { readDocument } from '../read-document.ts'
import { writeFiles } from '../staging.ts'
import { fixtureContract, fixtureSettings } from '../support/fixture-contract.ts'
import { checkRoundTrip } from './round-trip.ts'

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
    find: '  @Security({ apiKey: [] })\n',
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
    find: /@Query\('surface'\) _surface\?: string, /,
    complaint: /query parameter surface › required: contract false, routes \(nothing\)/,
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
    find: "; 'Idempotency-Replayed'?: string",
    complaint: /header Idempotency-Replayed › required: contract false, routes \(nothing\)/,
  },
]

describe('the round trip through tsoa', () => {
  let scratch: string
  beforeAll(async () => {
    // Below node_modules, as in the generator itself, so that the controllers find tsoa.
    const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache')
    await mkdir(cache, { recursive: true })
    scratch = await mkdtemp(join(cache, 'round-trip-'))
    const { operations } = readDocument(contract, fixtureSettings)
    await writeFiles(join(scratch, 'sound'), tsoaControllers(operations))
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
    return (await runTsoa(folder, deriveTemplate(stockTemplate()))).document
  }

  test('finds sound controllers to say what the contract says', async () => {
    const emitted = await emittedAfter('unchanged', [])
    expect(() => checkRoundTrip(contract, emitted)).not.toThrow()
  })

  test('notices each fault among many', async () => {
    const emitted = await emittedAfter('faulty', faults)
    let complaints = ''
    try {
      checkRoundTrip(contract, emitted)
    } catch (error) {
      complaints = String(error)
    }
    for (const { name, complaint } of faults) expect(complaints, name).toMatch(complaint)
  })
})
