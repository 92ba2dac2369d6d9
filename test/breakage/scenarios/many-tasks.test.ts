import { expect, onTestFinished, test } from 'vitest'
import { type EngineName, startEnginePark } from '../../engines/service/support/engine-park.ts'
import { order, uploadPhoto } from '../../engines/service/support/orders.ts'
import { runNumber } from '../../support/run-option.ts'
import { startTestService, type TestAccount } from '../../support/service.ts'
import { untilAllHaveEnded } from '../judge/at-rest.ts'
import { findBrokenPromises } from '../judge/broken-promises.ts'
import { environmentOf, signingSecret } from '../service/fault-service.ts'
import { startProcessGroup } from '../service/process-group.ts'

const tasks = runNumber('tasks', 60)
const seed = runNumber('seed', Date.now() % 1_000_000)

/** Of the calls, this share goes wrong. */
const faultShare = 0.05
const killEveryMs = 5_000
/** An account may ask for 60 generations in a minute. */
const tasksPerAccount = 50
/** No task ending for so long is a fault. */
const standstillMsMax = 90_000
const leaseMs = 4_000

/** Those that charge for each job that they take. The others run on the operator's own machines. */
const paid: readonly EngineName[] = ['openai-images', 'gemini', 'replicate', 'fal', 'own', 'sdcpp']

async function startPark() {
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
  for (const [index, engine] of Object.values(park.engines).entries())
    engine.tell({ random: { seed: seed + index, share: faultShare } })
  return park
}

test('every task ends once and is paid once at most, while engines fail at random and workers are killed', async () => {
  const park = await startPark()
  const engines = { PROVIDERS_FILE: park.file, PARK_KEY: 'key-of-the-park', SIGNING_SECRET: signingSecret }
  const service = await startTestService({ environment: engines })
  const workers = await startProcessGroup({
    processes: [{ role: 'worker' }, { role: 'worker' }],
    environment: { ...environmentOf(service.parts), ...engines, WORKER_CONCURRENCY: '6', LOG_LEVEL: 'error' },
    leaseMs,
  })
  const countEnded = async () => {
    const ended = service.database.read((db) =>
      db
        .selectFrom('tasks')
        .select((row) => row.fn.countAll<bigint>().as('count'))
        .where('completed_at', 'is not', null)
        .executeTakeFirstOrThrow(),
    )
    return (await ended).count
  }
  let [kills, ended] = [0, 0n]
  // Only once a task has ended since: on a busy machine a worker may take longer to start than until the next kill.
  const killer = setInterval(async () => {
    const before = ended
    ended = await countEnded()
    if (ended === before) return
    kills += 1
    workers.killOne((kills % 2) / 2)
  }, killEveryMs)
  onTestFinished(async () => {
    clearInterval(killer)
    await workers.stop()
  })
  // Some fifty tasks an account: images, one in four from an upload, and a few videos.
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
  expect(await untilAllHaveEnded(service.database, { standstillMsMax })).toEqual([])
  clearInterval(killer)
  await workers.stop()
  workers.expectNoCrash()

  const ends = await service.database.read((db) =>
    db
      .selectFrom('tasks')
      .select((row) => ['status', 'error_code', row.fn.countAll<bigint>().as('count')])
      .groupBy(['status', 'error_code'])
      .execute(),
  )
  const counts = ends.map(({ status, error_code, count }) => `${error_code ?? status} ${count}`)
  process.stdout.write(`${tasks} tasks, seed ${seed}, ${kills} kills: ${counts.join(', ')}\n`)
  const prompts = paid.flatMap((name) => park.engines[name].works.submissions.map(({ prompt }) => prompt))
  const jobs = prompts.map((prompt) => /\[task \d+\]/.exec(prompt)?.[0])
  expect(jobs.filter((task, index) => jobs.indexOf(task) !== index)).toEqual([])
  expect(await findBrokenPromises(service.parts)).toEqual([])
  expect(ends.find(({ status }) => status === 'SUCCEEDED')?.count).toBeGreaterThan(tasks / 2)
}, 3_600_000)
