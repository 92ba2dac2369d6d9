import { expect, onTestFinished, test } from 'vitest'
import { countEnds, untilAllHaveEnded } from '../../support/processes/at-rest.ts'
import { findBrokenPromises } from '../../support/processes/broken-promises.ts'
import { startProcessGroup } from '../../support/processes/process-group.ts'
import { runNumber } from '../../support/run-option.ts'
import { startTestService, type TestAccount, type TestService } from '../../support/service.ts'
import { type EngineName, type EnginePark, startEnginePark } from '../service/support/engine-park.ts'
import { order, uploadPhoto } from '../service/support/orders.ts'

const tasks = runNumber('tasks', 60)
const killEverySeconds = runNumber('kill-every', 5)
const faultShare = runNumber('fault-share', 0.05)
const seed = runNumber('seed', Date.now() % 1_000_000)

/** An account may ask for 60 generations in a minute. */
const tasksPerAccount = 50
/** No task ending for so long is a fault. */
const standstillMsMax = 90_000
const leaseMs = 4_000

/** Those that charge for each job that they take. The others run on the operator's own machines. */
const paid: readonly EngineName[] = ['openai-images', 'gemini', 'replicate', 'fal', 'own', 'sdcpp']

async function arrange() {
  const park = await startEnginePark()
  const weighted = (...names: EngineName[]) => names.map((name) => ({ name, weight: 1 }))
  const pictures = [
    ...weighted('comfyui', 'replicate', 'fal', 'own'),
    'openai-images',
    'gemini',
    'sdapi',
  ] as const
  const listUrl = `${park.engines.fal.url}/v1/models/requests/by-endpoint`
  await park.route(
    {
      'image.generate': pictures,
      'image.transform': pictures,
      'video.generate': [...weighted('sdcpp', 'comfyui', 'gemini'), 'own'],
    },
    { fal: { options: { listUrl } } },
  )
  const service = await startTestService({ environment: { PROVIDERS_FILE: park.file } })
  for (const [index, engine] of Object.values(park.engines).entries())
    engine.tell({ random: { seed: seed + index, share: faultShare } })
  return { park, service }
}

/** What the workers need to belong to the same service. */
function environmentOf({ parts: { config } }: TestService, park: EnginePark): Record<string, string> {
  return {
    DATABASE_URL: config.databaseUrl,
    DATA_DIR: config.dataDir,
    SIGNING_SECRET: 'a secret of the tests, long enough for the rule',
    PROVIDERS_FILE: park.file,
    PARK_KEY: 'key-of-the-park',
    WORKER_CONCURRENCY: '6',
    LOG_LEVEL: 'error',
  }
}

/** Orders everything, some fifty tasks an account: images, one in four from an upload, and a few videos. */
async function orderAll(service: TestService): Promise<void> {
  let account: TestAccount | undefined
  let assetId = ''
  for (let index = 0; index < tasks; index += 1) {
    if (account === undefined || index % tasksPerAccount === 0) {
      account = await service.createAccount('1000.00')
      assetId = await uploadPhoto(account)
    }
    const image = index % 4 === 1 ? 'image.transform' : 'image.generate'
    await order(account, index % 40 === 20 ? 'video.generate' : image, `[task ${index}]`, assetId)
  }
}

/** Jobs that all paid engines together took for each task. */
function paidJobs(park: EnginePark): Map<string, number> {
  const jobs = new Map<string, number>()
  for (const name of paid) {
    for (const { prompt } of park.engines[name].works.submissions) {
      const task = /\[task \d+\]/.exec(prompt)?.[0] ?? 'no task'
      jobs.set(task, (jobs.get(task) ?? 0) + 1)
    }
  }
  return jobs
}

test('every task ends once and is paid once at most, while engines fail at random and workers are killed', async () => {
  const { park, service } = await arrange()
  const environment = environmentOf(service, park)
  const workers = await startProcessGroup({
    processes: [{ role: 'worker' }, { role: 'worker' }],
    environment,
    leaseMs,
  })
  let kills = 0
  const killer = setInterval(() => {
    kills += 1
    workers.killOne((kills % 2) / 2)
  }, killEverySeconds * 1000)
  onTestFinished(async () => {
    clearInterval(killer)
    await workers.stop()
  })
  const startedAtMs = performance.now()
  await orderAll(service)
  await untilAllHaveEnded(service.database, { standstillMsMax, onLook: workers.expectNoCrash })
  clearInterval(killer)
  await workers.stop()

  const ends = await countEnds(service.database)
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(0)
  process.stdout.write(`${tasks} tasks in ${seconds} s, seed ${seed}: ${JSON.stringify(ends)}\n`)
  const jobs = paidJobs(park)
  expect([...jobs].filter(([, count]) => count > 1)).toEqual([])
  expect(await findBrokenPromises(service.parts, { submissions: new Map() })).toEqual([])
  expect(ends.SUCCEEDED ?? 0).toBeGreaterThan(tasks / 2)
}, 3_600_000)
