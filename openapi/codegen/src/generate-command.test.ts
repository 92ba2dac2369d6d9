import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { contractText } from './support/fixture-packages.ts'
import { runHere } from './support/run-here.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'generate-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = (...words: string[]) => runHere(folder, ['generate', ...words])

/** Runs it on a contract with a parameter of another style, which cannot be generated, and one more fault. */
async function runOnBroken(right: string, wrong: string) {
  const text = await contractText('todo')
  const broken = text
    .replace('in: query, schema: { type: boolean }', 'in: query, style: matrix, schema: { type: boolean }')
    .replace(right, wrong)
  await writeFile(join(folder, 'todo.yaml'), broken)
  return run('--contract', 'todo.yaml', '--out', 'made')
}

describe('the command that generates from a contract of someone else', () => {
  test('names the line of every fault, and writes nothing', async () => {
    const { status, stderr } = await runOnBroken('minLength: 1', 'minLenght: 1')
    expect(status).toBe(1)
    expect(stderr).toMatch(/todo\.yaml:19:\d+: GET \/lists\/\{list-id\}\/items: query parameter overdue: /)
    expect(stderr).toMatch(
      /todo\.yaml:113:\d+: \w+: Property minLenght is not expected here\. Did you mean minLength/,
    )
    expect(await readdir(folder)).toEqual(['todo.yaml'])
  })

  test('rejects what is no valid OpenAPI, besides what it cannot generate', async () => {
    const { status, stderr } = await runOnBroken('operationId: createItem', 'operationID: createItem')
    expect(status).toBe(1)
    expect(stderr).toMatch(/todo\.yaml:19:\d+: GET .* query parameter overdue: /)
    expect(stderr).toContain(
      'todo.yaml:32:7: POST /lists/{list-id}/items: Property operationID is not expected here. Did you mean operationId?',
    )
    expect(await readdir(folder)).toEqual(['todo.yaml'])
  })

  test.each([
    [
      'required: [items, page]',
      'required: page',
      /^ {2}todo\.yaml:104:7: ItemPage: Expected type array but got string/m,
    ],
    [
      '#/components/schemas/ItemPage"',
      'items.yaml"',
      /^ {2}todo\.yaml:29:52: GET .*: the reference items\.yaml leads nowhere$/m,
    ],
    [
      '#/components/schemas/ItemPage"',
      '#/components/schemas/ItemPages"',
      /^ {2}todo\.yaml:29:52: GET .*: the reference #\/components\/schemas\/ItemPages leads nowhere$/m,
    ],
    ['info: {', 'info: { {', /^ {2}todo\.yaml:\d+:\d+: document: /m],
    ['openapi: 3.1.0', 'version: 1', /^ {2}todo\.yaml:1:1: document: Unsupported specification/m],
  ])('names file, line and reason where %j is %j', async (right, wrong, message) => {
    const text = await contractText('todo')
    expect(text).toContain(right)
    await writeFile(join(folder, 'todo.yaml'), text.replace(right, wrong))
    const { status, stderr } = await run('--contract', 'todo.yaml', '--out', 'made')
    expect(status).toBe(1)
    expect(stderr).toMatch(/^The contract cannot be generated:\n/)
    expect(stderr).toMatch(message)
  })

  test('names every reference of a circle, with its file and line', async () => {
    const text = await contractText('todo')
    const uses = [
      '    First: { $ref: "#/components/schemas/Second" }',
      '    Second: { $ref: "more.yaml#/Third" }',
    ]
    const refers = '{ $ref: "#/components/schemas/First" }'
    const broken = text
      .replace('{ $ref: "#/components/schemas/ItemPage" }', refers)
      .replace(/^ {2}schemas:$/m, ['  schemas:', ...uses].join('\n'))
    await writeFile(join(folder, 'more.yaml'), `Third:\n  $ref: "todo.yaml#/components/schemas/First"\n`)
    await writeFile(join(folder, 'todo.yaml'), broken)
    const { status, stderr } = await run('--contract', 'todo.yaml', '--out', 'made')
    const at = broken.split('\n').indexOf(uses[0] ?? '') + 1
    expect(status).toBe(1)
    expect(stderr.split('\n').slice(1, -2).sort()).toEqual([
      '  more.yaml:2:3: Third: the reference todo.yaml#/components/schemas/First leads back to itself',
      `  todo.yaml:${at}:14: First: the reference #/components/schemas/Second leads back to itself`,
      `  todo.yaml:${at + 1}:15: Second: the reference more.yaml#/Third leads back to itself`,
    ])
  })

  test('names a response that refers to itself', async () => {
    const text = await contractText('todo')
    const self = '    Self: { $ref: "#/components/responses/Self" }'
    const broken = text.replace(/^ {2}responses:$/m, `  responses:\n${self}`)
    await writeFile(join(folder, 'todo.yaml'), broken)
    const { status, stderr } = await run('--contract', 'todo.yaml', '--out', 'made')
    const at = broken.split('\n').indexOf(self) + 1
    expect([status, stderr.trimEnd().split('\n').slice(1, -1)]).toEqual([
      1,
      [`  todo.yaml:${at}:13: Self: the reference #/components/responses/Self leads back to itself`],
    ])
  })

  test('replaces no folder that it did not make', async () => {
    await writeFile(join(folder, 'todo.yaml'), await contractText('todo'))
    await mkdir(join(folder, 'docs'))
    await writeFile(join(folder, 'docs', 'mine.md'), 'mine')
    await writeFile(join(folder, 'own.yaml'), 'outputs: { openapi: docs, server: server }')
    const { status, stderr } = await run('--contract', 'todo.yaml', '--out', '.', '--config', 'own.yaml')
    expect(status).toBe(2)
    expect(stderr).toContain('has files that were not generated')
    expect(await readdir(join(folder, 'docs'))).toEqual(['mine.md'])
  })

  test('wants a contract and a folder together', async () => {
    const { status, stderr } = await run('--contract', 'todo.yaml')
    expect(status).toBe(2)
    expect(stderr).toContain('--contract and --out are needed')
  })
})

