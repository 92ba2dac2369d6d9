import { expect } from 'vitest'
import { findAccount } from '../../server/src/database/accounts.ts'
import { sumLedger } from '../../server/src/database/ledger-totals.ts'
import type { TestService } from '../support/service.ts'
import type { Model } from './model.ts'

/** Holds every balance, reservation, ledger sum and status against the model, to the micro-dollar. */
export async function expectAgreement(service: TestService, model: Model): Promise<void> {
  const { database } = service
  for (const account of model.accounts) {
    const found = await database.read((db) => findAccount(db, account.id))
    expect([found?.balance.micros, found?.reserved.micros]).toEqual([account.balance, account.reserved])
    const sums = await database.read((db) => sumLedger(db, account.id))
    expect([sums.credited.micros, sums.debited.micros, sums.charged.micros]).toEqual([
      account.credited,
      account.debited,
      account.charged,
    ])
    expect(account.balance + account.reserved).toBe(account.credited - account.debited - account.charged)
  }
  const rows = await database.read((db) => db.selectFrom('tasks').select(['id', 'status']).execute())
  expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
    new Map([...model.tasks.values()].map(({ id, status }) => [id, status])),
  )
  await service.expectBooksToAgree()
}
