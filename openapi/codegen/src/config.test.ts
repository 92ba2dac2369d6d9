import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration } from './config.ts'
import { readSources } from './read/read-sources.ts'
import { defaultSettings } from './settings.ts'
import { packageOutputs } from './staging.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'configuration-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function written(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  return join(folder, name)
}

describe('a configuration of the generator', () => {
  test('may say nothing', async () => {
    const file = await written('empty.yaml', '{}')
    expect(readConfiguration(file)).toEqual({
      rights: {},
      outputs: packageOutputs,
      settings: defaultSettings,
    })
  })

  test('finds its form of errors next to itself', async () => {
    await written('form.ts', '')
    const file = await written('own.yaml', 'errors: ./form.ts\nrequestIdHeader: X-Id\n')
    expect(readConfiguration(file).settings).toMatchObject({
      errorForm: join(folder, 'form.ts'),
      requestIdHeader: 'X-Id',
    })
  })

  test('is rejected where it names a module that is not there, or is no YAML', async () => {
    const missing = await written('own.yaml', 'context: ./context.ts\n')
    expect(() => readConfiguration(missing)).toThrow(/^context: there is no .*context\.ts$/)
    const broken = await written('broken.yaml', 'contract: [a\n')
    expect(() => readConfiguration(broken)).toThrow(/broken\.yaml is no YAML: /)
  })

  test('is rejected with every fault of it by name', async () => {
    const text = 'requestBodyBytesMax: 0\nfillDefault: true\noutputs: { openapi: ../up, server: s }\n'
    const file = await written('wrong.yaml', text)
    expect(() => readConfiguration(file)).toThrow(
      /^(?=[\s\S]*outputs\.openapi must be a folder below out)(?=[\s\S]*requestBodyBytesMax must be >= 1)[\s\S]*fillDefault is an unknown key/,
    )
  })

  test('of our own contract is one', () => {
    const { settings } = readConfiguration(resolve(import.meta.dirname, '../../generate.yaml'))
    expect(settings).toMatchObject({ strict: true, fillDefaults: false })
  })
})

describe('the place of a fault', () => {
  test('is the line in the file where it was written, through references to other files', async () => {
    const entry = await written('openapi.yaml', "paths:\n  /a:\n    $ref: 'a.yaml#/shared'\n")
    await written('a.yaml', 'shared:\n  get:\n    parameters:\n      - name: x\n        in: cookie\n')
    const sources = readSources(entry)
    expect(sources.locate(['paths', '/a', 'get', 'parameters', '0'])).toEqual({
      file: expect.stringMatching(/a\.yaml$/),
      line: 4,
      column: 9,
      pointer: '/shared/get/parameters/0',
    })
    expect(sources.locate(['paths', '/none'])).toMatchObject({ line: 1, column: 1, pointer: '/paths' })
  })
})
