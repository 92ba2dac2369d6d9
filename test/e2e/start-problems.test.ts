import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { type RunningMysql, startMysql } from '../support/mysql.ts'
import { findMysqlSource } from '../support/mysql-source.ts'
import { untilHolds } from '../support/until-holds.ts'
import {
  createMachine,
  type FinishedProcess,
  type Machine,
  processMsMax,
  withoutLog,
} from './support/service-process.ts'

const source = findMysqlSource()
const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
/** Whether this machine lets a test mount a small disk of its own. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/tmp']).status === 0
const secret = { SIGNING_SECRET: 'a secret of the tests, long enough for the rule' }

async function newMachine(settings: Record<string, string> = {}): Promise<Machine> {
  const machine = await createMachine(settings)
  onTestFinished(() => machine.remove())
  return machine
}

/** The one problem that a command reports; fails if it printed more than its log, such as a stack. */
function problemOf({ code, output, complaint }: FinishedProcess): string {
  expect([code, output]).toEqual([1, ''])
  expect(complaint).toMatch(
    /^(Creating a new database at .*\n|Waiting for the database at .*\n)*mediagen cannot start\.\nSettings:\n {2}- .+\n$/,
  )
  return complaint.trim().split('\n').at(-1)?.slice(4) ?? ''
}

describe('a data folder that cannot be used is one sentence that names the setting', () => {
  test.each([
    [['serve']],
    [['api']],
    [['worker']],
    [['migrate']],
    [['admin', 'create-account', '--balance', '1.00']],
    [['providers', 'list']],
  ])('for %j', async (args) => {
    const machine = await newMachine()
    const file = join(machine.folder, 'file')
    await writeFile(file, '')
    const problem = problemOf(await machine.run(args, { DATA_DIR: join(file, 'data') }))
    expect(problem).toContain(`"DATA_DIR" is ${join(file, 'data')}`)
    expect(problem).toContain('is a file')
  })

  test.runIf(process.platform === 'linux').each([[['serve']], [['migrate']]])(
    'for %j below a folder that takes none, where Node would try for ever',
    async (args) => {
      const machine = await newMachine()
      const problem = problemOf(await machine.run(args, { DATA_DIR: '/proc/none/such' }))
      expect(problem).toContain('"DATA_DIR" is /proc/none/such, but /proc/none cannot be used (ENOENT)')
    },
  )

  test('for a database that is no database', async () => {
    const machine = await newMachine()
    await mkdir(join(machine.folder, 'data'))
    await writeFile(join(machine.folder, 'data', 'mediagen.sqlite'), 'no database, but a text of some length')
    const problem = problemOf(await machine.run(['serve']))
    expect(problem).toContain('mediagen.sqlite cannot be used')
    expect(problem).toContain('no SQLite database')
  })
})

test('a certificate that results cannot be signed with prevents the start, and says what to install', async () => {
  const machine = await newMachine()
  const certificate = join(machine.folder, 'certificate.pem')
  const settings = { C2PA_CERTIFICATE: certificate, C2PA_PRIVATE_KEY: join(machine.folder, 'key.pem') }
  await writeFile(certificate, 'certificate')
  const withoutKey = await machine.run(['serve'], settings)
  await writeFile(settings.C2PA_PRIVATE_KEY, 'key')
  const withoutPackage = await machine.run(['serve'], settings)
  expect([withoutKey.code, withoutPackage.code]).toEqual([1, 1])
  expect(withoutKey.complaint).toContain(
    `${settings.C2PA_PRIVATE_KEY}:\n  - cannot be read: there is no such file`,
  )
  expect(withoutPackage.complaint).toContain(
    `${certificate}:\n  - signing with it needs the package @contentauth/c2pa-node: npm install @contentauth/c2pa-node@^0.8.0`,
  )
})

