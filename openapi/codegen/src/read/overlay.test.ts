import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { faultsAndNotices } from '../check-command.ts'
import { openContract } from '../open-contract.ts'
import { defaultSettings } from '../settings.ts'
import { overlaid } from './overlay.ts'
import { readSources } from './read-sources.ts'

const original = `
openapi: 3.1.0
info: { title: Any, version: '1' }
paths:
  /a:
    get: &get { tags: [x, y, z], responses: { 200: { description: Found. } } }
    put: *get
  /b's: { get: { responses: { 200: { $ref: '#/components/responses/Lost' } } } }
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overlay-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function overlay(...actions: object[]): Promise<string> {
  const path = join(folder, 'overlay.yaml')
  await writeFile(path, stringify({ overlay: '1.0.0', info: { title: 'Ours', version: '1' }, actions }))
  return path
}

describe('an overlay', () => {
  test.each([
    [
      'merges fields',
      { target: '$.info', update: { title: 'Ours', contact: { name: 'We' } } },
      '$.info',
      { title: 'Ours', version: '1', contact: { name: 'We' } },
    ],
    [
      'appends to a list',
      { target: "$.paths['/a'].get.tags", update: 'w' },
      '/a get tags',
      ['x', 'y', 'z', 'w'],
    ],
    [
      'appends a list to one',
      { target: "$.paths['/a'].get", update: { tags: ['w'] } },
      '/a get tags',
      ['x', 'y', 'z', 'w'],
    ],
    ['removes items', { target: "$.paths['/a'].get.tags[?@ != 'y']", remove: true }, '/a get tags', ['y']],
    [
      'changes no other use of an anchor',
      { target: "$.paths['/a'].put.tags", remove: true },
      '/a get tags',
      ['x', 'y', 'z'],
    ],
    ['removes a key with a quote', { target: "$.paths['/b\\'s']", remove: true }, "/b's", undefined],
  ])('%s', async (_name, action, place, expected) => {
    const { document, notices } = overlaid(parse(original), await overlay(action))
    const keys = place === '$.info' ? ['info'] : ['paths', ...place.split(' ')]
    expect(keys.reduce((at, key) => Object(at)[key], document)).toEqual(expected)
    expect(notices).toEqual([])
  })

  test('mends a contract before it is checked and generated, and findings keep the lines of the contract', async () => {
    const entry = join(folder, 'openapi.yaml')
    await writeFile(entry, original)
    expect((await faultsAndNotices(entry)).map(({ message }) => message)).toContain(
      'the reference #/components/responses/Lost leads nowhere',
    )
    const mended = await overlay(
      { target: "$.paths['/b\\'s'].get.responses['200']", remove: true },
      { target: "$.paths['/b\\'s'].get.responses", update: { 204: { description: 'Done.' } } },
      { target: '$.paths.*.patch', update: {} },
    )
    const { operations, notices } = await openContract(
      readSources(entry, { overlay: mended }),
      defaultSettings,
    )
    expect(operations.map(({ responses }) => responses.map(({ status }) => status))).toContainEqual(['204'])
    expect(notices).toMatchObject([
      { where: 'overlay', line: 12, message: '$.paths.*.patch leads to nothing' },
    ])
    const broken = await overlay({ target: "$.paths['/a'].get.responses", update: { 200: { headers: 1 } } })
    expect(await faultsAndNotices(entry, { overlay: broken })).toContainEqual(
      expect.objectContaining({ file: expect.stringContaining('openapi.yaml'), line: 6, severity: 'error' }),
    )
  })

  test.each([
    ['no overlay', {}, 'is no OpenAPI Overlay'],
    ['an action without a target', { overlay: '1.0.0', actions: [{ update: {} }] }, 'an action has a target'],
    [
      'an action that says both',
      { overlay: '1.0.0', actions: [{ target: '$', remove: true, update: {} }] },
      'an action has',
    ],
    [
      'a target that is no JSONPath',
      { overlay: '1.0.0', actions: [{ target: '$.a[', update: {} }] },
      '$.a[ is no JSONPath',
    ],
  ])('that is wrong is rejected with its line: %s', async (_name, content, reason) => {
    const entry = join(folder, 'openapi.yaml')
    const path = join(folder, 'overlay.yaml')
    await writeFile(entry, original)
    await writeFile(path, stringify(content))
    const [finding] = await faultsAndNotices(entry, { overlay: path })
    expect(finding).toMatchObject({ severity: 'error', where: 'overlay', line: expect.any(Number) })
    expect(finding?.message).toContain(reason)
  })
})
