import { expect, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { findTraces, plantCustomer } from '../support/customer.ts'
import { openServiceOfFile } from '../support/service.ts'
import { runCommandLine } from './support/run-command-line.ts'

const service = await openServiceOfFile()

/** Runs a command line; `isAway` says whether the object store refuses everything. */
async function admin(argv: readonly string[], { isAway = false } = {}) {
  let progress = 0
  const { database, parts } = service
  const refuse = () => Promise.reject(new Error('refused'))
  const objectStore = isAway ? { ...parts.objectStore, head: refuse, delete: refuse } : parts.objectStore
  const onDeletion = () => {
    progress += 1
  }
  const ended = await runCommandLine(
    async () => ({
      accounts: createAdministration(database, { objectStore, onDeletion }),
      close: async () => undefined,
    }),
    argv,
  )
  return { ...ended, progress }
}

const deletionOf = (accountId: string, ...more: string[]) => ['delete-account-data', accountId, ...more]

test('delete-account-data shows without --yes what it would delete, and exits 2', async () => {
  const { accountId, marks } = await plantCustomer(service, 'looked-at')
  const early = await admin(deletionOf(accountId))
  expect([early.code, early.out, early.err]).toEqual([
    1,
    '',
    expect.stringContaining(`close-account ${accountId}`),
  ])
  await admin(['close-account', accountId])
  const before = await findTraces(service, marks)
  const { code, out } = await admin(deletionOf(accountId))
  expect(code).toBe(2)
  expect(out).toContain('Nothing is deleted yet.')
  expect(out).toContain('4 uploads (')
  expect(out).toContain(
    `Its balance of 8.97 USD is left. Pay it back first: debit-account ${accountId} --amount 8.97`,
  )
  expect(out).toContain(`To delete: delete-account-data ${accountId} --yes`)
  const { balance, stored, deletion } = JSON.parse((await admin(deletionOf(accountId, '--json'))).out)
  expect(stored).toMatchObject({ uploads: 4, results: 1, tasks: 3, idempotencyKeys: 3 })
  expect([balance, deletion]).toEqual(['8.97', null])
  expect(await findTraces(service, marks)).toEqual(before)
})

test('resume-account refuses an account whose data is partly deleted, until the deletion has ended', async () => {
  const { accountId } = await plantCustomer(service, 'comes-back')
  await admin(['close-account', accountId])
  await admin(deletionOf(accountId, '--yes'), { isAway: true })
  const early = await admin(['resume-account', accountId])
  expect([early.code, early.err]).toEqual([1, expect.stringContaining('only partly deleted')])
  await admin(deletionOf(accountId, '--yes'))
  expect((await admin(deletionOf(accountId))).out).toContain('Its data was deleted; the deletion ended ')
  expect((await admin(['resume-account', accountId])).code).toBe(0)
})

test('delete-account-data prints a receipt only once everything is deleted', async () => {
  const { accountId, marks } = await plantCustomer(service, 'leaver')
  await admin(['close-account', accountId])
  const away = await admin(deletionOf(accountId, '--yes'), { isAway: true })
  expect([away.code, away.out]).toEqual([1, ''])
  expect(away.err).toBe(
    'mediagen: The object store is unavailable. Not everything is deleted, and there is no receipt: run the command again.\n',
  )
  expect((await admin(deletionOf(accountId))).out).toContain('has not ended')
  const unfinished = await admin(['show-account', accountId])
  expect(unfinished.out).toMatch(/^Data +a deletion began .* has not ended: delete-account-data/m)

  const { code, out, err, progress } = await admin(deletionOf(accountId, '--yes', '--json'))
  expect([code, err]).toEqual([0, ''])
  expect(progress).toBeGreaterThan(1)
  const receipt = JSON.parse(out)
  expect(receipt).toMatchObject({
    accountId,
    balance: '8.97',
    deleted: {
      uploads: { count: 4 },
      resultFiles: { count: 1 },
      tasksScrubbed: 3,
      idempotencyKeys: 3,
      apiKeysRevoked: 2,
      auditEntriesRedacted: 3,
    },
    kept: expect.arrayContaining([{ what: expect.stringContaining('ledger'), why: expect.any(String) }]),
  })
  expect(Date.parse(receipt.unreferencedObjects.deletedBy)).toBeGreaterThan(Date.parse(receipt.endedAt))
  expect(await findTraces(service, marks)).toEqual([])
  const shown = await admin(['show-account', accountId])
  expect(shown.out).toMatch(new RegExp(`^Data +deleted ${receipt.endedAt.slice(0, 19)}Z$`, 'm'))
  const again = await admin(deletionOf(accountId, '--yes'))
  expect(again.out).toContain(`Receipt: the data of the account ${accountId} is deleted.`)
  expect(again.out).toContain(`Ended    ${receipt.endedAt.slice(0, 19)}Z`)
  expect(again.out).toContain('Balance  8.97 USD left')
})