test("another program's SQLite file is refused by every command, and stays as it is", async () => {
  const machine = await newMachine()
  const file = join(machine.folder, 'app.sqlite')
  const app = new DatabaseSync(file)
  app.exec('create table users (id integer primary key)')
  app.close()
  await chmod(file, 0o644)
  const before = await readFile(file)
  const commands = [
    ['serve'],
    ['api'],
    ['worker'],
    ['migrate'],
    ['admin', 'list-accounts'],
    ['providers', 'list'],
  ]
  for (const args of commands) {
    const problem = problemOf(await machine.run(args, { DATABASE_URL: `sqlite:${file}` }))
    expect(problem).toContain(`"DATABASE_URL" is sqlite:${file}: it has tables of another program (users)`)
  }
  expect(await readFile(file)).toEqual(before)
  expect((await stat(file)).mode & 0o777).toBe(0o644)
})

describe.runIf(canMount)('a full disk is one sentence that names the folder', () => {
  test.each([
    ['serve', '64k'],
    ['serve', '256k'],
    ['serve', '4k'],
  ])('for %s with room for %s', async (command, size) => {
    const machine = await newMachine()
    const data = join(machine.folder, 'data')
    await mkdir(data)
    const text = `mount -t tmpfs -o size=${size} tmpfs ${data} && exec "$0" "$1" ${command}`
    const problem = problemOf(await runUnshared(machine, text))
    expect(problem).toContain(`"DATA_DIR" is ${data}, but ${data}`)
    expect(problem).toContain('because the disk is full: free some space')
  })
})

describe('a port that cannot be opened is one sentence that names the setting', () => {
  async function takenPort(): Promise<string> {
    const { port, close } = await listenLocally(createServer())
    onTestFinished(close)
    return String(port)
  }

  test.each([
    ['serve', 'PORT'],
    ['api', 'PORT'],
    ['serve', 'METRICS_PORT'],
    ['api', 'METRICS_PORT'],
    ['worker', 'METRICS_PORT'],
  ])('for %s with a taken %s', async (command, name) => {
    const machine = await newMachine()
    const port = await takenPort()
    const problem = problemOf(await machine.run([command], { [name]: port }))
    expect(problem).toContain(`"${name}" is ${port}, where another process listens on 127.0.0.1 (EADDRINUSE)`)
  })

  test('for a host of another machine', async () => {
    const machine = await newMachine()
    const problem = problemOf(await machine.run(['serve'], { HOST: '192.0.2.1' }))
    expect(problem).toContain('"HOST" is 192.0.2.1, which is no address of this machine')
  })

  test('before anything of the data is touched: no schema, no account, no task taken over', async () => {
    const machine = await newMachine()
    problemOf(await machine.run(['serve'], { PORT: await takenPort() }))
    const files = await readdir(join(machine.folder, 'data'))
    expect(files).toContain('mediagen.sqlite.lock')
    expect(files.filter((name) => name === 'mediagen.sqlite' || name === 'demo-api-key')).toEqual([])
  })
})

describe('a database that cannot be reached is one sentence without the password', () => {
  const commands = [['serve'], ['migrate'], ['admin', 'list-accounts'], ['providers', 'list']]

  test('for every command that needs one, where nothing listens', async () => {
    const port = await findFreePort()
    const machine = await newMachine({ ...secret, DATABASE_URL: `mysql://user:hunter2@127.0.0.1:${port}/db` })
    const runs = await Promise.all(commands.map((args) => machine.run(args)))
    // Commands that wait for a database that may be starting say so meanwhile.
    for (const { complaint } of runs.slice(1))
      expect(complaint).toContain(`Waiting for the database at 127.0.0.1:${port}.`)
    for (const run of runs) {
      const problem = problemOf(run)
      expect(problem).toContain(
        `"DATABASE_URL" leads to 127.0.0.1:${port}, where no server listens (ECONNREFUSED)`,
      )
      expect(problem).not.toContain('hunter2')
    }
  })

  test('for a host without an address', async () => {
    const machine = await newMachine({ ...secret, DATABASE_URL: 'mysql://user:hunter2@nowhere.invalid/db' })
    const problem = problemOf(await machine.run(['serve']))
    expect(problem).toContain(
      '"DATABASE_URL" leads to nowhere.invalid:3306, but this host name has no address',
    )
    expect(problem).not.toContain('hunter2')
  })

  test.each(['api', 'worker'] as const)(
    'and %s waits for it, and says in its log what is wrong',
    async (command) => {
      const port = await findFreePort()
      const metricsPort = await findFreePort()
      const settings = { ...secret, DATABASE_URL: `mysql://user:hunter2@127.0.0.1:${port}/db` }
      const machine = await newMachine({ ...settings, METRICS_PORT: String(metricsPort) })
      const { child, log } = startInBackground(machine, command)
      await untilHolds(() => expect(log()).toContain('ECONNREFUSED'), processMsMax)
      await untilStatus(`http://127.0.0.1:${metricsPort}/readyz`, 503)
      expect(log()).not.toContain('hunter2')
      child.kill('SIGKILL')
    },
  )
})

