import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isOfAnotherProgram, linesWithoutVariable, loadSettings } from './env-file.ts'

/** A path in a folder of its own. */
function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, '.env')
}

/** What a file sets. */
function load(content: string | Buffer, given: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const path = newPath()
  writeFileSync(path, content)
  const variables = { ...given }
  loadSettings(path, variables)
  return variables
}

describe('a file of settings', () => {
  test.each(['DATA_DIR=/srv', '# of the shop\r\nDATA_DIR=/srv\r\n', '\uFEFFDATA_DIR=/srv'])(
    'is read: %j',
    (text) => {
      expect(load(text)).toEqual({ DATA_DIR: '/srv' })
    },
  )

  test('sets nothing that the environment has', () => {
    expect(load('DATA_DIR=/srv\nPORT=1', { DATA_DIR: '/home', PORT: '' })).toEqual({
      DATA_DIR: '/home',
      PORT: '',
    })
  })

  test('also sets what is none of its settings: the keys of engines', () => {
    expect(load('OPENAI_API_KEY=key')).toEqual({ OPENAI_API_KEY: 'key' })
  })
})

describe('the prefix MEDIAGEN_', () => {
  test('may stand before each setting, in the environment and in the file', () => {
    expect(load('MEDIAGEN_DATA_DIR=/srv', { MEDIAGEN_PORT: '1' })).toMatchObject({
      DATA_DIR: '/srv',
      PORT: '1',
    })
  })

  test("wins over the name without it, which may be another program's", () => {
    expect(load('PORT=1\nMEDIAGEN_PORT=2')).toMatchObject({ PORT: '2' })
    expect(load('', { PORT: '1', MEDIAGEN_PORT: '2' })).toMatchObject({ PORT: '2' })
  })

  test('in the file does not win over the environment', () => {
    expect(load('MEDIAGEN_PORT=2', { PORT: '1' })).toMatchObject({ PORT: '1' })
  })

  test('stays where it makes no setting: the SDK and the tests have variables of their own', () => {
    expect(load('MEDIAGEN_API_KEY=key')).toEqual({ MEDIAGEN_API_KEY: 'key' })
  })
})

test.each([
  ['STRIPE_SECRET_KEY=secret\nPORT=1', true],
  ['PORT=1\nDATABASE_URL=sqlite:a', false],
  ['MEDIAGEN_SIGNING_SECRET=secret', false],
])('whether a file is of another program is told by the settings that it names: %j', (text, expected) => {
  const path = newPath()
  writeFileSync(path, text)
  expect(isOfAnotherProgram(path)).toBe(expected)
})

describe('a .env that cannot be read prevents the start and is named', () => {
  test('as a folder', () => {
    const path = newPath()
    mkdirSync(path)
    expect(() => loadSettings(path, {})).toThrow(
      `${path}:\n  - it cannot be read, and may hold settings: EISDIR`,
    )
  })

  test.skipIf(process.getuid?.() === 0)('without the right to it', () => {
    const path = newPath()
    writeFileSync(path, 'PORT=1\n')
    chmodSync(path, 0)
    expect(() => loadSettings(path, {})).toThrow('EACCES')
  })

  test('in UTF-16, as some editors of Windows save it', () => {
    const text = Buffer.from('\uFEFFDATA_DIR=/srv\n', 'utf16le')
    expect(() => load(text)).toThrow('must be UTF-8')
    expect(() => load(text.swap16())).toThrow('must be UTF-8')
  })
})

test('a file that is named and not there prevents the start; a .env need not be there', () => {
  const path = newPath()
  expect(() => loadSettings(path, {})).toThrow(`${path}:\n  - it does not exist`)
  expect(isOfAnotherProgram(path)).toBe(false)
})

describe('a line of .env', () => {
  test.each([
    'PORT=3000',
    '  PORT = 3000  # a comment',
    'export PORT=3000',
    'PORT=',
    '# PORT 3000',
    '',
    'KEY="a\nb c\nd"',
    "KEY='a\nb'\r\nPORT=3000\r\n",
  ])('is a setting, a comment or empty: %j', (text) => {
    expect(linesWithoutVariable(text)).toEqual([])
  })

  test.each(['PORT 3000', 'PORT: 3000', '=3000', '-PORT=3000', 'KEY="a\nb"\nPORT', 'KEY="a'])(
    'is refused by its number otherwise: %j',
    (text) => {
      const last = text.split('\n').length
      expect(linesWithoutVariable(text)).toEqual([last])
    },
  )
})
