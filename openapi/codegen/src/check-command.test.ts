import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { faultsAndNotices } from './check-command.ts'
import type { Finding } from './read/findings.ts'
import { defaultSettings } from './settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'check-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

async function check(name: string, text: string, skip: readonly string[] = []): Promise<readonly Finding[]> {
  writeFileSync(join(folder, name), text)
  return faultsAndNotices(join(folder, name), {}, { ...defaultSettings, skip })
}

/** The program's exit code and its JSON document. */
function run(name: string, text: string): { status: number | null; findings: readonly Finding[] } {
  writeFileSync(join(folder, name), text)
  const program = join(import.meta.dirname, 'main.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'check', name, '--json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return { status, findings: JSON.parse(stdout).findings }
}

function places(findings: readonly Finding[]): string[] {
  return findings.map(({ file = '', line, column }) => `${basename(file)}:${line}:${column}`)
}

/** A valid document with these schemas, each used by two operations. */
function withSchemas(schemas: readonly string[], used = 'Item'): string {
  const operation = (id: string) => `    get:
      operationId: ${id}
      responses:
        "200":
          description: One.
          content: { application/json: { schema: { $ref: "#/components/schemas/${used}" } } }`
  return [
    'openapi: 3.1.0',
    'info: { title: Items, version: 1.0.0 }',
    'paths:',
    '  /one:',
    operation('one'),
    '  /two:',
    operation('two'),
    'components:',
    '  schemas:',
    ...schemas.map((schema) => `    ${schema}`),
    '',
  ].join('\n')
}

describe('the findings of check --json', () => {
  test('name file, line, column, pointer, component, message, cause and severity, and nothing else', () => {
    const { status, findings } = run('a.yaml', withSchemas(['Item: { type: string, minLenght: 1 }']))
    expect(status).toBe(1)
    expect(findings).toEqual([
      {
        severity: 'error',
        file: 'a.yaml',
        line: 20,
        column: 27,
        pointer: '/components/schemas/Item/minLenght',
        where: 'Item',
        message: 'Property minLenght is not expected here. Did you mean minLength?',
        cause: 'Property … is not expected here.',
      },
    ])
  })

  test('of a valid contract are notices alone', () => {
    const { status, findings } = run('a.yaml', `${withSchemas(['Item: { type: string }'])}webhooks: {}\n`)
    expect(status).toBe(0)
    expect(findings).toMatchObject([{ severity: 'notice', where: 'webhooks', line: 21, column: 1 }])
  })

  test('have nothing against a field called constructor, and a schema that is true', async () => {
    const item =
      'Item: { properties: { constructor: { type: integer, enum: [1] }, any: { not: { not: true } } } }'
    expect(await check('a.yaml', withSchemas([item]))).toEqual([])
  })

  test('name the length of a file, which is not checked', async () => {
    const file = '{ type: string, format: binary, maxLength: 9 }'
    const form = `{ type: object, properties: { a: ${file} } }`
    const content = `{ image/png: { schema: ${file} } }`
    const text = (body: string) =>
      withSchemas(['Item: {}']).replace('    get:', `    put:\n      requestBody: { content: ${body} }`)
    const other = `{ multipart/form-data: { schema: ${form} } }`
    for (const body of [content, other])
      expect(await check('a.yaml', text(body))).toMatchObject([
        { severity: 'notice', message: 'the maxLength 9 of a file is not checked; requestBodyBytesMax is' },
      ])
  })

  test('list every reference that leads nowhere, once', async () => {
    const lost = 'Item: { properties: { a: { $ref: "#/components/schemas/A" }, b: { $ref: "b.yaml" } } }'
    const findings = await check('a.yaml', withSchemas([lost, 'Other: { $ref: "#/components/schemas/C" }']))
    expect(findings.map(({ message }) => message)).toEqual([
      'the reference #/components/schemas/A leads nowhere',
      'the reference b.yaml leads nowhere',
      'the reference #/components/schemas/C leads nowhere',
    ])
  })
})

describe('a document that cannot be read', () => {
  test.each([
    ['a.yaml', 'openapi: 3.1.0\ninfo: { title: A\npaths: {}\n', 'a.yaml:3:1'],
    ['a.yaml', 'openapi: 3.1.0\ninfo:\n  title: A\n   version: 1\n', 'a.yaml:3:10'],
    ['a.yaml', 'openapi: 3.1.0\nopenapi: 3.1.0\n', 'a.yaml:2:1'],
    ['a.yaml', 'openapi: 3.1.0\ninfo: *none\n', 'a.yaml:2:7'],
    ['a.json', '{\n  "openapi": "3.1.0"\n  "info": {}\n}\n', 'a.json:3:3'],
    ['a.json', '{\n  "openapi": "3.1.0",\n  "info": {\n', 'a.json:4:1'],
    ['a.json', '{\n  "openapi": "3.1.0",\n  "openapi": "3.1.0"\n}\n', 'a.json:3:3'],
  ])('%s is named with the line and column of its fault: %j', async (name, text, place) => {
    expect(places(await check(name, text))).toEqual([place])
  })

  test('is named where another one refers to it', async () => {
    writeFileSync(join(folder, 'b.yaml'), 'type: object\nproperties: {{\n')
    expect(places(await check('a.yaml', withSchemas(['Item: { $ref: "b.yaml" }'])))).toEqual(['b.yaml:3:1'])
  })

  test.each([
    ['', 'Document must be JSON object'],
    ['- a\n', 'Document must be JSON object'],
    ['swagger: "1.2"\ninfo: { title: A, version: "1" }\npaths: {}\n', 'Unsupported'],
  ])('as OpenAPI is rejected with the reason: %j', async (text, reason) => {
    expect(await check('a.yaml', text)).toMatchObject([
      { where: 'document', message: expect.stringContaining(reason) },
    ])
  })
})

describe('a document of an older version', () => {
  test.each([
    [
      'swagger: "2.0"\ninfo: { title: A, version: "1" }\npaths: {}\n',
      'is Swagger 2.0, and read as OpenAPI 3.1',
    ],
    [
      'openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: {}\n',
      'is OpenAPI 3.0.3, and read as OpenAPI 3.1',
    ],
  ])('is read, with a notice: %j', async (text, message) => {
    expect(await check('a.yaml', text)).toMatchObject([{ severity: 'notice', where: 'document', message }])
  })

  test('says once how many of its schemas are nullable', async () => {
    const text = withSchemas(['Item: { type: object, properties: { a: { type: string, nullable: true } } }'])
    expect(await check('a.yaml', text.replace('3.1.0', '3.0.3'))).toMatchObject([
      { severity: 'notice', message: expect.stringContaining('1 schemas say nullable') },
    ])
    expect(await check('a.yaml', text)).toMatchObject([{ severity: 'notice', where: 'document' }])
  })
})

describe('an operation that cannot be generated', () => {
  const odd = (text: string) =>
    text.replace('operationId: two', 'operationId: two\n      security: [{ none: [] }]')

  test('is named with its reason, and left out where skip says so', async () => {
    const text = odd(withSchemas(['Item: { type: string }']))
    expect(await check('a.yaml', text)).toMatchObject([{ severity: 'error', where: 'GET /two' }])
    for (const skip of ['unsupported', 'two', 'GET /two', '/two', '/two/*'])
      expect(await check('a.yaml', text, [skip]), skip).toMatchObject([
        {
          severity: 'notice',
          where: 'GET /two',
          message: expect.stringContaining('is left out, and answers 501'),
        },
      ])
  })

  test('is left out for what is no valid OpenAPI in it, too, also in a component that it alone refers to', async () => {
    const text = withSchemas(['Item: { type: string }', 'Odd: { type: string, minLenght: 1 }']).replace(
      /(\/two:[\s\S]*)schemas\/Item/,
      '$1schemas/Odd',
    )
    expect(await check('a.yaml', text, ['unsupported'])).toMatchObject([
      { severity: 'notice', where: 'GET /two', message: expect.stringContaining('minLenght') },
    ])
  })

  test('is no reason to skip a name that nothing has', async () => {
    await expect(check('a.yaml', withSchemas(['Item: { type: string }']), ['tag:none'])).rejects.toThrow(
      'the contract has no operation, path or tag tag:none',
    )
  })
})

describe('a document made to exhaust the machine', () => {
  test.each([
    [
      'aliases that stand for a billion values',
      ['a: &a0 [1]', ...Array.from({ length: 30 }, (_, i) => `b${i}: &a${i + 1} [*a${i}, *a${i}]`)].join(
        '\n',
      ),
      'values',
    ],
    ['an alias that stands for itself', 'a: &a { b: *a }\n', 'leads back'],
    ['a thousand levels', `a: ${'['.repeat(1000)}${']'.repeat(1000)}\n`, 'levels deep'],
  ])('is rejected by name: %s', async (_, text, reason) => {
    expect(await check('a.yaml', `openapi: 3.1.0\n${text}`)).toMatchObject([
      { message: expect.stringContaining(reason) },
    ])
  })
})
