import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { newGateCheckId } from '../../server/src/core/domain/ids.ts'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { findAccountDeletion } from '../../server/src/database/accounts/deletions.ts'
import type { Database } from '../../server/src/database/database.ts'
import { recordGateRequest, recordGateVerdict } from '../../server/src/database/gate-checks.ts'
import { claimUpload, releaseUploadClaim } from '../../server/src/database/uploads/claims.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { DeletionUnfinishedError } from '../../server/src/operator/actions.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewDeletion } from '../../server/src/operator/deletion-views.ts'
import { createAuthenticate } from '../../server/src/use-cases/accounts/authenticate.ts'
import { AccountInUseError } from '../../server/src/use-cases/accounts/delete-account-data.ts'
import { completeUpload } from '../../server/src/use-cases/uploads/complete-upload.ts'
import { putFile } from '../support/account.ts'
import { findTraces, plantCustomer, prefixes, rowsOf } from '../support/customer.ts'
import { openServiceOfFile, startTestService, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage } from './support/tasks.ts'

const service = await openServiceOfFile()

let customers = 0
/** A customer whose account is closed. */
async function plantLeaver(on: TestService = service) {
  customers += 1
  const customer = await plantCustomer(on, `leaver-${customers}`)
  await operatorOf(on).closeAccount({ accountId: customer.accountId })
  return customer
}

function operatorOf(
  on: TestService,
  { database = on.database, objectStore = on.parts.objectStore }: Partial<Parts> = {},
) {
  return createAdministration(database, { actor: 'the test', objectStore })
}

interface Parts {
  readonly database: Database
  readonly objectStore: ObjectStore
}

/** Every row from which money, usage and limits are explained. */
async function books(): Promise<Record<string, string[]>> {
  const tables = ['ledger_entries', 'credits', 'debits', 'usage_days', 'key_spending', 'key_limits']
  const rows = await Promise.all(tables.map((table) => rowsOf(service.database, table)))
  return Object.fromEntries(tables.map((table, index) => [table, rows[index] ?? []]))
}

const whole = {
  uploads: 4,
  results: 1,
  tasks: 3,
  idempotencyKeys: 3,
  apiKeys: 2,
  auditEntries: 3,
}

