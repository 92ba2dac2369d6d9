import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { linesWithoutVariable, loadEnvFile } from './env-file.ts'

/** A path in a folder of its own. */
function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-env-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, '.env')
}

/** What a file sets, or why it is not read. */
function load(content: string | Buffer, given: Record<string, string> = {}) {
  const path = newPath()
  writeFileSync(path, content)
  const variables = { ...given }
  return { notRead: loadEnvFile(path, variables), variables }
}

describe('a .env whose first line is the heading', () => {
  test.each([
    '# mediagen-server\nDATA_DIR=/srv',
    '# mediagen-server\r\nDATA_DIR=/srv\r\n',
    '# mediagen-server: its settings\nDATA_DIR=/srv',
    '# mediagen-server of the shop\nDATA_DIR=/srv',
    '\uFEFF# mediagen-server\nDATA_DIR=/srv',
  ])('is read: %j', (text) => {
    expect(load(text)).toEqual({ notRead: undefined, variables: { DATA_DIR: '/srv' } })
  })

  test('sets nothing that the environment has', () => {
    const { variables } = load('# mediagen-server\nDATA_DIR=/srv\nPORT=1', { DATA_DIR: '/home', PORT: '' })
    expect(variables).toEqual({ DATA_DIR: '/home', PORT: '' })
  })
})

describe('a .env without the heading', () => {
  const headings = ['', '# mediagen-server-proxy app\n', '# mediagen-servers\n', '\n# mediagen-server\n']

  test.each(headings)('is ignored if it names no setting of ours, after %j', (heading) => {
    const { notRead, variables } = load(`${heading}APP_NAME=shop\nPORT=1\nLOG_LEVEL=debug\n`)
    expect(notRead).toContain('is not read, because its first line is not "# mediagen-server"')
    expect(variables).toEqual({})
  })

  test.each(headings)('prevents the start if it names one, and tells both ways out, after %j', (heading) => {
    const text = `${heading}PORT=1\nDATABASE_URL=mysql://app:hunter2@db/app\nDATA_DIR=/srv\n`
    expect(() => load(text)).toThrow(
      /it sets DATABASE_URL, DATA_DIR, but .* make that its first line; otherwise move it/,
    )
    expect(() => load(text)).not.toThrow('hunter2')
  })

  test('is ignored if the environment has every setting of ours that it names', () => {
    const { notRead, variables } = load('DATABASE_URL=mysql://db/app\n', { DATABASE_URL: 'sqlite:own' })
    expect(notRead).toContain('is not read')
    expect(variables).toEqual({ DATABASE_URL: 'sqlite:own' })
  })
})

describe('a .env that cannot be read prevents the start and is named', () => {
  test('as a folder', () => {
    const path = newPath()
    mkdirSync(path)
    expect(() => loadEnvFile(path, {})).toThrow(
      `${path}:\n  - it cannot be read, and may hold settings: EISDIR`,
    )
  })

  test.skipIf(process.getuid?.() === 0)('without the right to it', () => {
    const path = newPath()
    writeFileSync(path, '# mediagen-server\n')
    chmodSync(path, 0)
    expect(() => loadEnvFile(path, {})).toThrow('EACCES')
  })

  test('in UTF-16, as some editors of Windows save it', () => {
    const text = Buffer.from('\uFEFF# mediagen-server\nDATA_DIR=/srv\n', 'utf16le')
    expect(() => load(text)).toThrow('must be UTF-8')
    expect(() => load(text.swap16())).toThrow('must be UTF-8')
  })
})

test('without a .env nothing is set', () => {
  const variables = {}
  expect(loadEnvFile(newPath(), variables)).toBeUndefined()
  expect(variables).toEqual({})
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
