import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nginx, systemdAnalyze } from '../../scripts/set-up/debian.mjs'
import { limits } from '../../server/contract/src/generated/limits.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { findFreePort } from '../support/free-port.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { untilHolds } from '../support/until-holds.ts'
import {
  fillIn,
  foreignSettings,
  knownSettings,
  readText,
  root,
  stopSecondsMax,
} from './support/deployment.ts'
import { pathOfProgram } from './support/system-program.ts'
import { makeCertificate } from './support/tls-folder.ts'

const folder = 'examples/two-machines'
const pages = readText('docs/several-machines.md') + readText('docs/two-machines.md')
const site = readText(`${folder}/nginx.conf`)
const unit = readText(`${folder}/mediagen@.service`)
const settings = parseEnv(readText(`${folder}/settings.env`))
const worker = { ...settings, ...parseEnv(readText(`${folder}/worker.env`)) }
const migrate = { ...settings, ...parseEnv(readText(`${folder}/migrate.env`)) }
const mariadb = readText(`${folder}/mariadb.cnf`)
const programs = { nginx: pathOfProgram(nginx), systemdAnalyze: pathOfProgram(systemdAnalyze) }

/** nginx with the configuration of machine A, whose two APIs listen on those ports. Only places change. */
async function runBalancer(program: string, apiPorts: readonly [number, number]): Promise<number> {
  const port = await findFreePort()
  const certificate = makeCertificate()
  const home = mkdtempSync(join(tmpdir(), 'mediagen-balancer-'))
  const places: readonly [string, string][] = [
    ['/etc/mediagen/tls', certificate],
    ['10.77.0.1:3000', `127.0.0.1:${apiPorts[0]}`],
    ['10.77.0.2:3000', `127.0.0.1:${apiPorts[1]}`],
    ['  listen 443 ssl http2;', `  listen 127.0.0.1:${port} ssl http2;`],
    ['  listen 80;', `  listen 127.0.0.1:${await findFreePort()};`],
    ['  listen 8081;', `  listen 127.0.0.1:${await findFreePort()};`],
    ['  listen [::]:443 ssl http2;\n', ''],
    ['  listen [::]:80;\n', ''],
  ]
  const here = places.reduce((text, [place, replacement]) => {
    if (!text.includes(place)) throw new Error(`nginx.conf has no ${place}`)
    return text.replaceAll(place, replacement)
  }, site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  )
  const user = process.getuid?.() === 0 ? 'user root;\n' : ''
  const http = `http {\naccess_log off;\n${temporary.join('\n')}\n${here}}\n`
  const file = join(home, 'nginx.conf')
  writeFileSync(file, `${user}pid ${home}/pid;\nevents {}\n${http}`)
  const args = ['-p', home, '-e', join(home, 'error.log'), '-c', file, '-g', 'daemon off;']
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(home, { recursive: true, force: true })
  })
  await untilHolds(async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  })
  return port
}

async function startApi(): Promise<{ port: number; close: () => Promise<void> }> {
  const { port, close } = await listenLocally(createServer((_request, response) => void response.end('{}')))
  onTestFinished(close)
  return { port, close }
}

async function ask(
  port: number,
  path: string,
  method = 'GET',
): Promise<{ status: number | undefined; body: string }> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    rejectUnauthorized: false,
  }).end()
  const [response] = await once(sent, 'response')
  let body = ''
  for await (const chunk of response) body += chunk
  return { status: response.statusCode, body }
}

