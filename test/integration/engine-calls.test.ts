import { expect, test } from 'vitest'
import type { Gate } from '../../server/src/core/ports/gate.ts'
import { insertEngineCall, newEngineCallId } from '../../server/src/database/tasks/engine-calls.ts'
import { setSubmission } from '../../server/src/database/tasks/tasks.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { acceptImage, expectCharged } from './support/tasks.ts'

const dayMs = 24 * 3_600_000

async function arrange(submission: 'idempotent' | 'findable' | 'once' = 'idempotent') {
  const first = createFakeProvider({ name: 'first', submission })
  const second = createFakeProvider({ name: 'second' })
  const service = await startTestService({ providers: [first, second] })
  const account = await service.createAccount()
  return { first, second, service, account, id: await acceptImage(account) }
}

const historyOf = async ({ database }: TestService, id: string) =>
  viewTaskHistory(await createAdministration(database).showTask(id))

const callsOf = async (service: TestService, id: string) =>
  (await historyOf(service, id)).engineCalls.map(({ engine, attempt, outcome, reason }) => [
    engine,
    attempt,
    outcome,
    reason,
  ])

test('a task that one engine delivers at its first call has this call, and no row for it', async () => {
  const { service, account, id } = await arrange()
  await service.runQueue()
  await expectCharged(account, id)
  expect(await callsOf(service, id)).toEqual([['first', 1, 'delivered', null]])
  const rows = await service.database.read((db) => db.selectFrom('engine_calls').selectAll().execute())
  expect(rows).toEqual([])
})