describe('after the receipt of a deletion', () => {
  test('no text and no byte of the customer is left in any table or object, and the rest is as it was', async () => {
    const other = await plantCustomer(service, 'neighbour')
    const customer = await plantLeaver()
    const planted = new Set((await findTraces(service, customer.marks)).map((trace) => trace.split(' ')[0]))
    expect([...planted].sort()).toEqual([...customer.marks].sort())
    const [before, beforeOther] = [await books(), await findTraces(service, other.marks)]

    const deletion = await operatorOf(service).deleteAccountData(customer.accountId)
    expect(deletion.deleted).toMatchObject(whole)
    expect(await findTraces(service, [...customer.marks, ...customer.uploadIds])).toEqual([])
    const keys = await service.storedKeys(...prefixes)
    expect(keys.filter((key) => Object.values(customer.tasks).some((id) => key.includes(id)))).toEqual([])
    expect(await books()).toEqual(before)
    expect(await findTraces(service, other.marks)).toEqual(beforeOther)
    expect((await other.call('GET', `/api/v1/tasks/${other.tasks.succeeded}`)).body.output.removed).toBe(
      undefined,
    )
    await service.expectBooksToAgree()
  })

  test('what processes that died have left of its uploads and tasks is gone too', async () => {
    const customer = await plantLeaver()
    const [uploadId] = customer.uploadIds
    const left = [
      `inputs/${uploadId}-0`,
      ...Object.values(customer.tasks).map((id) => `results/${id}/9-0.png`),
    ]
    for (const key of left)
      await service.parts.objectStore.put({ key, contentType: 'image/png', bytes: pngOf(40, 30) })
    await operatorOf(service).deleteAccountData(customer.accountId)
    const keys = await service.storedKeys(...prefixes)
    expect(keys.filter((key) => left.includes(key))).toEqual([])
  })

  test('its bytes are those that the object store held', async () => {
    const [before, customer] = [await storedBytes(), await plantLeaver()]
    const held = (await storedBytes()) - before
    const { deleted } = await operatorOf(service).deleteAccountData(customer.accountId)
    expect(deleted.uploadBytes + deleted.resultBytes).toBe(held)
  })

  test('its keys are refused, and its tasks are unknown if it gets a key again', async () => {
    // A process trusts a key for three seconds, which pass for nobody here.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const customer = await plantLeaver()
    const operator = operatorOf(service)
    await operator.deleteAccountData(customer.accountId)
    expect(await createAuthenticate(service.database)(customer.apiKey)).toBe(undefined)
    expect((await customer.call('GET', `/api/v1/tasks/${customer.tasks.succeeded}`)).status).toBe(404)
    await operator.resumeAccount({ accountId: customer.accountId })
    const { apiKey } = await operator.issueApiKey(customer.accountId)
    for (const id of Object.values(customer.tasks)) {
      const response = await service.fetch(`/api/v1/tasks/${id}`, {
        headers: { Authorization: `Bearer ${apiKey}` },
      })
      expect([response.status, (await response.json()).code]).toEqual([404, 'TASK_NOT_FOUND'])
    }
  })

  test('an idempotency key of before a deletion, which broke off once, makes a new task, once', async () => {
    const customer = await service.createAccount()
    const { accountId } = customer
    const operator = operatorOf(service)
    const headers = { 'Idempotency-Key': 'k' }
    const path = '/api/v1/images/generations'
    const first = await customer.call('POST', path, { prompt: 'x' }, headers)
    await service.runQueue()
    await operator.closeAccount({ accountId })
    let isScrubbed = false
    const dying = createAdministration(service.database, {
      objectStore: service.parts.objectStore,
      onDeletion({ deleted }) {
        isScrubbed = deleted.tasks > 0
        if (isScrubbed) throw new Error('killed')
      },
    })
    await expect(dying.deleteAccountData(accountId)).rejects.toThrow('killed')
    expect(isScrubbed).toBe(true)
    expect(await customer.call('POST', path, { prompt: 'x' }, headers)).toMatchObject({
      status: 403,
      body: { code: 'ACCOUNT_NOT_ACTIVE' },
    })
    await operator.deleteAccountData(accountId)
    await operator.resumeAccount({ accountId })
    const { apiKey } = await operator.issueApiKey(accountId)
    const repeat = async (prompt: string) => {
      const response = await service.fetch(path, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ prompt }),
      })
      return { status: response.status, id: (await response.json()).id }
    }
    const again = await Promise.all(Array.from({ length: 8 }, () => repeat('y')))
    expect(again.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(again.map(({ id }) => id)).size).toBe(1)
    expect(again[0]?.id).not.toBe(first.body.id)
    expect((await repeat('x')).status).toBe(409)
    await service.expectBooksToAgree()
  })

  test('a repetition returns the same receipt and records nothing', async () => {
    const { accountId } = await plantLeaver()
    const operator = operatorOf(service)
    const first = await operator.deleteAccountData(accountId)
    const audit = await operator.listAuditEntries({ accountId, limit: 50 })
    service.advance(60_000)
    expect(await operator.deleteAccountData(accountId)).toEqual(first)
    expect(await operator.listAuditEntries({ accountId, limit: 50 })).toEqual(audit)
    const own = audit.filter(({ action }) => action === 'delete-account-data').map(({ details }) => details)
    expect(own).toEqual([{ step: 'ended', ...first.deleted }, { step: 'begun' }])
  })

  test.each<[string, (operator: ReturnType<typeof operatorOf>, accountId: string) => Promise<unknown>]>([
    [
      'the reason of a debit',
      async (operator, accountId) => {
        const amount = (await operator.showAccount(accountId)).account.balance
        await operator.debitAccount({ accountId, amount, reason: 'paid to Jane Doe' })
      },
    ],
    [
      'a reference that is taken away again',
      async (operator, accountId) => {
        await operator.setAccount(accountId, { reference: 'Jane Doe' })
        await operator.setAccount(accountId, { reference: null })
      },
    ],
  ])('%s that came later goes with a repetition, which has its own receipt', async (_what, act) => {
    const { accountId } = await plantLeaver()
    const operator = operatorOf(service)
    const first = await operator.deleteAccountData(accountId)
    await act(operator, accountId)
    service.advance(60_000)
    const second = await operator.deleteAccountData(accountId)
    expect(second.begunAtMs).toBeGreaterThan(first.begunAtMs)
    expect(second.deleted.auditEntries).toBeGreaterThan(0)
    expect(await findTraces(service, ['Jane Doe'])).toEqual([])
    expect(await operator.deleteAccountData(accountId)).toEqual(second)
  })

  test('what a gate said of a task goes with a repetition, if another process stored it later', async () => {
    const { accountId, tasks } = await plantLeaver()
    const operator = operatorOf(service)
    const first = await operator.deleteAccountData(accountId)
    const check = {
      id: newGateCheckId(0),
      subjectId: tasks.failed,
      gate: 'g',
      stage: 'before',
      version: '',
    } as const
    await recordGateRequest(service.database, check, async () => true)
    await recordGateVerdict(service.database, check.id, { kind: 'refused', reason: 'names Jane Doe' })
    service.advance(60_000)
    const second = await operator.deleteAccountData(accountId)
    expect(second.begunAtMs).toBeGreaterThan(first.begunAtMs)
    expect(await findTraces(service, ['Jane Doe'])).toEqual([])
    expect(await operator.deleteAccountData(accountId)).toEqual(second)
  })

  test('what the account did after it was made active again takes another deletion', async () => {
    const { accountId } = await plantLeaver()
    const operator = operatorOf(service)
    const first = await operator.deleteAccountData(accountId)
    await operator.resumeAccount({ accountId })
    await operator.setAccount(accountId, { name: 'back again' })
    await operator.closeAccount({ accountId, reason: 'left again' })
    service.advance(60_000)
    const second = await operator.deleteAccountData(accountId)
    expect(second.begunAtMs).toBeGreaterThan(first.begunAtMs)
    expect(await findTraces(service, ['back again', 'left again'])).toEqual([])
  })
})

