// How late clients learn that their tasks are done, and with how many requests: our SDK on the service, with
// held polls and without. Run it with `npm run bench -- waiting`.
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { type BenchAccount, createBenchDatabase } from './support/bench-database.ts'
import { startBenchEngine } from './support/bench-engine.ts'
import { startBenchMysql } from './support/bench-mysql.ts'
import { formatLimit, formatNumber, median } from './support/figures.ts'
import { heldPrompt } from './support/hold-time.ts'
import { own } from './support/load.ts'
import { type Role, startCommand, startRoles } from './support/measured-process.ts'
import { isQuick, sized } from './support/options.ts'
import { writeProvidersFile } from './support/providers-file.ts'
import { createReport } from './support/report.ts'
import { type MeasuredWait, waitOnService } from './support/wait-on-service.ts'

/** Between the durations that were promised lie others, so that no schedule fits those alone. */
const seconds = isQuick ? [1, 1.6, 2.3] : [1, 1.6, 2.3, 3.1, 4.2, 6, 8.3, 12, 20, 30]
const rounds = sized(15, 1)
/** The time over which the tasks begin, each at another phase of whatever ticks in the service. */
const spreadMs = sized(90_000, 1_000)
const tasksAtOnceMax = 128
const heldLatenessMsMax = 60
const heldRequestsMax = 3
const unheldShareMax = 0.15

/** One column of the table. */
interface Side {
  readonly name: string
  /** Begins a task and waits for it, for one account in each round. */
  measure(prompt: string, round: number): Promise<MeasuredWait>
}

await using started = new AsyncDisposableStack()

async function startSides(): Promise<{ sides: Side[]; database: string }> {
  const mysql = started.use(await startBenchMysql())
  const background = { r: 51, g: 102, b: 153 }
  const image = sharp({ create: { width: 1024, height: 1024, channels: 3, background } })
  const media = { image: await image.png().toBuffer(), video: Buffer.alloc(0) }
  const engine = started.use(await startBenchEngine(media))
  const folder = started.use(await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-waiting-')))
  const provider = { name: 'held', kind: 'openai-images', model: 'any', concurrency: tasksAtOnceMax }
  const url = `${engine.url}/v1`
  const file = await writeProvidersFile(folder.path, { ...provider, url }, 'image.generate')
  const environment = { PROVIDERS_FILE: file, WORKER_CONCURRENCY: String(tasksAtOnceMax) }

  async function startService(name: string, roles: readonly Role[]) {
    const database = started.use(await createBenchDatabase(mysql, name, 2 * rounds))
    const options = { databaseUrl: database.url, environment }
    const { port } = started.use(await startRoles(roles, (role) => startCommand(role, options)))
    return { baseUrl: `http://127.0.0.1:${port}`, accounts: database.accounts }
  }

  const together = await startService('waiting_together', ['serve'])
  const apart = await startService('waiting_apart', ['api', 'worker'])
  const sides = [
    ourSide('mediagen', { ...together, holdsPolls: true }),
    ourSide('mediagen, API and worker apart', { ...apart, holdsPolls: true }),
    // Accounts of its own, as each may send 60 generations a minute.
    ourSide('mediagen without held polls', {
      baseUrl: together.baseUrl,
      accounts: together.accounts.slice(rounds),
      holdsPolls: false,
    }),
  ]
  return { sides, database: mysql.version }
}

interface OurSide {
  readonly baseUrl: string
  readonly accounts: readonly BenchAccount[]
  readonly holdsPolls: boolean
}

function ourSide(name: string, { baseUrl, accounts, holdsPolls }: OurSide): Side {
  const waits = accounts.map(({ apiKey }) => waitOnService({ baseUrl, apiKey, holdsPolls }))
  return { name, measure: (prompt, round) => own(waits, round)(prompt) }
}

/** Every side begins its tasks at the same times, the durations mixed. */
async function measureSide(side: Side): Promise<MeasuredWait[][]> {
  // The first task loads what later ones find loaded.
  await side.measure(heldPrompt(10, `${side.name}, first`), 0)
  return Promise.all(
    seconds.map((duration, at) =>
      Promise.all(
        Array.from({ length: rounds }, async (_, round) => {
          // Multiples of the golden ratio spread evenly, however many there are.
          await pause((((round * seconds.length + at) * 0.618034) % 1) * spreadMs)
          return side.measure(heldPrompt(duration * 1000, `${side.name}, round ${round}`), round)
        }),
      ),
    ),
  )
}

const report = createReport('waiting', [
  'mediagen',
  'mediagen, API and worker apart',
  'mediagen without held polls',
])
const { sides, database } = await startSides()
const measured = await Promise.all(sides.map(measureSide))
seconds.forEach((duration, at) => {
  const middles = measured.map((ofSide) => ({
    latenessMs: median(own(ofSide, at).map(({ latenessMs }) => latenessMs)),
    requests: median(own(ofSide, at).map(({ requests }) => requests)),
  }))
  const held = middles.slice(0, 2)
  const unheldMsMax = Math.round(unheldShareMax * duration * 1000)
  const isMet =
    held.every((one) => one.latenessMs <= heldLatenessMsMax && one.requests <= heldRequestsMax) &&
    own(middles, 2).latenessMs <= unheldMsMax
  const text = `held: ${heldLatenessMsMax} ms, ${heldRequestsMax} requests; else ${formatLimit(unheldMsMax)} ms`
  report.add({
    what: `${duration} s`,
    measured: middles.map(({ latenessMs, requests }) => `${formatNumber(latenessMs)} ms, ${requests}`),
    // The median of one is whatever it was.
    promised: rounds > 1 ? { text, isMet } : undefined,
  })
})
report.write([database])
