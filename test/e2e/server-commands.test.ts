import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { createMachine, type FinishedProcess, type Machine } from './support/service-process.ts'

const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../server/package.json', import.meta.url), 'utf8'),
)
const commands = ['serve', 'api', 'worker', 'migrate', 'providers', 'admin', 'init']

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

async function emptyMachine(): Promise<Machine> {
  const machine = await createMachine()
  onTestFinished(() => machine.remove())
  return machine
}

/** Runs a shell command, in which `"$0" "$1"` is the server's program. */
async function runInShell(text: string): Promise<FinishedProcess & { machine: Machine }> {
  const machine = await emptyMachine()
  const args = ['-c', text, process.execPath, main]
  return new Promise((resolve) => {
    const child = execFile(
      '/bin/sh',
      args,
      { cwd: machine.folder, env: machine.environment },
      (_error, output, complaint) => resolve({ machine, code: child.exitCode ?? -1, output, complaint }),
    )
  })
}

test('every command explains itself with --help, and does nothing else', async () => {
  const machine = await emptyMachine()
  const usage = await machine.run(['--help'])
  expect(usage.code).toBe(0)
  expect(await machine.run(['help'])).toEqual(usage)
  for (const command of commands) {
    expect(usage.output).toMatch(new RegExp(`^  ${command} `, 'm'))
    const { code, output, complaint } = await machine.run([command, '--help'])
    expect([command, code, complaint]).toEqual([command, 0, ''])
    expect(output).toMatch(/^Usage: /)
  }
  await expect(stat(join(machine.folder, 'data'))).rejects.toThrow('ENOENT')
})

test('the version is that of the package, on the command line, in the first line of the log and in the metrics', async () => {
  const machine = await emptyMachine()
  expect(await machine.run(['--version'])).toMatchObject({ code: 0, output: `${version}\n` })
  const service = await machine.start('serve')
  expect(JSON.parse(service.logLines()[0] ?? '')).toMatchObject({ version, role: 'serve' })
  const metrics = await (await fetch(`${machine.baseUrl}/metrics`)).text()
  expect(metrics).toContain(`version="${version}"`)
})

test('an unknown command ends with 2 and names the commands', async () => {
  const { code, complaint } = await (await emptyMachine()).run(['sevre'])
  expect(code).toBe(2)
  expect(complaint).toContain('There is no command sevre.')
  expect(complaint).toContain('The commands are serve, ')
})

test('init writes settings with secrets of their own, from which the service starts, and replaces no file', async () => {
  const machine = await emptyMachine()
  await writeFile(join(machine.folder, 'providers.yaml'), 'mine')
  const { code, output } = await machine.run(['init'])
  expect([code, output]).toEqual([0, expect.stringContaining('kept providers.yaml, which exists')])
  expect(await readFile(join(machine.folder, 'providers.yaml'), 'utf8')).toBe('mine')
  const settings = await readFile(join(machine.folder, '.env'), 'utf8')
  const [, token] = /^ADMIN_TOKEN=([0-9a-f]{48})$/m.exec(settings) ?? []
  expect((await stat(join(machine.folder, '.env'))).mode & 0o777).toBe(0o600)
  expect(parse(await readFile(join(machine.folder, 'compose.yaml'), 'utf8'))).toMatchObject({
    services: { mediagen: { image: `mediagen:\${MEDIAGEN_VERSION:-${version}}` } },
  })
  await machine.start('serve')
  const session = await fetch(`${machine.baseUrl}/admin/`)
  expect([session.status, token]).toEqual([200, expect.any(String)])
})

test("init writes nothing beside another program's .env, whose secrets the container would get", async () => {
  const machine = await emptyMachine()
  await writeFile(join(machine.folder, '.env'), 'STRIPE_SECRET_KEY=secret\n')
  for (const args of [['init'], ['init', `../${basename(machine.folder)}`]]) {
    const { code, output, complaint } = await machine.run(args)
    expect([code, output]).toEqual([1, ''])
    expect(complaint).toMatch(/\.env:\n {2}- it has no setting of this service, .* Choose another folder/)
    expect(await readdir(machine.folder)).toEqual(['.env'])
  }
  expect((await machine.run(['init', 'mediagen'])).code).toBe(0)
  const written = await readdir(join(machine.folder, 'mediagen'))
  expect(written.sort()).toEqual(['.env', 'compose.yaml', 'providers.yaml'])
})

test.skipIf(process.platform === 'win32')(
  'init leaves no part of a file that the disk has no room for',
  async () => {
    const { machine, code, output, complaint } = await runInShell('ulimit -f 1; exec "$0" "$1" init')
    expect([code, output]).toEqual([1, ''])
    expect(complaint).toMatch(/^Nothing can be written into .*: EFBIG: .*\n$/)
    expect(await readdir(machine.folder)).toEqual([])
  },
)