describe('the data of an account', () => {
  test('is not deleted while it is not closed, or while a task of it is unfinished', async () => {
    const account = await service.createAccount()
    const operator = operatorOf(service)
    const { accountId } = account
    await expect(operator.deleteAccountData(accountId)).rejects.toThrow(`close-account ${accountId}`)
    await acceptImage(account)
    await service.claim()
    await operator.closeAccount({ accountId })
    await expect(operator.deleteAccountData(accountId)).rejects.toThrow('1 unfinished task')
    expect((await operator.listAuditEntries({ accountId, limit: 9 })).map(({ action }) => action)).toEqual([
      'close-account',
      'create-account',
    ])
  })

  test('is only counted by a look at it', async () => {
    const { accountId, marks } = await plantLeaver()
    const before = await findTraces(service, marks)
    const { stored, deletion } = await operatorOf(service).showAccountData(accountId)
    expect(stored).toMatchObject({ uploads: 4, results: 1, tasks: 3, idempotencyKeys: 3, apiKeys: 2 })
    expect(deletion).toBe(undefined)
    expect(await findTraces(service, marks)).toEqual(before)
  })

  test('of many uploads and tasks is deleted in requests of a short time, each of which gets on', async () => {
    const { accountId } = await plantLeaver()
    const operator = operatorOf(service)
    let requests = 0
    for (let isEnded = false; !isEnded; requests += 1)
      isEnded = (await operator.deleteAccountData(accountId, { msMax: 0 })).endedAtMs !== undefined
    expect(requests).toBeGreaterThan(1)
    expect(requests).toBeLessThan(10)
  })
})

describe('a deletion whose object store is away', () => {
  test('has no receipt, deletes no row whose bytes are there, and is finished by a repetition', async () => {
    const { accountId, marks } = await plantLeaver()
    const away = { ...service.parts.objectStore, delete: () => Promise.reject(new Error('refused')) }
    const before = await findTraces(
      service,
      marks.filter((mark) => mark.includes('bytes')),
    )
    await expect(operatorOf(service, { objectStore: away }).deleteAccountData(accountId)).rejects.toThrow(
      'The object store is unavailable.',
    )
    expect((await operatorOf(service).showAccountData(accountId)).deletion?.endedAtMs).toBe(undefined)
    expect(
      await findTraces(
        service,
        marks.filter((mark) => mark.includes('bytes')),
      ),
    ).toEqual(before)
    const { endedAtMs, deleted } = await operatorOf(service).deleteAccountData(accountId)
    expect(endedAtMs).not.toBe(undefined)
    expect(deleted).toMatchObject(whole)
    expect(await findTraces(service, marks)).toEqual([])
  })
})

