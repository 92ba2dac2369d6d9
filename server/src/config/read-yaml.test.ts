import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Joi from 'joi'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { OperatorFileError } from './operator-file-error.ts'
import { readYaml } from './read-yaml.ts'

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-yaml-'))
  path = join(folder, 'file.yaml')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const schema = Joi.object<{ a: unknown; b?: unknown }>({
  a: Joi.any().required(),
  b: Joi.object({ c: Joi.any() }),
})

/** The problems for which the file is refused, without its path. */
async function errorOf(text: string | Uint8Array): Promise<string> {
  await writeFile(path, text)
  return refusal()
}

async function refusal(): Promise<string> {
  const error = await readYaml(path, schema).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorFileError)
  const [first = '', ...problems] = error instanceof Error ? error.message.split('\n') : []
  expect(first).toBe(`${path}:`)
  return problems.join('\n')
}

const billions = ['a: &a0 [x, x, x, x, x, x, x, x, x, x]', 'b:']
for (let level = 1; level < 10; level += 1)
  billions.push(
    `  c${level}: &a${level} [${Array(10)
      .fill(`*a${level - 1}`)
      .join(', ')}]`,
  )
/** Each is nested twenty levels deeper than the one before it. */
const tower = ['a: &a0 x', 'b:']
for (let level = 1; level < 10; level += 1)
  tower.push(`  c${level}: &a${level} ${'['.repeat(20)}*a${level - 1}${']'.repeat(20)}`)

describe('a YAML file is refused in words, with its path and the line, that', () => {
  test.each([
    ['has two documents', 'a: 1\n---\na: 2\n', 'line 2, column 1: a second document begins here (---)'],
    ['ends a document and goes on', 'a: 1\n...\nb: 2\n', 'line 3, column 1: a second document begins here'],
    [
      'nests 20,000 lists in brackets',
      `a:\n  ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`,
      /^ {2}- line 2, column \d+: lists and keys are nested too deeply here$/,
    ],
    [
      'nests 20,000 lists in dashes',
      `a: 1\nb:\n  ${'- '.repeat(20_000)}x\n`,
      /^ {2}- line 3, column \d+: lists and keys are nested/,
    ],
    [
      'nests 20,000 keys',
      `a: ${'{a: '.repeat(20_000)}`,
      /^ {2}- line 1, column \d+: lists and keys are nested/,
    ],
    [
      'nests 20,000 keys of keys',
      '? '.repeat(20_000),
      /^ {2}- line 1, column \d+: lists and keys are nested/,
    ],
    [
      'multiplies aliases to billions',
      billions.join('\n'),
      'line 3, column 12: aliases (*) multiply here beyond any use',
    ],
    ['nests by aliases what is not nested', tower.join('\n'), 'aliases (*) multiply here beyond any use'],
    ['contains itself', 'a: &a\n  - *a\n', 'line 2, column 5: *a contains itself'],
    [
      'uses an alias without its anchor',
      'a: 1\nb: *none\n',
      'line 2, column 4: *none is used, but nothing before it is named &none',
    ],
    ['has a key twice', 'a: 1\na: 2\n', 'line 2, column 1: this key is in the same place twice'],
    ['indents with tabs', 'a:\n\t- b\n', 'line 2, column 1: Tabs are not allowed as indentation'],
    ['has a tag that is not known', 'a: !env SECRET\n', 'line 1, column 4: Unresolved tag: !env'],
    [
      'merges keys',
      'a: &a { c: 1 }\nb:\n  <<: *a\n',
      'line 3: "b.<<" is not allowed: keys are not merged; write them out',
    ],
    ['leaves a quote open', 'a: "b\n', 'line 2, column 1: Missing closing "quote'],
    ['is empty', '', 'line 1: the file must have the keys a and b'],
    ['holds only a comment', '# nothing yet\n', 'line 1: the file must have the keys a and b'],
  ])('%s', async (_what, text, expected) => {
    expect(await errorOf(text)).toMatch(expected)
  })

  test.each([
    [
      'is binary',
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8),
      'cannot be read: it is not text in UTF-8',
    ],
    ['is text in UTF-16', Buffer.from('a: 1\n', 'utf16le'), 'cannot be read: it is not text in UTF-8'],
    ['has more than 1 MB', `a: ${'x'.repeat(1024 * 1024)}`, 'cannot be read: it has more than 1 MB'],
  ])('%s, as a whole', async (_what, content, expected) => {
    expect(await errorOf(content)).toContain(expected)
  })

  test('is a folder', async () => {
    await mkdir(path)
    expect(await refusal()).toBe('  - cannot be read: it is a folder, not a file')
  })

  test('is missing', async () => {
    expect(await refusal()).toBe('  - cannot be read: there is no such file')
  })

  test.skipIf(process.platform === 'win32')('never ends', async () => {
    await symlink('/dev/zero', path)
    expect(await refusal()).toBe('  - cannot be read: it has more than 1 MB')
  })
})

describe('a YAML file is read', () => {
  test.each([
    ['with a byte order mark', '\u{feff}a: 1\n', { a: 1 }],
    ['with Windows line ends', 'a: 1\r\nb:\r\n  c: 2\r\n', { a: 1, b: { c: 2 } }],
    ['with the marks of one document', '---\na: 1\n...\n', { a: 1 }],
    ['with anchors and aliases', 'a: &a [1, 2]\nb: { c: *a }\n', { a: [1, 2], b: { c: [1, 2] } }],
    ['as JSON', '{ "a": [{ "x": null }] }', { a: [{ x: null }] }],
    ['nested to fifty levels', `a: ${'['.repeat(50)}${']'.repeat(50)}`, expect.anything()],
  ])('%s', async (_what, text, expected) => {
    await writeFile(path, text)
    expect(await readYaml(path, schema)).toEqual(expected)
  })
})