test('without ADMIN_TOKEN the start names the setting, and no page that is not there', async () => {
  const machine = await emptyMachine()
  const { output } = await machine.start('serve')
  expect(output()).toContain('Operator       off; ADMIN_TOKEN turns it on')
  expect(output()).not.toContain('/admin')
})

test('variables of the environment win over those of .env', async () => {
  const machine = await emptyMachine()
  await writeFile(join(machine.folder, '.env'), `PORT=1\nADMIN_TOKEN=${'abcdefgh'.repeat(4)}\n`)
  await chmod(join(machine.folder, '.env'), 0o600)
  await machine.start('serve')
  expect((await fetch(`${machine.baseUrl}/admin/`)).status).toBe(200)
})

test('a line of .env that sets nothing prevents the start, by its number', async () => {
  const machine = await emptyMachine()
  await writeFile(join(machine.folder, '.env'), 'PORT=1\nADMIN_TOKEN: secret\n')
  const { code, complaint } = await machine.run(['migrate'])
  expect(code).toBe(1)
  expect(complaint).toContain('.env:\n  - line 2: must be NAME=value, or begin with # as a comment\n')
  expect(complaint).not.toContain('secret')
})

test('--env-file reads another file than .env, by every command, and nothing without it', async () => {
  const machine = await emptyMachine()
  await writeFile(join(machine.folder, '.env'), 'LOG_LEVEL=loud\n')
  await writeFile(join(machine.folder, 'other.env'), 'MEDIAGEN_LOG_LEVEL=silent\n')
  for (const option of [['--env-file', 'other.env'], ['--env-file=other.env']]) {
    const { code, output } = await machine.run([...option, 'migrate'])
    expect([code, output]).toEqual([0, expect.stringMatching(/^(Applied|The schema)/)])
  }
  for (const command of [['serve'], ['migrate'], ['admin', 'list-accounts'], ['providers', 'list']]) {
    const without = await machine.run(command)
    expect([command, without.code, without.complaint]).toEqual([
      command,
      1,
      expect.stringContaining('"LOG_LEVEL" must be'),
    ])
    // Node reads the option, too, wherever it stands, and says so itself.
    const missing = await machine.run(['--env-file', 'missing.env', ...command])
    expect([command, missing.complaint]).toEqual([command, expect.stringContaining('missing.env: not found')])
  }
})

test('a .env that cannot be read prevents the start', async () => {
  const machine = await emptyMachine()
  await mkdir(join(machine.folder, '.env'))
  const { code, output, complaint } = await machine.run(['serve'])
  expect([code, output]).toEqual([1, ''])
  expect(complaint).toMatch(/^mediagen cannot start\.\n\.env:\n {2}- it cannot be read, .*EISDIR.*\n$/)
})

describe('output that ends early', () => {
  test.each([
    ['--help'],
    ['serve --help'],
    ['admin help'],
    ['admin create-account --balance 1.00'],
    ['providers --help'],
    ['init'],
    ['migrate'],
  ])('is no failure when a reader closes it: %s', async (args) => {
    // The reader is gone before the command begins, and the last line is the exit code of the command.
    const command = `{ until [ -e closed ]; do :; done; "$0" "$1" ${args}; echo $? >&2; } | { exec <&-; : >closed; }`
    const { output, complaint } = await runInShell(command)
    expect(output).toBe('')
    expect(complaint.replace(/^Creating a new database at .*\n/, '')).toBe('0\n')
  })

  test.skipIf(process.platform !== 'linux')('is a failure in a sentence when its disk is full', async () => {
    const { code, complaint } = await runInShell('"$0" "$1" admin help >/dev/full')
    expect(code).toBe(1)
    expect(complaint).toMatch(/^The output cannot be written: .*ENOSPC.*\n$/)
  })
})

test('a command on a database without the schema says which command brings it', async () => {
  const machine = await emptyMachine()
  const { code, complaint } = await machine.run(['providers', 'list'])
  expect(code).toBe(1)
  expect(complaint).toContain('lacks the schema of this version: run "mediagen-server migrate" first')
})

test('a folder that cannot be written to is named in a sentence', async () => {
  const machine = await emptyMachine()
  await writeFile(join(machine.folder, 'file'), '')
  const { code, output, complaint } = await machine.run(['init', 'file'])
  expect([code, output]).toEqual([1, ''])
  expect(complaint).toMatch(/^Nothing can be written into .*file: .*\n$/)
})
