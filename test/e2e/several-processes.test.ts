import { type Hooks, Mediagen, type Task } from '@mediagen/sdk'
import { createConnection } from 'mysql2/promise'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../support/free-port.ts'
import type { InterruptibleServer } from '../support/listen-locally.ts'
import { type RunningMysql, startMysql } from '../support/mysql.ts'
import { findMysqlSource } from '../support/mysql-source.ts'
import { untilHolds } from '../support/until-holds.ts'
import { openLine } from './support/cuttable-line.ts'
import { createMachine, type Machine, type ProcessAccount } from './support/service-process.ts'

const source = findMysqlSource()
const tasksPerAccount = 4
const databaseName = `mediagen_e2e_${process.pid}_${Date.now()}`

/** Two workers and an API in separate processes, one MySQL, one folder for the objects. */
describe.skipIf(source === undefined)('one api and two workers over one MySQL', () => {
  let mysql: RunningMysql
  let line: InterruptibleServer
  let machine: Machine

  beforeAll(async () => {
    if (source === undefined) throw new Error('there is no MySQL')
    mysql = await startMysql(source)
    await runOnServer(`CREATE DATABASE ${databaseName}`)
    const url = new URL(mysql.url)
    line = await openLine({ host: url.hostname, port: Number(url.port) })
    url.hostname = '127.0.0.1'
    url.port = String(line.port)
    url.pathname = `/${databaseName}`
    machine = await createMachine({
      DATABASE_URL: url.href,
      SIGNING_SECRET: 'a secret that all the processes of this test share',
      WORKER_CONCURRENCY: '1',
    })
  })
  afterAll(async () => {
    await machine.remove()
    await line.close()
    await runOnServer(`DROP DATABASE ${databaseName}`)
    await mysql.stop()
  })

  test('migrate, run by three processes at once, creates the schema once', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => machine.run(['migrate'])))
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0])
    const again = await machine.run(['migrate'])
    expect(again).toMatchObject({ code: 0, output: 'The schema is up to date.\n' })
  })

  test('share the work: 20 tasks of 5 accounts are each done exactly once, and the books agree', async () => {
    const ports = [await findFreePort(), await findFreePort()]
    const workers = await Promise.all(
      ports.map((port) => machine.start('worker', { METRICS_PORT: String(port) })),
    )
    const api = await machine.start('api')
    const accounts = await Promise.all(Array.from({ length: 5 }, () => machine.createAccount('0.20')))
    const tasks = await Promise.all(accounts.map(orderAll))

    for (const [index, account] of accounts.entries()) {
      for (const id of tasks[index] ?? []) {
        const { status, output } = await account.finished(id)
        expect(status).toBe('SUCCEEDED')
        expect((await fetch(output.images[0].url)).status).toBe(200)
      }
      // Four images at 0.03 of 0.20.
      expect((await account.call('GET', '/api/v1/me')).body.balance).toBe('0.08')
    }

    // A worker counts what it has settled, which others may know before.
    const ran = await untilHolds(async () => {
      const counts = await Promise.all(ports.map(settledBy))
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(accounts.length * tasksPerAccount)
      return counts
    })
    expect(Math.min(...ran)).toBeGreaterThan(0)
    const books = await machine.run(['admin', 'reconcile-ledger', '--json'])
    expect(books.code).toBe(0)
    expect(JSON.parse(books.output)).toMatchObject({ agrees: true, disagreements: [] })
    for (const process of [api, ...workers]) expect((await process.stop('SIGTERM')).code).toBe(0)
  })

  test('tell a client of each change of its video, in one response each', async () => {
    const processes = [await machine.start('worker'), await machine.start('api')]
    const { apiKey } = await machine.createAccount('5.00')
    const responses: string[] = []
    const hooks: Hooks = {
      onResponse: ({ method, response: { status } }) => responses.push(`${method} ${status}`),
    }
    const client = new Mediagen({ baseUrl: machine.baseUrl, apiKey, hooks })
    const generation = await client.videos.generate({
      prompt: 'waves',
      resolution: '480p',
      durationSeconds: 4,
    })
    const seen: Task[] = []
    await generation.wait({ onUpdate: (task) => seen.push(task) })
    expect([...new Set(seen.map(({ status }) => status))]).toEqual(['QUEUED', 'PROCESSING', 'SUCCEEDED'])
    const changes = seen.map((task) => `${task.status} ${task.status === 'PROCESSING' ? task.progress : ''}`)
    expect(changes).toEqual([...new Set(changes)])
    // A hold that ends without a change is 304, on a machine that renders for more than 30 seconds.
    const read = responses.filter((one) => one !== 'GET 304')
    expect(read).toEqual(['POST 200', ...changes.slice(1).map(() => 'GET 200')])
    for (const process of processes) await process.stop('SIGTERM')
  })

  test('respond with 503 while their database is unavailable, and recover by themselves', async () => {
    await machine.start('worker')
    await machine.start('api')
    const account = await machine.createAccount('1.00')
    const path = '/api/v1/images/generations'
    const order = async () => account.call('POST', path, { prompt: 'a lake' })
    const statusOf = async (address: string) => (await fetch(`${machine.baseUrl}${address}`)).status

    await line.refuse()
    for (const response of [await order(), await account.call('GET', '/api/v1/tasks/none')]) {
      expect([response.status, response.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    }
    expect([await statusOf('/healthz'), await statusOf('/readyz')]).toEqual([200, 503])
    expect(await statusOf('/api/v1/pricing')).toBe(200)

    await line.restore()
    await untilHolds(async () => expect(await statusOf('/readyz')).toBe(200))
    const { status, body } = await order()
    expect(status).toBe(200)
    expect((await account.finished(body.id)).status).toBe('SUCCEEDED')
    expect((await account.call('GET', '/api/v1/me')).body.balance).toBe('0.98')
  })

  async function runOnServer(statement: string): Promise<void> {
    const connection = await createConnection(mysql.url)
    await connection.query(statement)
    await connection.end()
  }

  async function orderAll(account: ProcessAccount): Promise<string[]> {
    const image = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#4488cc' } })
      .png()
      .toBuffer()
    const { id: assetId } = (await account.upload(image, 'image/png')).body
    const body = { assetId, effectId: 'pixel-art' }
    const ids: string[] = []
    // One after the other: an order that waits for its account's row for a second gets 503.
    for (let count = 0; count < tasksPerAccount; count += 1) {
      const ordered = await account.call('POST', '/api/v1/images/transformations', body)
      expect(ordered.status).toBe(200)
      ids.push(ordered.body.id)
    }
    return ids
  }

  /** How many tasks the worker with this port of metrics says that it settled. */
  async function settledBy(port: number): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const counts = [...metrics.matchAll(/^mediagen_tasks_settled_total\{.*outcome="SUCCEEDED"\} (\d+)$/gm)]
    return counts.reduce((sum, [, count]) => sum + Number(count), 0)
  }
})
