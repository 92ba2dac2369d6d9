import { describe, expect, test } from 'vitest'
import type { Gate, GateStage, GateVerdict } from '../../server/src/core/ports/gate.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { completeUpload } from '../../server/src/use-cases/uploads/complete-upload.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { putFile } from '../support/account.ts'
import { findTraces, rowsOf } from '../support/customer.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, expectCharged } from './support/tasks.ts'

/** Processes that go on after another one has taken over what they judge, or after it was deleted. */

const never = new AbortController().signal
const allowed = { kind: 'allowed', reason: 'a passport of Jane Doe' } as const

/** Two gates of which the first answers when it is told to, and what they were asked. */
function hangingGates(stage: GateStage, answer: GateVerdict = allowed) {
  const asked: string[] = []
  let resume: () => void = () => undefined
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  let noteAsked: () => void = () => undefined
  const isAsked = new Promise<void>((resolve) => (noteAsked = resolve))
  const gate = (name: string, ask: Gate['ask']): Gate => ({
    name,
    at: [stage],
    products: undefined,
    onFailure: 'refuse',
    ask(subject, signal) {
      asked.push(name)
      return ask(subject, signal)
    },
    check: async () => ({ reachable: true, detail: '' }),
    close: async () => undefined,
  })
  const first = gate('first', async () => {
    noteAsked()
    await resumed
    return answer
  })
  const list = [first, gate('second', async () => allowed)]
  const gates = {
    list: () => list,
    forTask: (at: GateStage) => (at === stage ? list : []),
    forUpload: () => (stage === 'upload' ? list : []),
  }
  return { asked, gates, isAsked, resume: () => resume() }
}

/** Deletes the data of an account, twice: the second receipt is the first. */
async function deleteData({ database, parts }: TestService, accountId: string) {
  const operator = createAdministration(database, parts)
  const receipt = await operator.deleteAccountData(accountId)
  return { receipt, repeat: () => operator.deleteAccountData(accountId) }
}

function closeAccount({ database, parts }: TestService, accountId: string) {
  return createAdministration(database, parts).closeAccount({ accountId })
}

/** Looks at other completions at once, and never renews a claim. */
async function withoutRenewals(durationMs: number) {
  if (durationMs >= 1_000) await new Promise<void>(() => undefined)
}

/** A completion that hangs with its process, renewals of its claim included, while the first gate is asked. */
async function hangInCompletion(answer?: GateVerdict) {
  const service = await startTestService()
  const account = await service.createAccount()
  const { id, uploadUrl } = await account.reserve()
  await putFile(uploadUrl, pngOf(40, 30))
  const hanging = hangingGates('upload', answer)
  const { uploadLimits } = service.parts.config
  const completion = completeUpload(
    { ...service.parts, gates: hanging.gates, uploadLimits, sleep: withoutRenewals },
    account.accountId,
    id,
  )
  await hanging.isAsked
  service.advance(7_000)
  return { ...hanging, service, account, id, completion }
}

describe('a completion whose process hangs while a gate is asked, until its claim has lapsed', () => {
  test.each(['allowed', 'refused', 'failed'] as const)(
    'and whose upload is deleted meanwhile asks no further gate after it was %s, and leaves nothing',
    async (kind) => {
      const { service, account, id, asked, resume, completion } = await hangInCompletion({ ...allowed, kind })
      const { accountId } = account
      await closeAccount(service, accountId)
      const { receipt, repeat } = await deleteData(service, accountId)
      expect(receipt.deleted.uploads).toBe(1)
      resume()
      await expect(completion).rejects.toThrow()
      expect(asked).toEqual(['first'])
      expect(await rowsOf(service.database, 'gate_checks')).toEqual([])
      expect(await service.storedKeys('inputs/', 'uploads/')).toEqual([])
      expect(await findTraces(service, [id, 'Jane Doe'])).toEqual([])
      expect(await repeat()).toEqual(receipt)
    },
  )

  test('has it again if nobody else took it, and its upload cannot be deleted while the next gate is asked', async () => {
    const { service, account, asked, resume, completion } = await hangInCompletion()
    resume()
    expect((await completion).status).toBe('READY')
    expect(asked).toEqual(['first', 'second'])
    const checks = await rowsOf(service.database, 'gate_checks')
    expect(checks).toHaveLength(2)
    await closeAccount(service, account.accountId)
    await deleteData(service, account.accountId)
    expect(await rowsOf(service.database, 'gate_checks')).toEqual([])
  })

  test('leaves the rest to the one that took it, and returns its verdict', async () => {
    const { service, account, id, asked, resume, completion } = await hangInCompletion()
    const other = hangingGates('upload')
    other.resume()
    const { uploadLimits } = service.parts.config
    const parts = { ...service.parts, gates: other.gates, uploadLimits }
    const verdict = await completeUpload(parts, account.accountId, id)
    resume()
    expect(await completion).toEqual(verdict)
    expect([asked, other.asked]).toEqual([['first'], ['first', 'second']])
    expect(await service.storedKeys('inputs/')).toHaveLength(1)
  })
})

describe('a worker that hangs while a gate is asked, until another has taken the task', () => {
  test.each(['before', 'after'] as const)(
    'asks no further gate %s the engine, and what it was asked goes with the data of the account',
    async (stage) => {
      const provider = createFakeProvider({ submission: 'idempotent' })
      const service = await startTestService({ providers: [provider] })
      const account = await service.createAccount()
      const id = await acceptImage(account, 'a passport of Jane Doe')
      const { asked, gates, isAsked, resume } = hangingGates(stage)
      const hung = runTask({ ...service.run, gates }, await service.claimOne(), never)
      await isAsked
      service.advance(31_000)
      await recoverLeases(service.run)
      await service.runQueue()
      await expectCharged(account, id)
      await closeAccount(service, account.accountId)
      const { receipt, repeat } = await deleteData(service, account.accountId)
      resume()
      await hung
      expect(asked).toEqual(['first'])
      expect(await rowsOf(service.database, 'gate_checks')).toEqual([])
      expect(await service.storedKeys('results/')).toEqual([])
      expect(await findTraces(service, ['Jane Doe'])).toEqual([])
      expect(provider.started).toHaveLength(1)
      expect(await repeat()).toEqual(receipt)
      await service.expectBooksToAgree()
    },
  )

  test.each([
    ['has the task', 3],
    ['has given up its last attempt, and runs another task', 1],
  ])('asks no further gate when the other %s', async (_, attemptsMax) => {
    const service = await startTestService({ providers: [createFakeProvider({ submission: 'idempotent' })] })
    const account = await service.createAccount()
    await acceptImage(account)
    const { asked, gates, isAsked, resume } = hangingGates('before')
    const hung = runTask({ ...service.run, gates }, await service.claimOne(), never)
    await isAsked
    service.advance(31_000)
    await recoverLeases({ ...service.run, settings: { ...service.run.settings, attemptsMax } })
    if (attemptsMax === 1) await acceptImage(account)
    await service.claimOne()
    resume()
    await hung
    expect(asked).toEqual(['first'])
  })
})
