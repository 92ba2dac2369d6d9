import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { processTerminal, type Terminal } from '../src/terminal.js'
import { isNewer, noteUpgrade } from '../src/upgrade-notice.js'

const dayMs = 86_400_000
const nowMs = Date.parse('2026-03-01T00:00:00Z')

interface UserOptions {
  readonly npm?: string
  readonly env?: Readonly<Record<string, string>>
  readonly isTTY?: boolean
}

/** A user with a cache and an npm of their own. */
async function createUser({ npm = 'echo 9.9.9', env = {}, isTTY = true }: UserOptions = {}) {
  const home = await mkdtemp(join(tmpdir(), 'mediagen-upgrade-'))
  onTestFinished(() => rm(home, { recursive: true }))
  await writeFile(join(home, 'npm'), `#!/bin/sh\necho "$@" >> ${home}/asked\n${npm}\n`, { mode: 0o755 })
  const stream = () => Object.assign(new PassThrough(), { isTTY })
  const stderr = stream()
  const variables = { PATH: `${home}:${process.env.PATH}`, XDG_CACHE_HOME: join(home, 'cache'), ...env }
  const terminal: Terminal = { ...processTerminal, env: variables, stdout: stream(), stderr }
  const file = join(home, 'cache', 'mediagen', 'latest-version.json')
  const read = (path: string) => readFile(path, 'utf8').catch(() => '')
  const script = `
    import { noteUpgrade } from '${new URL('../dist/upgrade-notice.js', import.meta.url)}'
    const stdout = { isTTY: true }
    noteUpgrade([], { env: process.env, stdout, stderr: { ...stdout, write: (text) => process.stderr.write(text) } })`
  return {
    /** What a command in a process of its own says. */
    async command(): Promise<string> {
      const args = ['--input-type=module', '-e', script]
      return (await promisify(execFile)(process.execPath, args, { env: variables })).stderr
    },
    /** What a command at this time says. */
    note(atMs = nowMs, ...argv: string[]): string {
      noteUpgrade(argv, terminal, atMs)
      return String(stderr.read() ?? '')
    },
    asked: async () => (await read(join(home, 'asked'))).trim(),
    kept: async () => JSON.parse((await read(file)) || '{}'),
    async keep(text: string) {
      await mkdir(join(file, '..'), { recursive: true })
      await writeFile(file, text)
    },
  }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a newer version is told in one line by a later command, once a day', async () => {
  const user = await createUser()
  expect(await user.command()).toBe('')
  await until(async () => (await user.kept()).latest === '9.9.9')
  const line = 'mediagen 9.9.9 is available: npm install -g mediagen@latest\n'
  expect([await user.command(), await user.command()]).toEqual([line, ''])
  expect(await user.asked()).toBe('view mediagen version')
  const { shownAtMs } = await user.kept()
  expect(user.note(shownAtMs + dayMs - 1)).toBe('')
  expect(user.note(shownAtMs + dayMs)).toBe(line)
})

test('the line names npx where npx runs the command', async () => {
  const user = await createUser({ env: { npm_command: 'exec' } })
  await user.keep(JSON.stringify({ latest: '9.9.9', askedAtMs: nowMs }))
  expect(user.note()).toBe('mediagen 9.9.9 is available: npx mediagen@latest\n')
})

test.each<[string, UserOptions, string[]]>([
  ['in continuous integration', { env: { CI: 'true' } }, []],
  ['with NO_UPDATE_NOTIFIER', { env: { NO_UPDATE_NOTIFIER: '1' } }, []],
  ['without a terminal', { isTTY: false }, []],
  ['with --json', {}, ['balance', '--json']],
  ['with --quiet', {}, ['balance', '-q']],
  ['where the cache cannot be written', { env: { XDG_CACHE_HOME: '/dev/null' } }, []],
])('%s nothing is said, asked or kept', async (_, options, argv) => {
  const user = await createUser(options)
  const known = JSON.stringify({ latest: '9.9.9' })
  if (options.env?.XDG_CACHE_HOME === undefined) await user.keep(known)
  expect(user.note(nowMs, ...argv)).toBe('')
  expect([await user.asked(), await user.kept()]).toEqual([
    '',
    expect.not.objectContaining({ askedAtMs: nowMs }),
  ])
})

test.each(['no JSON', '[]', 'null', '{"latest":"\\u001b[2J9.9.9"}', '{"latest":"9.9.9-beta.1"}'])(
  'a kept file %j says nothing',
  async (text) => {
    const user = await createUser()
    await user.keep(text)
    expect(user.note()).toBe('')
  },
)

test('a command does not wait for the registry', async () => {
  const user = await createUser({ npm: 'sleep 20' })
  const startedAtMs = Date.now()
  await user.command()
  expect(Date.now() - startedAtMs).toBeLessThan(10_000)
  await until(async () => (await user.asked()) !== '')
})

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.9.9', true],
  ['1.0.0', '1.0.0', false],
  ['1.9.9', '1.10.0', false],
  ['1.9.9', '2.0.0-beta.1', false],
  [undefined, '1.0.0', false],
])('%s is newer than %s: %s', (latest, own, expected) => {
  expect(isNewer(latest, own)).toBe(expected)
})
