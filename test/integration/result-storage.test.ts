import { beforeEach, describe, expect, test } from 'vitest'
import { subtractResultBytes } from '../../server/src/database/accounts/result-bytes.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount()
})

const countedOf = async ({ accountId }: TestAccount) =>
  (await createAdministration(service.database).showAccount(accountId)).account.resultBytes

/** What the object store holds below the account's results. */
async function storedOf(ids: readonly string[]): Promise<number> {
  let bytes = 0
  for (const key of await service.storedKeys(...ids.map((id) => `results/${id}/`)))
    bytes += (await service.parts.objectStore.head(key))?.sizeBytes ?? 0
  return bytes
}

describe('the bytes of results that an account keeps', () => {
  test('are those that the object store holds, marks included', async () => {
    const ids = [await acceptImage(account), await acceptImage(account)]
    await service.runQueue()
    const stored = await storedOf(ids)
    expect(stored).toBeGreaterThan(0)
    expect(await countedOf(account)).toBe(stored)
    await service.expectBooksToAgree()
  })

  test('are none of a task that failed or was cancelled', async () => {
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    await acceptImage(account)
    await service.runQueue()
    await account.call('POST', `/api/v1/tasks/${await acceptImage(account)}/cancel`)
    expect(await countedOf(account)).toBe(0)
  })

  test('of many tasks that end at once, of several accounts, are exact', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => service.createAccount()))
    for (const owner of accounts) for (let index = 0; index < 6; index += 1) await acceptImage(owner)
    const tasks = await service.claim(18)
    const failure = { code: 'GENERATION_FAILED', message: 'no' } as const
    const output = [
      { key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 1_000 },
      { key: 'results/a/1-1.png', contentType: 'image/png', sizeBytes: 5 },
    ]
    await Promise.all(
      tasks.map((task, index) =>
        service.run.settleWriter.write(
          index % 3 === 0 ? { task, move: 'fail', failure } : { task, move: 'succeed', output },
        ),
      ),
    )
    const counted = await Promise.all(accounts.map(countedOf))
    expect(counted.reduce((sum, bytes) => sum + bytes, 0)).toBe(12 * 1_005)
    await service.expectBooksToAgree()
  })

  test('that a process of an older version did not count are found and recounted by the reconciliation', async () => {
    const id = await acceptImage(account)
    await service.runQueue()
    await service.database.transaction((tx) =>
      tx.db.updateTable('accounts').set({ result_bytes: 0n }).where('id', '=', account.accountId).execute(),
    )
    await expect(service.expectBooksToAgree()).rejects.toThrow('storage')
    service.advance(20 * 60_000)
    expect(await reconcileLedger(service.run)).toEqual([])
    expect(await countedOf(account)).toBe(await storedOf([id]))
    await service.expectBooksToAgree()
  })

  test('never fall below none', async () => {
    await service.database.transaction((tx) =>
      subtractResultBytes(tx, [{ accountId: account.accountId, createdAtMs: 0, sizeBytes: 7 }]),
    )
    expect(await countedOf(account)).toBe(0)
  })

  test('of all accounts together are a metric', async () => {
    const before = (await measureService(service.database)).resultBytesKept
    const id = await acceptImage(account)
    await service.runQueue()
    expect((await measureService(service.database)).resultBytesKept - before).toBe(await storedOf([id]))
  })
})