test('an account is not made active while its data is being deleted, so no task shows a file that is gone', async () => {
  const { accountId } = await plantLeaver()
  const operator = operatorOf(service)
  const refusals: unknown[] = []
  const { transaction } = service.database
  const reopening = createAdministration(
    {
      ...service.database,
      async transaction(work) {
        const result = await transaction(work)
        const deletion = await service.database.read((db) => findAccountDeletion(db, accountId))
        if (deletion !== undefined && deletion.endedAtMs === undefined)
          await operator.resumeAccount({ accountId }).catch((error: unknown) => refusals.push(error))
        return result
      },
    },
    service.parts,
  )
  await reopening.deleteAccountData(accountId)
  expect(refusals.length).toBeGreaterThan(3)
  for (const refusal of refusals) expect(refusal).toBeInstanceOf(DeletionUnfinishedError)
  expect((await operator.resumeAccount({ accountId })).state).toBe('ACTIVE')
})

describe('a deletion that dies', () => {
  test.each(['before', 'after'] as const)(
    '%s any of its steps is finished by a repetition, whose receipt counts everything once',
    async (when) => {
      for (let step = 1; ; step += 1) {
        const { accountId, marks } = await plantLeaver()
        const dying = operatorOf(service, dyingAt(step, when))
        const hasDied = await dying.deleteAccountData(accountId).then(
          () => false,
          () => true,
        )
        const deletion = await operatorOf(service).deleteAccountData(accountId)
        expect([step, deletion.deleted]).toMatchObject([step, whole])
        expect(viewDeletion(deletion).endedAt).not.toBeNull()
        expect(await findTraces(service, marks)).toEqual([])
        if (!hasDied) {
          expect(step).toBeGreaterThan(12)
          break
        }
      }
      await service.expectBooksToAgree()
    },
  )
})

/** A database and a store of which the so-manieth commit or deletion kills the process, before or after it. */
function dyingAt(step: number, when: 'before' | 'after'): Partial<Parts> {
  const { database, parts } = service
  const death = new Error('killed')
  let passed = 0
  const passing = async <T>(work: () => Promise<T>): Promise<T> => {
    passed += 1
    const isLast = passed >= step
    if (isLast && when === 'before') throw death
    const result = await work()
    if (isLast) throw death
    return result
  }
  return {
    database: { ...database, transaction: (work) => passing(() => database.transaction(work)) },
    objectStore: {
      ...parts.objectStore,
      head: (key) => parts.objectStore.head(key),
      delete: (key) => passing(() => parts.objectStore.delete(key)),
    },
  }
}

async function storedBytes(): Promise<number> {
  let bytes = 0
  for (const key of await service.storedKeys(...prefixes))
    bytes += (await service.parts.objectStore.head(key))?.sizeBytes ?? 0
  return bytes
}

/** An upload whose file is copied, and then waits: for a gate's verdict, or because its process hangs. */
async function completeSlowly(changes: Partial<Parameters<typeof completeUpload>[0]> = {}) {
  const account = await service.createAccount()
  const { accountId } = account
  const { id, uploadUrl } = await account.reserve()
  await putFile(uploadUrl, pngOf(40, 30))
  let resume: () => void = () => undefined
  const resumed = new Promise<void>((resolve) => (resume = resolve))
  let noteCopied: () => void = () => undefined
  const copied = new Promise<void>((resolve) => (noteCopied = resolve))
  const objectStore: ObjectStore = {
    ...service.parts.objectStore,
    async copy(request) {
      const isCopied = await service.parts.objectStore.copy(request)
      noteCopied()
      await resumed
      return isCopied
    },
  }
  const { uploadLimits } = service.parts.config
  const deps = { ...service.parts, objectStore, uploadLimits, ...changes }
  const completion = completeUpload(deps, accountId, id)
  await copied
  await operatorOf(service).closeAccount({ accountId })
  const files = async () => (await service.storedKeys(...prefixes)).filter((key) => key.includes(id))
  return { accountId, id, completion, resume, files }
}

