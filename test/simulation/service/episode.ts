import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../../server/src/config/config.ts'
import { loadCatalogue } from '../../../server/src/config/load-catalogue.ts'
import { migrate } from '../../../server/src/database/schema/migrate.ts'
import { findRequestViolations } from '../../../server/src/wiring/find-request-violations.ts'
import { wireParts } from '../../../server/src/wiring/wire.ts'
import { openAccounts } from '../../breakage/client/accounts.ts'
import { runLoad } from '../../breakage/client/load.ts'
import { untilAllHaveEnded } from '../../breakage/judge/at-rest.ts'
import { checkerNames } from '../../breakage/judge/checker-names.ts'
import { type HistoryLine, Recorder } from '../../breakage/judge/history.ts'
import { judge, type Verdicts } from '../../breakage/judge/judge.ts'
import { recordFinal } from '../../breakage/judge/snapshot.ts'
import { randomOf } from '../../breakage/random.ts'
import { createJudgement } from '../../breakage/service/gate.ts'
import { memoryFolderIfRoom } from '../../support/mysql-data.ts'
import { becomeDeterministic } from './deterministic.ts'
import { createEngines, routes } from './engines.ts'
import { createMemoryStore } from './memory-store.ts'
import { loopSettings, restartMsMax, startService, terms } from './processes.ts'
import { type Fault, type FaultKind, Scheduler } from './scheduler.ts'
import { createScheduledAdministration, createUseCaseTransport } from './use-case-transport.ts'

/** Everything that decides what happens in an episode. */
export interface Plan {
  readonly seed: number
  /** How long clients are at work, in milliseconds of the virtual clock. */
  readonly durationMs: number
  readonly faults: readonly Fault[]
}

export interface Report {
  readonly lines: readonly HistoryLine[]
  readonly verdicts: Verdicts
  /** To the database, the engines, the gate and the object store, in their order. */
  readonly calls: readonly string[]
  readonly faults: ReadonlyMap<FaultKind, number>
}

const clients = 6
/** Of clients whose service has leases of seconds. */
const slowness = 20
const longestJobMs = 5_000
/** A process that starts again, a lease, two sweeps, and a job with the searches for it. */
const standstillMsMax = restartMsMax + loopSettings.leaseMs + 2 * loopSettings.recoverMs + longestJobMs

/** A folder with an empty database, of which each episode gets a copy. */
export async function prepareEpisodes(): Promise<{
  run(plan: Plan): Promise<Report>
  close(): Promise<void>
}> {
  const folder = await mkdtemp(join(memoryFolderIfRoom(), 'mediagen-simulation-'))
  const configFor = (file: string) =>
    readConfig(
      {
        DATA_DIR: folder,
        DATABASE_URL: `sqlite:${join(folder, file)}`,
        SIGNING_SECRET: 'a secret of the tests, long enough for the rule',
        LOG_LEVEL: 'silent',
        WORKER_CONCURRENCY: '4',
        WORKER_DRAIN_SECONDS: '1',
        // Those whose requests are lost stay open.
        UPLOADS_OPEN_MAX: '1000',
      },
      folder,
    )
  const catalogue = await loadCatalogue(configFor('empty').catalogueDir, findRequestViolations)
  const wire = async (file: string) => {
    const parts = await wireParts(configFor(file), { providers: [], routes, catalogue })
    return { ...parts, config: { ...parts.config, idempotencyRememberedMs: terms.keysRememberedMs } }
  }
  const empty = await wire('empty.sqlite')
  await migrate(empty.database)
  await empty.close()
  let count = 0
  return {
    async run(plan) {
      count += 1
      const file = `${count}.sqlite`
      await copyFile(join(folder, 'empty.sqlite'), join(folder, file))
      const parts = await wire(file)
      try {
        return await runEpisode(parts, plan)
      } finally {
        await parts.close()
        for (const end of ['', '-wal', '-shm']) await rm(join(folder, file + end), { force: true })
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function runEpisode(
  parts: Awaited<ReturnType<typeof wireParts>>,
  { seed, durationMs, faults }: Plan,
): Promise<Report> {
  const time = becomeDeterministic(seed)
  try {
    const { database } = parts
    const recorder = new Recorder()
    const scheduler = new Scheduler({ time, random: randomOf(seed + 1), faults })
    const { accounts, limits } = await openAccounts(parts, recorder)
    recorder.note('terms', { ...terms, limits, guarantees: checkerNames })
    const engines = createEngines({
      scheduler,
      time,
      random: randomOf(seed + 2),
      onSubmitted: (submission) => recorder.note('submit', submission),
    })
    const objectStore = createMemoryStore()
    const service = startService({
      parts,
      objectStore,
      scheduler,
      engines,
      judge: createJudgement((judgement) => recorder.note('judge', judgement)),
      random: randomOf(seed + 3),
    })
    const endsAtMs = time.nowMs() + durationMs
    let isDone = false
    const access = { apis: service.apis, random: randomOf(seed + 4) }
    const load = runLoad({
      recorder,
      transport: createUseCaseTransport({
        ...access,
        keys: new Map(accounts.map(({ id, apiKeys: [apiKey = ''] }) => [id, apiKey])),
      }),
      parts,
      administration: createScheduledAdministration(access),
      accounts,
      clients,
      random: randomOf(seed + 5),
      slowness,
      exclusively: service.exclusively,
      goesOn: () => time.nowMs() < endsAtMs,
    }).finally(() => {
      isDone = true
    })
    await scheduler.run(() => isDone)
    await load
    scheduler.endFaults()
    const stuck = await untilAllHaveEnded(database, {
      standstillMsMax,
      nowMs: time.nowMs,
      pause() {
        const lookAgainAtMs = time.nowMs() + 1_000
        return scheduler.run(() => time.nowMs() >= lookAgainAtMs)
      },
    })
    await recordFinal(
      recorder,
      { ...parts, objectStore },
      accounts.map(({ id }) => id),
    )
    for (const task of stuck) recorder.note('stuck', task)
    const { lines } = recorder
    return { lines, verdicts: judge(lines), calls: scheduler.trace, faults: scheduler.happened }
  } finally {
    time.restore()
  }
}