describe('mediagen-codegen', () => {
  beforeEach(async () => {
    await mkdir(join(folder, 'api'))
    await writeFile(join(folder, 'api', 'openapi.yaml'), await contractText('todo'))
  })

  test('generates and compares in the folder that it is called from, by its generate.yaml or by options', async () => {
    await writeFile(join(folder, 'generate.yaml'), 'contract: api\nout: made\nclient: false\n')
    const made = await run('--json')
    expect(made.status).toBe(0)
    expect(JSON.parse(made.stdout)).toMatchObject({
      findings: [{ severity: 'notice', file: 'api/openapi.yaml', where: 'webhooks' }],
      files: expect.arrayContaining(['server/index.ts is missing']),
    })
    expect((await readdir(join(folder, 'made'))).sort()).toEqual(['openapi', 'server'])
    const current = await run('--check')
    expect([current.status, current.stderr]).toEqual([
      0,
      expect.stringMatching(/^Notices:\n {2}api\/openapi\.yaml:\d+:\d+: webhooks: /),
    ])
    expect(current.stdout).toContain('are up to date')

    await appendFile(join(folder, 'made', 'server', 'index.ts'), '// edited\n')
    const stale = await run('--contract', 'api', '--out', 'made', '--check')
    expect(stale.status).toBe(1)
    expect(stale.stdout).toMatch(/server\/index\.ts (?!is missing)/)
    expect(stale.stdout).toContain('client/index.ts is missing')
  })

  test('begins the module of error bodies that cannot be derived, once, by the type of the contract', async () => {
    const text = await contractText('bookshop')
    await writeFile(
      join(folder, 'api', 'openapi.yaml'),
      text.replace('required: [error]', 'required: [error, advice]'),
    )
    const refused = await run('--contract', 'api', '--out', 'src/made')
    expect(refused.stderr).toContain('such as errors: src/errors.ts, which generate begins')
    await writeFile(join(folder, 'generate.yaml'), 'contract: api\nout: src/made\nerrors: src/errors.ts\n')
    const made = await run()
    expect([made.status, made.stderr]).toEqual([0, expect.stringContaining('src/errors.ts is begun')])
    const begun = await readFile(join(folder, 'src/errors.ts'), 'utf8')
    expect(begun).toContain(
      "import type { EdgeError, RenderedError } from './made/server/generated/errors.js'",
    )
    await writeFile(join(folder, 'src/errors.ts'), '// mine')
    expect((await run()).status).toBe(0)
    expect(await readFile(join(folder, 'src/errors.ts'), 'utf8')).toBe('// mine')
  })
})
