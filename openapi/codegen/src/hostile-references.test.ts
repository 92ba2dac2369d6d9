import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { faultsAndNotices } from './check-command.ts'
import { findingText } from './read/findings.ts'
import { wholeDocument } from './read/whole-document.ts'
import { writeFiles } from './staging.ts'

let folder: string
let entry: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  entry = join(folder, 'contract/openapi.yaml')
  await mkdir(join(folder, 'contract'))
  await writeFiles(folder, { '.env': 'SECRET=1', 'shared.yaml': 'type: string' })
})
afterEach(() => rm(folder, { recursive: true }))

/** A document whose one schema is this YAML. */
function withSchema(schema: string): string {
  return `openapi: 3.1.0
info: { title: Hostile, version: '1' }
paths:
  /one:
    get:
      operationId: one
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/One' } } } }
components:
  schemas:
    One: ${schema}
`
}

async function check(schema: string, rights = {}): Promise<string[]> {
  await writeFiles(folder, { 'contract/openapi.yaml': withSchema(schema) })
  return (await faultsAndNotices(entry, rights)).map(findingText)
}

describe('a reference of a contract', () => {
  test.each([
    ['a file above its folder', '../.env'],
    ['an absolute path', '/etc/hostname'],
    ['a symbolic link out of it', 'link.yaml'],
  ])('is rejected where it leads to %s', async (_name, reference) => {
    await symlink('../shared.yaml', join(folder, 'contract/link.yaml'))
    const [finding, ...others] = await check(`{ $ref: '${reference}' }`)
    expect(finding).toMatch(/openapi\.yaml:11:\d+: One: the reference \S+ leads to \/.*, which is outside \//)
    expect(others).toEqual([])
    await expect(wholeDocument(entry)).rejects.toThrow(/One: the reference .* is outside/)
  })

  test('is rejected in the files that a contract refers to, too, and in the mapping of a discriminator', async () => {
    await writeFiles(folder, { 'contract/one.yaml': "$ref: '../shared.yaml'" })
    expect(await check("{ $ref: 'one.yaml' }")).toEqual([
      expect.stringMatching(/one\.yaml:1:\d+: .*the reference \.\.\/shared\.yaml leads to .* is outside/),
    ])
    const mapping =
      "{ oneOf: [{ type: object }], discriminator: { propertyName: k, mapping: { a: '../shared.yaml' } } }"
    expect(await check(mapping)).toContainEqual(
      expect.stringMatching(/the reference \.\.\/shared\.yaml leads to/),
    )
  })

  test('may lead out of the folder of the document where another folder is named', async () => {
    expect(await check("{ $ref: '../shared.yaml' }", { root: folder })).toEqual([])
  })

  test('leads to no host unless that is allowed', async () => {
    let requests = 0
    const server = createServer((_request, response) => {
      requests += 1
      response.setHeader('Content-Type', 'application/yaml').end('type: string')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/one.yaml`
    expect(await check(`{ $ref: '${url}' }`)).toEqual(
      [
        `${join(folder, 'contract/openapi.yaml')}:11:10: One: the reference ${url} leads to ${url}, and nothing is fetched without --allow-remote`,
      ].map((text) => expect.stringContaining(text.slice(text.indexOf('One:')))),
    )
    expect(await check(`{ type: string, examples: [{ externalValue: '${url}' }] }`)).toEqual([])
    expect(requests).toBe(0)
    expect(await check(`{ $ref: '${url}' }`, { remote: true })).toEqual([])
    expect(requests).toBeGreaterThan(0)
  })

  test('is named where it is no URI', async () => {
    expect(
      await check(
        "{ type: object, properties: { a%: { type: string }, b: { $ref: '#/components/schemas/a%' } } }",
      ),
    ).toEqual([
      expect.stringMatching(/11:\d+: One: the reference \S+ has a % that begins no escape: write %25/),
    ])
    expect(await check('{ type: object, properties: { discount%: { type: number } } }')).toEqual([])
  })

  test('cannot lead to a file whose aliases stand for more values than memory holds', async () => {
    const levels = Array.from({ length: 20 }, (_, level) =>
      level === 0
        ? 'a0: &a0 [x]'
        : `a${level}: &a${level} [${Array(10)
            .fill(`*a${level - 1}`)
            .join(', ')}]`,
    )
    await writeFiles(folder, { 'contract/bomb.yaml': levels.join('\n') })
    expect(await check("{ $ref: 'bomb.yaml' }")).toEqual([
      expect.stringMatching(
        /bomb\.yaml:2:\d+: document: has more than \d+ values, with its aliases written out/,
      ),
    ])
  })
})

test('no configuration beside a contract is loaded', async () => {
  await writeFiles(folder, {
    'contract/openapi.yaml': withSchema('{ type: string }'),
    'contract/redocly.yaml': "plugins: ['./plugin.js']\nextends: [plugin/all]\n",
    'contract/plugin.js': `require('node:fs').writeFileSync(${JSON.stringify(join(folder, 'loaded'))}, '')\nmodule.exports = { id: 'plugin' }\n`,
  })
  const program = join(import.meta.dirname, 'main.ts')
  for (const words of [
    ['check', 'openapi.yaml'],
    ['generate', '--contract', 'openapi.yaml', '--out', 'out'],
    ['diff', 'openapi.yaml', 'openapi.yaml'],
    ['init', 'openapi.yaml'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [program, ...words], {
      cwd: join(folder, 'contract'),
      encoding: 'utf8',
    })
    expect([words[0], status, stderr]).toEqual([words[0], 0, ''])
  }
  expect(existsSync(join(folder, 'loaded'))).toBe(false)
  expect(await readFile(join(folder, 'contract/out/openapi/openapi.json'), 'utf8')).toContain('"Hostile"')
})
