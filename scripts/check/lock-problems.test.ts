import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { excludedPackages, type LockEntry, lockProblems } from './lock-problems.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'mediagen-lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

const integrity = `sha512-${'A'.repeat(86)}==`
const sound: Record<string, LockEntry> = {
  '': { dependencies: { one: '1.0.0' } },
  server: { version: '1.0.0', dependencies: { one: '^1.0.0' } },
  'node_modules/server': { link: true, resolved: 'server' },
  'node_modules/one': { version: '1.0.0', integrity, optionalDependencies: { '@two/linux-x64': '2.0.0' } },
  'node_modules/one/node_modules/@two/linux-x64': { version: '2.0.0', integrity, optional: true },
}

/** The valid lock with one entry changed. */
const soundBut = (path: string, change: LockEntry) => ({
  ...sound,
  [path]: { ...sound[path], ...change },
})

describe('a lock file', () => {
  test('is valid with workspaces, nested packages and those of other platforms', () => {
    expect(lockProblems(sound)).toEqual([])
  })

  test.each([
    [
      'a package without integrity',
      { ...sound, 'node_modules/one/node_modules/@two/linux-x64': { version: '2.0.0', optional: true } },
      'one/node_modules/@two/linux-x64 2.0.0 has no integrity',
    ],
    [
      'an integrity that is weaker',
      soundBut('node_modules/one', { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }),
      'one 1.0.0 has an integrity other than SHA-512',
    ],
    [
      'a weaker integrity beside a strong one',
      soundBut('node_modules/one', { integrity: `sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk= ${integrity}` }),
      'one 1.0.0 has an integrity other than SHA-512',
    ],
    [
      'a source of its own',
      soundBut('node_modules/one', { resolved: 'git+ssh://git@example.com/one.git#0a1b2c' }),
      'one 1.0.0 names where it comes from: git+ssh://git@example.com/one.git#0a1b2c',
    ],
  ])('with %s is refused', (_name, packages, sentence) => {
    expect(lockProblems(packages)).toEqual([`node_modules/${sentence}`])
  })

  test('that lacks what a package depends on is refused', () => {
    const { 'node_modules/one/node_modules/@two/linux-x64': _, ...packages } = sound
    expect(lockProblems(packages)).toEqual(['node_modules/one depends on @two/linux-x64, which is missing'])
  })

  test.each([...excludedPackages])('with %s is refused, because it %s', (name, reason) => {
    const path = `node_modules/one/node_modules/${name}`
    const packages = soundBut('node_modules/one', {
      dependencies: { [name]: '1.0.0' },
      optionalDependencies: {},
    })
    expect(lockProblems({ ...packages, [path]: { version: '1.0.0', integrity } })).toEqual([
      `node_modules/one depends on ${name}, which is excluded`,
      `${path} ${reason}`,
    ])
  })
})

test.each([...excludedPackages.keys()])('npm has not installed %s', (name) => {
  expect(existsSync(join(root, 'node_modules', name))).toBe(false)
})

describe('completing a lock', () => {
  const file = join(folder, 'package-lock.json')
  const complete = (packages: Record<string, LockEntry>) => {
    writeFileSync(file, JSON.stringify({ lockfileVersion: 3, packages }))
    const args = [join(root, 'scripts/complete-lock.mjs'), file]
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    return { status, stderr, packages: JSON.parse(readFileSync(file, 'utf8')).packages }
  }

  test('removes excluded packages and the addresses of downloads, and leaves the rest', () => {
    const one = { version: '1.0.0', integrity }
    const completed = complete({
      '': { dependencies: { one: '1.0.0' } },
      'node_modules/@scarf/scarf': one,
      'node_modules/one': {
        ...one,
        resolved: 'https://registry.example.com/one/-/one-1.0.0.tgz',
        dependencies: { '@scarf/scarf': '=1.4.0' },
      },
    })
    expect(completed).toEqual({
      status: 0,
      stderr: '',
      packages: { '': { dependencies: { one: '1.0.0' } }, 'node_modules/one': one },
    })
  })

  test('adds packages of other platforms, and fails while they have no integrity', () => {
    const one = { version: '1.0.0', integrity, optionalDependencies: { '@one/darwin-arm64': '1.0.0' } }
    const { status, stderr, packages } = complete({
      '': { dependencies: { one: '1.0.0' } },
      'node_modules/one': one,
    })
    expect(packages['node_modules/@one/darwin-arm64']).toEqual({
      version: '1.0.0',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    })
    expect([status, stderr]).toEqual([1, 'node_modules/@one/darwin-arm64 1.0.0 has no integrity\n'])
  })
})
