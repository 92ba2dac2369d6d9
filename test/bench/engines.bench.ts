// What mediagen adds to an engine: the time from POST to SUCCEEDED over an engine that answers at once, and
// the memory of a worker with hundreds of videos under way. Run it with `npm run bench -- engines`.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeMedium } from '../engines/stand-ins/media.ts'
import { type MeasuredProcess, startCommand } from './support/api-process.ts'
import { type BenchEngine, startBenchEngine } from './support/bench-engine.ts'
import { type BenchMysql, startBenchMysql } from './support/bench-mysql.ts'
import { type BenchAccount, createBenchDatabase, own } from './support/bench-service.ts'
import { formatNumber, median } from './support/figures.ts'
import { sized } from './support/options.ts'
import { createReport } from './support/report.ts'

const images = sized(40, 5)
const videos = sized(200, 6)
/** Each account may order 60 in a minute. */
const videosOfAccount = 50
const videoBytes = 50 * 1024 ** 2
const residentMbMax = 250
const lookMs = 250

const report = createReport('engines')
const mysql = await startBenchMysql()
const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-engines-'))
const image = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#369' } })
  .png()
  .toBuffer()
const engine = await startBenchEngine({ image, video: await largeVideo() })

/** A video of 4 seconds, made large by an atom that players skip. */
async function largeVideo(): Promise<Buffer> {
  const video = { frames: 96, framesPerSecond: 24, container: 'mp4' } as const
  const { bytes } = await makeMedium({ prompt: 'a film', widthPx: 854, heightPx: 480, video })
  const padding = Buffer.alloc(Math.max(8, videoBytes - bytes.byteLength))
  padding.writeUInt32BE(padding.byteLength, 0)
  padding.write('free', 4, 'latin1')
  return Buffer.concat([bytes, padding])
}

async function providersFile(name: string, provider: object, product: string): Promise<string> {
  const path = join(folder, `${name}.yaml`)
  // JSON is YAML.
  const file = { providers: [{ name, ...provider }], routes: [{ product, providers: [name] }] }
  await writeFile(path, JSON.stringify(file))
  return path
}

async function call(port: number, { apiKey }: BenchAccount, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const read: unknown = await answer.json()
  if (typeof read !== 'object' || read === null || !answer.ok) throw new Error(JSON.stringify(read))
  return Object.fromEntries(Object.entries(read))
}

/** The end of a task, as its caller sees it. */
async function untilEnded(port: number, account: BenchAccount, id: string, pauseMs: number) {
  for (;;) {
    const task = await call(port, account, `/tasks/${id}`)
    if (task.status === 'SUCCEEDED') return task
    if (task.status === 'FAILED') throw new Error(JSON.stringify(task))
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

async function measureOverhead(
  where: string,
  roles: readonly ('serve' | 'api' | 'worker')[],
  promisedMs: number,
) {
  const { url, database, accounts } = await createBenchDatabase(mysql, `engines_${roles.length}`, 1)
  const file = await providersFile(
    'quick',
    { kind: 'openai-images', url: `${engine.url}/v1`, model: 'any' },
    'image.generate',
  )
  const processes: MeasuredProcess[] = []
  for (const role of roles)
    processes.push(await startCommand(role, { databaseUrl: url, environment: { PROVIDERS_FILE: file } }))
  const port = processes[0]?.port ?? 0
  const account = own(accounts, 0)
  const times: number[] = []
  for (let turn = 0; turn <= images; turn += 1) {
    const { id } = await call(port, account, '/images/generations', { prompt: `image ${turn}` })
    const task = await untilEnded(port, account, String(id), 20)
    const ms = Date.parse(String(task.completedAt)) - Date.parse(String(task.createdAt))
    // The first one loads sharp.
    if (turn > 0) times.push(ms)
  }
  const middle = median(times)
  report.add({
    what: `POST to SUCCEEDED over an engine that answers at once, ${where}`,
    measured: `median ${formatNumber(middle)} ms, worst ${formatNumber(Math.max(...times))} ms of ${times.length}`,
    promised: { text: `median under ${promisedMs} ms`, isMet: middle < promisedMs },
  })
  for (const running of processes) await running.stop()
  await database.close()
}

async function measureMemory(started: BenchMysql, slow: BenchEngine) {
  const { url, database, accounts } = await createBenchDatabase(
    started,
    'engines_memory',
    Math.ceil(videos / videosOfAccount),
  )
  const options = {
    products: { 'video.generate': { path: '/films', json: { prompt: '{{prompt}}' } } },
    job: { id: 'id' },
    poll: { path: '/films/{{jobId}}' },
    status: { pointer: 'state', values: { busy: 'running', done: 'succeeded' } },
    result: { url: 'url' },
  }
  const file = await providersFile('slow', { kind: 'http', url: slow.url, options }, 'video.generate')
  const environment = { PROVIDERS_FILE: file, WORKER_CONCURRENCY: String(videos) }
  const api = await startCommand('api', { databaseUrl: url, environment })
  const worker = await startCommand('worker', { databaseUrl: url, environment })
  const peaksMb: number[] = []
  const residentMb: number[] = []
  const watch = setInterval(() => {
    residentMb.push(worker.residentMb())
    peaksMb.push(worker.residentPeakMb())
  }, lookMs)
  const startedAt = performance.now()
  const ordered = await Promise.all(
    Array.from({ length: videos }, async (_, index) => {
      const account = own(accounts, Math.floor(index / videosOfAccount))
      const body = { prompt: `film ${index}`, resolution: '480p', durationSeconds: 4 }
      const { id } = await call(api.port, account, '/videos/generations', body)
      return { account, id: String(id) }
    }),
  )
  await slow.untilJobs(videos)
  slow.finishVideos()
  await Promise.all(ordered.map(({ account, id }) => untilEnded(api.port, account, id, 2_000)))
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(watch)
  const peakMb = Math.max(...peaksMb, worker.residentPeakMb())
  report.add({
    what: `${videos} videos of 50 MB at a slow engine at one time, in one worker`,
    measured: `at most ${formatNumber(peakMb)} MB resident, ${formatNumber(median(residentMb))} MB at the median of ${residentMb.length} looks; all stored after ${formatNumber(seconds)} s`,
    promised: { text: `under ${residentMbMax} MB`, isMet: peakMb < residentMbMax },
  })
  await api.stop()
  await worker.stop()
  await database.close()
}

try {
  await measureOverhead('API and worker in one process', ['serve'], 50)
  await measureOverhead('API and worker apart', ['api', 'worker'], 400)
  await measureMemory(mysql, engine)
  report.write([mysql.version])
} finally {
  await engine.close()
  await mysql.stop()
  await rm(folder, { recursive: true, force: true })
}