describe.skipIf(source === undefined)('a database that rejects its settings', () => {
  let mysql: RunningMysql
  beforeAll(async () => {
    if (source !== undefined) mysql = await startMysql(source)
    await runOnServer("CREATE USER IF NOT EXISTS 'stranger'@'%' IDENTIFIED BY 'hunter1'")
  })
  afterAll(async () => {
    await runOnServer("DROP USER 'stranger'@'%'")
    await mysql.stop()
  })

  async function runOnServer(sql: string): Promise<void> {
    const connection = await createConnection({ uri: mysql.url })
    await connection.query(sql)
    await connection.end()
  }

  const commands = [
    ['serve'],
    ['api'],
    ['worker'],
    ['migrate'],
    ['admin', 'list-accounts'],
    ['providers', 'list'],
  ]

  test('is one sentence without the password for every command', async () => {
    const wrong = new URL(mysql.url)
    wrong.username = 'stranger'
    wrong.password = 'hunter2'
    const machine = await newMachine({ ...secret, DATABASE_URL: wrong.href, PORT: '0' })
    for (const run of await Promise.all(commands.map((args) => machine.run(args)))) {
      const problem = problemOf(run)
      expect(problem).toContain(`"DATABASE_URL" leads to ${wrong.host}, which refuses its user`)
      expect(problem).not.toContain('hunter2')
    }
  })

  test('names TLS for a user who may not connect without, which the server does not say', async () => {
    await runOnServer("CREATE USER 'careful'@'%' IDENTIFIED BY 'hunter2' REQUIRE SSL")
    onTestFinished(() => runOnServer("DROP USER 'careful'@'%'"))
    const plain = new URL(mysql.url)
    plain.username = 'careful'
    plain.password = 'hunter2'
    const machine = await newMachine({ ...secret, DATABASE_URL: plain.href, PORT: '0' })
    const problem = problemOf(await machine.run(['serve']))
    expect(problem).toContain('refuses its user')
    expect(problem).toContain('if it may connect by TLS only, add ?tls=true')
    expect(problem).not.toContain('hunter2')
  })

  test('is one sentence, if it has no such database', async () => {
    const missing = new URL(mysql.url)
    missing.pathname = '/no_such_database'
    const machine = await newMachine({ ...secret, DATABASE_URL: missing.href, PORT: '0' })
    expect(problemOf(await machine.run(['serve']))).toContain(
      'which has no database no_such_database: create it',
    )
  })

  test('and one without a schema says which command makes it', async () => {
    const name = `mediagen_start_${process.pid}`
    await runOnServer(`CREATE DATABASE ${name}`)
    onTestFinished(() => runOnServer(`DROP DATABASE ${name}`))
    const empty = new URL(mysql.url)
    empty.pathname = `/${name}`
    const machine = await newMachine({ ...secret, DATABASE_URL: empty.href })
    expect(problemOf(await machine.run(['admin', 'list-accounts']))).toContain(
      'run "mediagen-server migrate" first',
    )
  })

  test("is another program's, for the commands that would migrate it", async () => {
    const name = `mediagen_foreign_${process.pid}`
    await runOnServer(`CREATE DATABASE ${name}`)
    onTestFinished(() => runOnServer(`DROP DATABASE ${name}`))
    await runOnServer(`CREATE TABLE ${name}.users (id INT PRIMARY KEY)`)
    const foreign = new URL(mysql.url)
    foreign.pathname = `/${name}`
    const machine = await newMachine({ ...secret, DATABASE_URL: foreign.href })
    for (const command of ['serve', 'migrate'])
      expect(problemOf(await machine.run([command]))).toContain(
        `database ${name}: it has tables of another program (users), and nothing was changed`,
      )
  })

  test('but responds late keeps serve waiting: alive, not ready, and 503 in the form of the contract', async () => {
    const name = `mediagen_wait_${process.pid}`
    await runOnServer(`CREATE DATABASE ${name}`)
    onTestFinished(() => runOnServer(`DROP DATABASE ${name}`))
    const url = new URL(mysql.url)
    url.pathname = `/${name}`
    const inside = await findFreePort()
    const settings = { ...secret, DATABASE_URL: url.href, METRICS_PORT: String(inside) }
    const machine = await newMachine(settings)
    // Another process is migrating.
    const other = await createConnection({ uri: mysql.url })
    await other.query("SELECT GET_LOCK('mediagen_migrations', 0)")
    const { child, log } = startInBackground(machine, 'serve')
    const bases = [machine.baseUrl, `http://127.0.0.1:${inside}`]
    for (const base of bases) await untilStatus(`${base}/readyz`, 503)
    for (const base of bases) expect(await statusOf(`${base}/healthz`)).toBe(200)
    const response = await machine.fetch('/api/v1/images/generations', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer mg_any' },
      body: '{ "prompt": "a lighthouse" }',
    })
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' })
    await other.end()
    for (const base of bases) await untilStatus(`${base}/readyz`, 200)
    expect((await machine.fetch('/api/v1/pricing')).status, log()).toBe(200)
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

describe('serve', () => {
  test('warns of links that only this machine could follow, and names the setting', async () => {
    const machine = await newMachine({ HOST: '0.0.0.0' })
    const warned = await machine.start('serve')
    expect(warned.logLines().join('\n')).toContain(
      '\\"PUBLIC_URL\\" is not set to an address that others can reach',
    )
    await warned.stop('SIGTERM')
    const named = await machine.start('serve', { PUBLIC_URL: machine.baseUrl })
    expect(named.logLines().join('\n')).not.toContain('PUBLIC_URL')
  })

  test.skipIf(process.platform !== 'linux')(
    'works on, and drains, when its log cannot be written',
    async () => {
      const machine = await newMachine()
      const { child } = startInBackground(machine, 'serve', '>/dev/full 2>/dev/full')
      await untilStatus(`${machine.baseUrl}/readyz`, 200)
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  )
})

/** Runs a shell command that may mount file systems, which nothing else sees. */
function runUnshared(machine: Machine, text: string): Promise<FinishedProcess> {
  const args = ['-rm', '/bin/sh', '-c', text, process.execPath, main]
  return new Promise((resolve) => {
    const options = { cwd: machine.folder, env: machine.environment }
    const child = execFile('unshare', args, options, (_error, output, complaint) =>
      resolve({ code: child.exitCode ?? -1, output: withoutLog(output), complaint }),
    )
  })
}

/** Starts a command that may never be up; the machine does not know of it. */
function startInBackground(
  machine: Machine,
  command: string,
  redirection = '',
): { child: ChildProcess; log: () => string } {
  const child = spawn('/bin/sh', ['-c', `exec "$0" "$@" ${redirection}`, process.execPath, main, command], {
    cwd: machine.folder,
    env: machine.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  return { child, log: () => text }
}

function untilStatus(url: string, status: number): Promise<void> {
  return untilHolds(async () => expect(await statusOf(url)).toBe(status), processMsMax)
}

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    ({ status }) => status,
    () => 0,
  )
}
