import sharp from 'sharp'
import { describe, expect, type TestContext, test } from 'vitest'
import { untilHolds } from '../support/until-holds.ts'
import { createMachine, type Machine, type ProcessAccount, processMsMax } from './support/service-process.ts'

interface Order {
  readonly path: string
  readonly body: Record<string, unknown>
}

/** Half a second of rendering. */
const image = (assetId: string): Order => ({
  path: '/api/v1/images/transformations',
  body: { assetId, effectId: 'noir' },
})
const videos = '/api/v1/videos/generations'
/** About three seconds. */
const shortVideo = {
  path: videos,
  body: { prompt: 'a lake at dawn', resolution: '480p', durationSeconds: 4 },
}
/** Far longer than a stopping worker waits. */
const longVideo = {
  path: videos,
  body: { prompt: 'a lake at dawn', resolution: '1080p', durationSeconds: 15 },
}

/** A stopping worker waits up to `drainSeconds` for what it renders. */
async function machineOfTest({ onTestFinished }: TestContext, drainSeconds = 5): Promise<Machine> {
  const machine = await createMachine({ WORKER_CONCURRENCY: '1', WORKER_DRAIN_SECONDS: String(drainSeconds) })
  onTestFinished(() => machine.remove())
  return machine
}

/** Starts a render and waits until it is under way. */
async function begin(account: ProcessAccount, order: Order): Promise<string> {
  const { status, body } = await account.call('POST', order.path, order.body)
  expect(status).toBe(200)
  const read = async () => (await account.call('GET', `/api/v1/tasks/${body.id}`)).body.status
  await untilHolds(async () => expect(await read()).toBe('PROCESSING'), processMsMax)
  return body.id
}

/** What an account has and what its tasks hold, as the operator sees it. */
async function statement(machine: Machine) {
  const { output } = await machine.run(['admin', 'list-accounts', '--json'])
  const [account] = JSON.parse(output).accounts
  const books = await machine.run(['admin', 'reconcile-ledger', '--json'])
  expect(JSON.parse(books.output)).toMatchObject({ agrees: true, disagreements: [] })
  return { balance: account.balance, reserved: account.reserved }
}

// At the same time, for most of it is waiting for a stop to give up. On a busy machine one takes more than a minute.
describe('a render that is interrupted', { timeout: 240_000 }, () => {
  test.concurrent('SIGTERM lets a short render finish: exit code 0, and after a restart the task is done and charged once', async (context) => {
    const machine = await machineOfTest(context, 200)
    const account = await machine.createAccount('10.00')
    const first = await machine.start('serve')
    const input = sharp({ create: { width: 300, height: 200, channels: 3, background: '#4488cc' } })
    const { id: assetId } = (await account.upload(await input.png().toBuffer(), 'image/png')).body
    const id = await begin(account, image(assetId))
    expect((await first.stop('SIGTERM')).code).toBe(0)
    expect(await statement(machine)).toEqual({ balance: '9.97', reserved: '0.00' })
    await machine.start('serve')
    const { status, output } = (await account.call('GET', `/api/v1/tasks/${id}`)).body
    expect(status).toBe('SUCCEEDED')
    expect((await fetch(output.images[0].url)).status).toBe(200)
  })

  test.concurrent('SIGTERM hands a long render back: exit code 0 in time, and the task waits for the next worker', async (context) => {
    const machine = await machineOfTest(context)
    const account = await machine.createAccount('10.00')
    const first = await machine.start('serve')
    const id = await begin(account, longVideo)
    const { code, durationMs } = await first.stop('SIGTERM')
    expect(code).toBe(0)
    expect(durationMs).toBeLessThan(20_000)
    expect(await statement(machine)).toEqual({ balance: '8.50', reserved: '1.50' })

    // Without a worker it can be seen waiting. To its owner it stays PROCESSING: a status never goes back.
    await machine.start('api')
    const task = (await account.call('GET', `/api/v1/tasks/${id}`)).body
    expect(task).toMatchObject({ status: 'PROCESSING', output: null, error: null, completedAt: null })
    const metrics = await (await fetch(`${machine.baseUrl}/metrics`)).text()
    expect(metrics).toContain('mediagen_queue_tasks{state="waiting"} 1')
    expect(metrics).toContain('mediagen_queue_tasks{state="running"} 0')
  })

  test.concurrent('SIGKILL in the middle of a render loses nothing: after a restart the task succeeds and is charged once', async (context) => {
    const machine = await machineOfTest(context)
    const account = await machine.createAccount('10.00')
    const first = await machine.start('serve')
    const id = await begin(account, shortVideo)
    await first.stop('SIGKILL')
    expect(await statement(machine)).toEqual({ balance: '9.88', reserved: '0.12' })

    // Nobody else serves this database, so the next process need not wait for the lease to expire.
    await machine.start('serve')
    const task = await account.finished(id)
    expect(task.status).toBe('SUCCEEDED')
    const video = await fetch(task.output.videos[0].url)
    expect((await video.arrayBuffer()).byteLength).toBe(task.output.videos[0].sizeBytes)
    expect(await statement(machine)).toEqual({ balance: '9.88', reserved: '0.00' })
  })
})
