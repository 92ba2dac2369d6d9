import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createUsualTimes } from '../../server/src/use-cases/tasks/usual-times.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const never = new AbortController().signal

let service: TestService
let account: TestAccount
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount()
})

/** An image whose engine takes that long, and what this machine takes. */
async function makeImage(seconds: number, by = account): Promise<void> {
  await acceptImage(by)
  const task = await service.claimOne()
  service.advance(seconds * 1_000)
  await runTask(service.run, task, never)
}

/** What is known after a read, at a time of our own. */
async function knownTimes(times: ReturnType<typeof createUsualTimes>, tier = '1k') {
  const read = vi.spyOn(service.database, 'read')
  times.secondsOf({ type: 'image.generate', tier })
  await Promise.all(read.mock.results.map(({ value }) => value))
  read.mockRestore()
  // What follows the read in the same turn.
  await new Promise((resolve) => setImmediate(resolve))
  return times.secondsOf({ type: 'image.generate', tier })
}

describe('the usual time of a task', () => {
  test('is the middle of those of its product and resolution that ended last, whoever ordered them', async () => {
    const others = await service.createAccount()
    for (const seconds of [20, 900, 300]) await makeImage(seconds, others)
    const id = await acceptImage(account)
    await untilHolds(async () => expect((await pollTask(account, id)).usualSeconds).toBeCloseTo(300, -2))
    const task = await service.claimOne()
    expect((await pollTask(account, id)).usualSeconds).toBeCloseTo(300, -2)
    const { tasks } = (await account.call('GET', `/api/v1/tasks?id=${id}`)).body
    expect(tasks[0].usualSeconds).toBeCloseTo(300, -2)
    const film = (await account.call('POST', '/api/v1/videos/generations', { prompt: 'waves' })).body
    expect(await pollTask(account, film.id)).not.toHaveProperty('usualSeconds')
    await runTask(service.run, task, never)
    expect(await pollTask(account, id)).not.toHaveProperty('usualSeconds')
  })

  test('is not guessed from two tasks, from none that succeeded, nor from those of another resolution', async () => {
    await makeImage(50)
    await makeImage(50)
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    await makeImage(50)
    expect(await knownTimes(createUsualTimes(service.database, () => 0))).toBeUndefined()
    await makeImage(50)
    expect(await knownTimes(createUsualTimes(service.database, () => 0))).toBeCloseTo(50, -2)
    expect(
      await knownTimes(
        createUsualTimes(service.database, () => 0),
        '2k',
      ),
    ).toBeUndefined()
  })

  test('is read once a minute, however many poll, and stays while the database is away', async () => {
    for (let count = 0; count < 3; count += 1) await makeImage(50)
    let elapsedMs = 0
    const times = createUsualTimes(service.database, () => elapsedMs)
    const known = await knownTimes(times)
    expect(known).toBeCloseTo(50, -2)
    const read = vi.spyOn(service.database, 'read').mockRejectedValue(new Error('away'))
    elapsedMs = 59_999
    times.secondsOf({ type: 'image.generate', tier: '1k' })
    expect(read).not.toHaveBeenCalled()
    elapsedMs = 60_000
    for (let count = 0; count < 5; count += 1)
      expect(times.secondsOf({ type: 'image.generate', tier: '1k' })).toBe(known)
    expect(read).toHaveBeenCalledTimes(1)
    read.mockRestore()
  })
})
