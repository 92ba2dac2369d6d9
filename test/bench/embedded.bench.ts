// What the embedded mode promises a person on one machine: work starts at once, renders are quick, and
// reading stays quick while two videos are being rendered. Run it with `npm run bench -- embedded` on an
// otherwise idle machine.
import { execFile } from 'node:child_process'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { formatLimit, median, percentile } from './support/figures.ts'
import { main, startCommand } from './support/measured-process.ts'
import { createReport, under } from './support/report.ts'
import { openServiceClient, type ServiceClient } from './support/service-client.ts'

const images = 15
const pollPauseMs = 25
const readPauseMs = 5
const idleMs = 4_000

interface Times {
  readonly pickUpMs: number
  readonly runMs: number
}

const report = createReport('embedded')
await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-'))
const environment = { DATA_DIR: folder.path }
await using service = await startCommand('serve', { environment })
const apiKey = await createAccount()

async function createAccount(): Promise<string> {
  const words = [main, 'admin', 'create-account', '--balance', '100.00', '--json']
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, words, { env })
  return JSON.parse(stdout).apiKey
}

async function runToEnd(path: string, body: object): Promise<Times> {
  using client = await openServiceClient(service.port, apiKey)
  const { id } = await client.call(path, body)
  const task = await client.untilSucceeded(String(id), pollPauseMs)
  const [created = 0, started = 0, completed = 0] = [task.createdAt, task.startedAt, task.completedAt].map(
    (time) => Date.parse(String(time)),
  )
  return { pickUpMs: started - created, runMs: completed - started }
}

function renderImage(index: number): Promise<Times> {
  return runToEnd('/images/generations', { prompt: `a lighthouse in a storm, number ${index}` })
}

/** The milliseconds that each read took. */
async function read(reader: ServiceClient, taskId: unknown, until: () => boolean): Promise<number[]> {
  const samples: number[] = []
  while (!until()) {
    const sentAt = performance.now()
    await reader.call(samples.length % 2 === 0 ? `/tasks/${taskId}` : '/me')
    samples.push(performance.now() - sentAt)
    await pause(readPauseMs)
  }
  return samples
}

await renderImage(0) // starts the first renderer, which later renders find warm
const rendered: Times[] = []
for (let index = 1; index <= images; index += 1) rendered.push(await renderImage(index))
const pickUpMs = Math.max(...rendered.map((times) => times.pickUpMs))
report.add({
  what: 'pick-up of a queued task',
  measured: `worst of ${images}: ${formatLimit(pickUpMs)} ms`,
  promised: under(pickUpMs, 50, ' ms when a worker is free'),
})
const imageMs = median(rendered.map(({ runMs }) => runMs))
report.add({
  what: '1024 px image',
  measured: `median ${formatLimit(imageMs)} ms`,
  promised: under(imageMs, 1_500, ' ms on one core'),
})
const sailboat = { prompt: 'a sailboat on a calm lake at sunset', resolution: '720p', durationSeconds: 5 }
const large = await runToEnd('/images/generations', { prompt: 'a lighthouse in a storm', resolution: '4k' })
report.add({
  what: '4096 px image',
  measured: `${formatLimit(large.runMs)} ms`,
  promised: under(large.runMs, 6_000, ' ms on two cores'),
})
const video = await runToEnd('/videos/generations', sailboat)
report.add({
  what: '5 s video of 720p',
  measured: `${formatLimit(video.runMs)} ms`,
  promised: under(video.runMs, 5_000, ' ms on two cores'),
})

// Only now: the service closes a connection that stays silent.
using reader = await openServiceClient(service.port, apiKey)
const { id } = await reader.call('/images/generations', { prompt: 'a red door' })
const idleUntil = performance.now() + idleMs
const idleP99 = percentile(await read(reader, id, () => performance.now() > idleUntil), 0.99)
let done = false
const videos = Promise.all(
  ['a castle on a cliff at dawn', 'a forest in autumn'].map((prompt) =>
    runToEnd('/videos/generations', { prompt, durationSeconds: 5 }),
  ),
).finally(() => {
  done = true
})
const busy = await read(reader, id, () => done)
await videos
const busyP99 = percentile(busy, 0.99)
report.add({
  what: 'reads while two videos render',
  measured: `p99 ${busyP99.toFixed(1)} ms of ${busy.length}; idle ${idleP99.toFixed(1)} ms`,
  promised: under(busyP99, 20, ` ms; ${(busyP99 / idleP99).toFixed(1)} times idle`, 'p99'),
})
report.write(['SQLite'])