test('a task that a second engine delivers shows both calls, with their times and what the first said', async () => {
  const { first, service, account, id } = await arrange()
  first.mockStart({ kind: 'unavailable', message: 'The connection failed.' })
  await service.runQueue()
  await expectCharged(account, id)
  expect(await callsOf(service, id)).toEqual([
    ['first', 1, 'did not take it', 'The connection failed.'],
    ['second', 1, 'delivered', null],
  ])
  const { events, engineCalls } = await historyOf(service, id)
  const [failed, delivered] = engineCalls
  expect(Date.parse(failed?.endedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(failed?.startedAt ?? ''))
  expect(Date.parse(delivered?.startedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(failed?.endedAt ?? ''))
  const words = events.map(({ what }) => what)
  expect(words.slice(2, 5)).toEqual([
    'Claimed by a worker for its first attempt',
    'The engine first did not take it: The connection failed.',
    'Started by the engine second',
  ])
})

test('an unclear answer and its repetition are two calls', async () => {
  const { first, service, account, id } = await arrange()
  first.mockStart({ kind: 'ambiguous', message: 'no response came' })
  await service.runQueue()
  await expectCharged(account, id)
  expect(await callsOf(service, id)).toEqual([
    ['first', 1, 'gave no clear answer', 'no response came'],
    ['first', 1, 'delivered', null],
  ])
})

test('a job that the engine lost is a call of its attempt, before that of the next one', async () => {
  const { first, service, account, id } = await arrange()
  first.mockPoll({ kind: 'lost' })
  await service.runQueue()
  await expectCharged(account, id)
  expect(await callsOf(service, id)).toEqual([
    ['first', 1, 'lost the job', null],
    ['first', 2, 'delivered', null],
  ])
})

test('a call whose worker died keeps the time at which it began, and is recorded by the next worker', async () => {
  const { first, service, account, id } = await arrange()
  const task = await service.claimOne()
  await service.database.transaction((tx) => setSubmission(tx, task, { kind: 'intended', provider: 'first' }))
  const begun = (await historyOf(service, id)).engineCalls
  expect(begun.map(({ engine, outcome }) => [engine, outcome])).toEqual([['first', null]])
  service.advance(60_000)
  await recoverLeases(service.run)
  first.mockStart({ kind: 'ambiguous', message: 'no response came' })
  await service.runQueue()
  await expectCharged(account, id)
  const calls = (await historyOf(service, id)).engineCalls
  expect(calls.map(({ outcome }) => outcome)).toEqual([
    'gave no clear answer',
    'gave no clear answer',
    'delivered',
  ])
  expect(calls[0]?.startedAt).toBe(begun[0]?.startedAt)
})

test('a record whose COMMIT response was lost is there once', async () => {
  const { service, id } = await arrange()
  const call = {
    id: newEngineCallId(),
    taskId: id,
    attempt: 1,
    provider: 'first',
    startedAtMs: 1,
    outcome: 'busy' as const,
    reason: 'x'.repeat(1_000),
  }
  const write = (mayHaveCommitted: boolean) =>
    service.database.transaction((tx) => insertEngineCall({ ...tx, mayHaveCommitted }, call))
  await write(false)
  await write(true)
  const [shown, ...others] = (await historyOf(service, id)).engineCalls
  expect([shown?.outcome, shown?.reason?.length, others]).toEqual(['was busy', 300, []])
})

test('scrubbing a task deletes its calls, and what engines said in them', async () => {
  const { first, service, id } = await arrange()
  first.mockStart({ kind: 'unavailable', message: 'it said: a lake' })
  await service.runQueue()
  service.advance(31 * dayMs)
  await scrubOldTasks(service.parts, 30 * dayMs)
  expect((await historyOf(service, id)).engineCalls.map(({ engine }) => engine)).toEqual(['second'])
  const rows = await service.database.read((db) => db.selectFrom('engine_calls').selectAll().execute())
  expect(rows).toEqual([])
})

test('engines that are busy for long have one row each, from the first call to the end of the last', async () => {
  const { first, second, service, account, id } = await arrange()
  const busy = { kind: 'unavailable', message: 'too many jobs', retryAfterMs: 1_000 } as const
  first.mockStart(...Array(20).fill(busy), { kind: 'unavailable', message: 'no connection' }, busy)
  second.mockStart(...Array(20).fill(busy), { ...busy, message: 'later' }, busy)
  await service.runQueue()
  await expectCharged(account, id)
  expect(await callsOf(service, id)).toEqual([
    ['first', 1, 'was busy', 'too many jobs'],
    ['second', 1, 'was busy', 'too many jobs'],
    ['first', 1, 'did not take it', 'no connection'],
    ['second', 1, 'was busy', 'too many jobs'],
    ['first', 1, 'was busy', 'too many jobs'],
    ['first', 1, 'delivered', null],
  ])
})

test('a start that nobody can confirm fails the task with what the engine said, once', async () => {
  const { first, service, id } = await arrange('once')
  first.mockStart({ kind: 'ambiguous', message: 'The engine did not respond in time.' })
  await service.runQueue()
  const { events, engineCalls } = await historyOf(service, id)
  expect(engineCalls.map(({ engine, outcome, reason }) => [engine, outcome, reason])).toEqual([
    ['first', 'gave no clear answer', 'The engine did not respond in time.'],
  ])
  const words = events.map(({ what }) => what)
  expect(words).toContain('The engine first gave no clear answer: The engine did not respond in time.')
  expect(words).toContain(
    'FAILED: PROVIDER_SUBMIT_AMBIGUOUS: The engine did not confirm whether it took the generation.',
  )
})

test('an input that an engine refuses shows its words in the history', async () => {
  const { first, service, id } = await arrange()
  first.mockStart({ kind: 'rejected', message: 'the prompt is too long' })
  await service.runQueue()
  const { events } = await historyOf(service, id)
  expect(events.map(({ what }) => what)).toEqual(
    expect.arrayContaining(['Handed to the engine first', 'FAILED: INVALID_INPUT: the prompt is too long']),
  )
})

test('what engines and gates say is kept with its task until that is deleted, and never logged', async () => {
  const lines: string[] = []
  const prompt = 'Ada Lovelace by the Seine, oil on canvas'
  const said = `The prompt "${prompt.toUpperCase()}" was rejected`
  const gate: Gate = {
    name: 'moderation',
    at: ['before'],
    products: undefined,
    onFailure: 'allow',
    ask: async () => ({ kind: 'failed', reason: said }),
    check: async () => ({ reachable: true, detail: '' }),
    close: async () => undefined,
  }
  const provider = createFakeProvider({ submission: 'findable' })
  const service = await startTestService({
    providers: [provider],
    gates: [gate],
    onLogLine: (line) => lines.push(JSON.stringify(line)),
  })
  const account = await service.createAccount()
  provider.mockStart(
    { kind: 'unavailable', message: `503: ${said}` },
    { kind: 'ambiguous', message: said },
    { kind: 'rejected', message: said },
  )
  provider.mockFind({ kind: 'unknown', message: said }, { kind: 'absent' }, { kind: 'absent' })
  await acceptImage(account, prompt)
  await service.runQueue()
  const logged = lines.join('\n')
  for (const message of [
    'gate gave no verdict',
    'provider did not take the task',
    'provider may have taken the task',
    'provider could not say whether it has the task',
    'task failed',
  ])
    expect(logged).toContain(message)
  expect(logged).toContain('"code":"INVALID_INPUT"')
  expect(logged).not.toMatch(/prompt|rejected|503: /)
  const stored = async () => {
    const calls = await service.database.read((db) => db.selectFrom('engine_calls').selectAll().execute())
    const checks = await service.database.read((db) => db.selectFrom('gate_checks').selectAll().execute())
    const tasks = await service.database.read((db) =>
      db.selectFrom('tasks').select('error_message').execute(),
    )
    return JSON.stringify([calls, checks, tasks], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
  }
  expect(await stored()).toContain('LOVELACE')
  service.advance(31 * dayMs)
  await scrubOldTasks(service.parts, 30 * dayMs)
  expect(await stored()).not.toContain('LOVELACE')
})
