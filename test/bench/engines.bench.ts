// What mediagen adds to an engine: the time from POST to SUCCEEDED over an engine that responds at once, and
// the memory of a worker with hundreds of videos under way. Run it with `npm run bench -- engines`.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { makeMedium } from '../engines/stand-ins/media.ts'
import { createBenchDatabase } from './support/bench-database.ts'
import { startBenchEngine } from './support/bench-engine.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatNumber, median } from './support/figures.ts'
import { own } from './support/load.ts'
import { type Role, startCommand, startRoles } from './support/measured-process.ts'
import { sized } from './support/options.ts'
import { writeProvidersFile } from './support/providers-file.ts'
import { createReport, under } from './support/report.ts'
import { openServiceClient } from './support/service-client.ts'

const images = sized(40, 5)
const videos = sized(200, 6)
/** Each account may order 60 in a minute. */
const videosOfAccount = 50
const videoBytes = 50 * 1024 ** 2
const residentMbMax = 250
const lookMs = 250

const report = createReport('engines')
await using mysql = await startBenchMysql()
await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-engines-'))
const create = { width: 1024, height: 1024, channels: 3, background: '#369' } as const
const image = await sharp({ create }).png().toBuffer()
await using engine = await startBenchEngine({ image, video: await largeVideo() })

/** A video of 4 seconds, made large by an atom that players skip. */
async function largeVideo(): Promise<Buffer> {
  const video = { frames: 96, framesPerSecond: 24, container: 'mp4' } as const
  const { bytes } = await makeMedium({ prompt: 'a film', widthPx: 854, heightPx: 480, video })
  const padding = Buffer.alloc(Math.max(8, videoBytes - bytes.byteLength))
  padding.writeUInt32BE(padding.byteLength, 0)
  padding.write('free', 4, 'latin1')
  return Buffer.concat([bytes, padding])
}

async function measureOverhead(where: string, roles: readonly Role[], promisedMs: number): Promise<void> {
  await using database = await createBenchDatabase(mysql, `engines_${roles.length}`, 1)
  const quick = { name: 'quick', kind: 'openai-images', url: `${engine.url}/v1`, model: 'any' }
  const environment = { PROVIDERS_FILE: await writeProvidersFile(folder.path, quick, 'image.generate') }
  const options = { databaseUrl: database.url, environment }
  await using service = await startRoles(roles, (role) => startCommand(role, options))
  using client = await openServiceClient(service.port, own(database.accounts, 0).apiKey)
  const times: number[] = []
  for (let turn = 0; turn <= images; turn += 1) {
    const { id } = await client.call('/images/generations', { prompt: `image ${turn}` })
    const task = await client.untilSucceeded(String(id), 20)
    const ms = Date.parse(String(task.completedAt)) - Date.parse(String(task.createdAt))
    // The first one loads sharp.
    if (turn > 0) times.push(ms)
  }
  const middle = median(times)
  report.add({
    what: `POST to SUCCEEDED over an engine that responds at once, ${where}`,
    measured: `median ${formatNumber(middle)} ms, worst ${formatNumber(Math.max(...times))} ms of ${times.length}`,
    promised: under(middle, promisedMs, ' ms', 'median'),
  })
}

async function measureMemory(): Promise<void> {
  await using database = await createBenchDatabase(
    mysql,
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
  const slow = { name: 'slow', kind: 'http', url: engine.url, options }
  const file = await writeProvidersFile(folder.path, slow, 'video.generate')
  const environment = { PROVIDERS_FILE: file, WORKER_CONCURRENCY: String(videos) }
  await using api = await startCommand('api', { databaseUrl: database.url, environment })
  await using worker = await startCommand('worker', { databaseUrl: database.url, environment })
  const peaksMb: number[] = []
  const residentMb: number[] = []
  const watch = setInterval(() => {
    residentMb.push(worker.residentMb())
    peaksMb.push(worker.residentPeakMb())
  }, lookMs)
  const startedAt = performance.now()
  const stored = Array.from({ length: videos }, async (_, index) => {
    const { apiKey } = own(database.accounts, Math.floor(index / videosOfAccount))
    using client = await openServiceClient(api.port, apiKey)
    const body = { prompt: `film ${index}`, resolution: '480p', durationSeconds: 4 }
    const { id } = await client.call('/videos/generations', body)
    await client.untilSucceeded(String(id), 2_000)
  })
  // A task that fails would be waited for without end.
  await Promise.race([engine.untilJobs(videos), Promise.all(stored)])
  engine.finishVideos()
  await Promise.all(stored)
  const seconds = (performance.now() - startedAt) / 1000
  clearInterval(watch)
  const peakMb = Math.max(...peaksMb, worker.residentPeakMb())
  report.add({
    what: `${videos} videos of 50 MB at a slow engine at one time, in one worker`,
    measured: `at most ${formatNumber(peakMb)} MB resident, ${formatNumber(median(residentMb))} MB at the median of ${residentMb.length} looks; all stored after ${formatNumber(seconds)} s`,
    promised: under(peakMb, residentMbMax, ' MB'),
  })
}

await measureOverhead('API and worker in one process', ['serve'], 50)
await measureOverhead('API and worker apart', ['api', 'worker'], 400)
await measureMemory()
report.write([mysql.version])