describe.skipIf(programs.nginx === undefined)('the balancer of two machines', () => {
  test('passes clients on, and nothing that is for operators', async () => {
    const [a, b] = [await startApi(), await startApi()]
    const port = await runBalancer(programs.nginx ?? '', [a.port, b.port])
    for (const path of [
      '/',
      '/api/v1/me',
      '/docs/',
      '/gallery',
      '/look/x',
      '/playground/x',
      '/status',
      '/robots.txt',
      '/favicon.ico',
    ])
      expect((await ask(port, path)).status, path).toBe(200)
    for (const path of ['/admin', '/metrics', '/healthz', '/readyz', '/objects/x'])
      expect((await ask(port, path)).status, path).toBe(404)
  })

  test('loses no request, not even an order, while one API is away', async () => {
    const [a, away] = [await startApi(), await findFreePort()]
    const port = await runBalancer(programs.nginx ?? '', [a.port, away])
    for (let index = 0; index < 20; index += 1)
      expect((await ask(port, '/api/v1/images/generations', 'POST')).status).toBe(200)
  })

  test('says 503 in the form of the contract while both are away', async () => {
    const port = await runBalancer(programs.nginx ?? '', [await findFreePort(), await findFreePort()])
    const { status, body } = await ask(port, '/api/v1/me')
    expect(status).toBe(503)
    expect(JSON.parse(body)).toEqual({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      message: expect.any(String),
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
  })

  test('waits longer than a poll may be held, and never sends a POST twice', () => {
    expect(Number(/proxy_read_timeout (\d+)s/.exec(site)?.[1])).toBeGreaterThanOrEqual(
      limits.heldPollSecondsMax + 10,
    )
    expect(site).not.toContain('non_idempotent')
  })
})

describe('the files of two machines', () => {
  test('are all on the pages that an operator follows', () => {
    for (const file of readdirSync(join(root, folder))) expect(pages).toContain(`${folder}/${file}`)
  })

  test.each(Object.entries({ api: settings, worker, migrate }))(
    'the settings of %s are known and accepted',
    (_role, given) => {
      const unknown = Object.keys(given).filter(
        (name) => ![...knownSettings, ...foreignSettings].includes(name),
      )
      expect(unknown).toEqual([])
      const filledIn = Object.entries(given).map(([name, value]) => [name, fillIn(name, value ?? '')])
      const config = readConfig(Object.fromEntries(filledIn), '/app')
      expect(config.databaseUrl).toMatch(/^mysql:/)
      expect(config.objectStoreUrl).toMatch(/^s3:/)
    },
  )

  test('the health and metrics of API and worker have a port each, the one that the page and nginx name', () => {
    expect([settings.METRICS_PORT, worker.METRICS_PORT]).toEqual(['9464', '9465'])
    expect(site).toContain(`proxy_pass http://127.0.0.1:${settings.METRICS_PORT};`)
    expect(site).toContain(`server 10.77.0.1:${settings.PORT} `)
  })

  test('the unit starts what the package has, and gives a worker time to stop', () => {
    const { bin } = JSON.parse(readText('server/package.json'))
    expect(unit).toContain(`/node_modules/@mediagen/server/${bin['mediagen-server']} %i\n`)
    const seconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])
    expect(seconds).toBeGreaterThan(stopSecondsMax(worker.WORKER_DRAIN_SECONDS))
  })

  test.skipIf(programs.systemdAnalyze === undefined)('the unit is valid for systemd', () => {
    const home = mkdtempSync(join(tmpdir(), 'mediagen-unit-'))
    onTestFinished(() => rmSync(home, { recursive: true, force: true }))
    const file = join(home, 'mediagen@.service')
    writeFileSync(file, unit.replace('=/usr/bin/node', `=${process.execPath}`))
    const verify = ['verify', '--man=no', join(home, 'mediagen@api.service')]
    writeFileSync(join(home, 'mediagen@api.service'), unit.replace('=/usr/bin/node', `=${process.execPath}`))
    expect(execFileSync(programs.systemdAnalyze ?? '', verify, { encoding: 'utf8', stdio: 'pipe' })).toBe('')
  })

  test('the database admits both APIs, both workers, the sweeps and people, and keeps what it acknowledged', () => {
    const most = Number(/^max_connections = (\d+)$/m.exec(mariadb)?.[1])
    expect(most).toBeGreaterThanOrEqual(2 * 12 + 2 * 20 + 30)
    for (const line of [
      'innodb_flush_log_at_trx_commit = 1',
      'sync_binlog = 1',
      'rpl_semi_sync_master_wait_point = AFTER_SYNC',
    ])
      expect(mariadb).toContain(line)
  })
})