describe('an upload that is being verified', () => {
  test('delays the deletion with all of its files, until it has its verdict', async () => {
    const { accountId, id, completion, resume, files } = await completeSlowly()
    const operator = operatorOf(service)
    const refused = operator.deleteAccountData(accountId)
    await expect(refused).rejects.toThrow(/has an upload that is being verified: try again in [1-6] s\.$/)
    await expect(refused).rejects.toBeInstanceOf(AccountInUseError)
    expect((await operator.showAccountData(accountId)).deletion?.endedAtMs).toBe(undefined)
    expect(await files()).toHaveLength(2)
    resume()
    expect((await completion).status).toBe('READY')
    expect((await operator.deleteAccountData(accountId)).deleted.uploads).toBe(1)
    expect(await files()).toEqual([])
    expect(await findTraces(service, [id])).toEqual([])
  })

  test('by a process that hangs delays it until the claim has lapsed; one that goes on deletes its own copy', async () => {
    // So does what renews its claim.
    const sleep = () => new Promise<void>(() => undefined)
    const { accountId, completion, resume, files } = await completeSlowly({ sleep })
    service.advance(31_000)
    expect((await operatorOf(service).deleteAccountData(accountId)).deleted.uploads).toBe(1)
    resume()
    await expect(completion).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' })
    expect(await files()).toEqual([])
  })

  test('from between the steps of a deletion is left to a repetition', async () => {
    const account = await service.createAccount()
    const { accountId } = account
    const { id } = await account.reserve()
    await operatorOf(service).closeAccount({ accountId })
    const claim = { uploadId: id, claimId: 'a claim' }
    const objectStore = delayedBy(() => claimUpload(service.database, claim, 30_000))
    const deletion = operatorOf(service, { objectStore }).deleteAccountData(accountId)
    await expect(deletion).rejects.toBeInstanceOf(AccountInUseError)
    await releaseUploadClaim(service.database, claim)
    expect((await operatorOf(service).deleteAccountData(accountId)).deleted.uploads).toBe(1)
  })
})

/** A store of which the first size that a deletion asks for is delayed by something that comes in between. */
function delayedBy(work: () => Promise<unknown>): ObjectStore {
  const { objectStore } = service.parts
  let isFirst = true
  return {
    ...objectStore,
    async head(key) {
      const isDelayed = isFirst
      isFirst = false
      if (isDelayed) await work()
      return objectStore.head(key)
    },
  }
}

test('an upload that becomes READY while its account’s data is deleted is deleted as such, and counted until then', async () => {
  const account = await service.createAccount()
  const { accountId } = account
  const [late, pending] = [await account.reserve(), await account.reserve()]
  for (const { uploadUrl } of [late, pending]) await putFile(uploadUrl, pngOf(40, 30))
  await operatorOf(service).closeAccount({ accountId })
  const parts = { ...service.parts, uploadLimits: service.parts.config.uploadLimits }
  const objectStore = delayedBy(() => completeUpload(parts, accountId, late.id))
  const operator = operatorOf(service, { objectStore })
  const { deleted } = await operator.deleteAccountData(accountId, { msMax: 0 })
  expect(deleted.uploads).toBe(1)
  const usage = () => service.database.read((db) => findKeptUploads(db, accountId))
  expect(await usage()).toEqual({ uploadsKept: 1, bytesKept: 4096 })
  expect((await operator.deleteAccountData(accountId)).deleted.uploads).toBe(2)
  expect(await usage()).toEqual({ uploadsKept: 0, bytesKept: 0 })
  expect(await findTraces(service, [late.id, pending.id])).toEqual([])
  await service.expectBooksToAgree()
})

test('a deletion that comes between the steps of another leaves each upload counted once', async () => {
  const { accountId } = await plantLeaver()
  const objectStore = delayedBy(() => operatorOf(service).deleteAccountData(accountId))
  const { deleted } = await operatorOf(service, { objectStore }).deleteAccountData(accountId)
  expect(deleted).toMatchObject(whole)
})

test('a task that is accepted while the account is closed is either refused or found', async () => {
  const own = await startTestService()
  const account = await own.createAccount()
  const operator = operatorOf(own)
  const orders = Array.from({ length: 5 }, () =>
    account.call('POST', '/api/v1/images/generations', { prompt: 'raced' }),
  )
  const closed = operator.closeAccount({ accountId: account.accountId })
  await Promise.all([...orders, closed])
  await own.runQueue()
  await operator.closeAccount({ accountId: account.accountId })
  await operator.deleteAccountData(account.accountId)
  expect(await findTraces(own, ['raced'])).toEqual([])
})
