import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { countRows } from './support/row-counts.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount('1.00')
})

const administration = (actor = 'ada@desk') => createAdministration(service.database, { actor })

/** The recorded entries of an account, oldest first, without ids and times. */
async function recorded(accountId: string) {
  const entries = await administration().listAuditEntries({ accountId, limit: 100 })
  return entries.reverse().map(({ actor, action, subject, details }) => ({ actor, action, subject, details }))
}

describe('the audit table', () => {
  test('has an entry for every action that changes something: who, what and on which subject, without any secret', async () => {
    const operator = administration()
    const { accountId, keyId, apiKey } = await operator.createAccount({ balance: Usd.parse('2.5') })
    await operator.creditAccount({ accountId, amount: Usd.parse('0.000001'), reason: 'a gift' })
    await operator.debitAccount({ accountId, amount: Usd.parse('0.5'), reason: 'paid twice' })
    await operator.setAccount(accountId, { name: 'Ada', reference: accountId })
    await operator.setAccount(accountId, { name: 'Ada', reference: null })
    await operator.setAccount(accountId, { name: 'Ada' })
    await operator.setAccountLimits({ accountId, tasksOpenMax: 'none', tasksRunningMax: 3 })
    await operator.setAccountLimits({ accountId, requestsPerMinute: 300 })
    await operator.setAccountLimits({ accountId, requestsPerMinute: 'default' })
    const properties = { name: 'shop', isReadOnly: true, totalLimit: Usd.parse('5') }
    const second = await operator.issueApiKey(accountId, { properties })
    await operator.setApiKey(second.keyId, {
      isReadOnly: false,
      totalLimit: null,
      products: ['image.generate'],
    })
    const third = await operator.rotateApiKey(second.keyId, { overlapMs: 0 })
    await operator.revokeApiKey(second.keyId)
    const actor = 'ada@desk'
    expect(await recorded(accountId)).toEqual([
      { actor, action: 'create-account', subject: accountId, details: { balance: '2.50', keyId } },
      {
        actor,
        action: 'credit-account',
        subject: accountId,
        details: { amount: '0.000001', reason: 'a gift' },
      },
      {
        actor,
        action: 'debit-account',
        subject: accountId,
        details: { amount: '0.50', reason: 'paid twice' },
      },
      {
        actor,
        action: 'set-account',
        subject: accountId,
        details: { name: 'set', reference: accountId },
      },
      { actor, action: 'set-account', subject: accountId, details: { reference: 'none' } },
      {
        actor,
        action: 'set-account-limits',
        subject: accountId,
        details: { tasksOpenMax: 'none', tasksRunningMax: 3 },
      },
      { actor, action: 'set-account-limits', subject: accountId, details: { requestsPerMinute: 300 } },
      { actor, action: 'set-account-limits', subject: accountId, details: { requestsPerMinute: 'default' } },
      {
        actor,
        action: 'issue-api-key',
        subject: second.keyId,
        details: { name: 'shop', readOnly: 'yes', totalLimit: '5.00' },
      },
      {
        actor,
        action: 'set-api-key',
        subject: second.keyId,
        details: { readOnly: 'no', totalLimit: 'none', products: 'image.generate' },
      },
      {
        actor,
        action: 'rotate-api-key',
        subject: second.keyId,
        details: { replacedBy: third.keyId, expiresAt: third.replacedKeyExpiresAt },
      },
      { actor, action: 'revoke-api-key', subject: second.keyId, details: {} },
    ])
    const all = await service.database.read((db) => db.selectFrom('audit_entries').selectAll().execute())
    const text = JSON.stringify(all, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const secret of [apiKey, second.apiKey, third.apiKey, apiKeyParts(apiKey).secret])
      expect(text).not.toContain(secret)
  })

  test('has an entry for each transaction that deletes uploads, and none if there was nothing to delete', async () => {
    const { accountId } = account
    for (let count = 0; count < 2; count += 1) await account.upload(pngOf(40, 30), 'image/png')
    await administration().deleteUploads({ accountId, unusedMs: 0 })
    await service.database.transaction((tx) =>
      tx.db.updateTable('uploads').set({ last_used_at: 0n }).where('account_id', '=', accountId).execute(),
    )
    await administration().deleteUploads({ accountId, unusedMs: 86_400_000 })
    const entries = await recorded(accountId)
    expect(entries.filter(({ action }) => action === 'delete-uploads')).toEqual([
      {
        actor: 'ada@desk',
        action: 'delete-uploads',
        subject: accountId,
        details: { deleted: 2, unusedDays: 1 },
      },
    ])
  })

  test('has no entry of an action that was rejected or changed nothing', async () => {
    const { accountId } = account
    const keyId = apiKeyParts(account.apiKey).keyId
    await administration().revokeApiKey(keyId)
    const before = await countRows(service.database)
    await administration().revokeApiKey(keyId)
    const rejected = [
      administration().revokeApiKey('nobody'),
      administration().issueApiKey('nobody'),
      administration().creditAccount({ accountId: 'nobody', amount: Usd.zero }),
      administration().creditAccount({ accountId, amount: Usd.max }),
      administration().debitAccount({ accountId, amount: Usd.parse('1.000001') }),
      administration().setAccount('nobody', { name: 'Ada' }),
    ]
    for (const outcome of await Promise.allSettled(rejected)) expect(outcome.status).toBe('rejected')
    expect(await countRows(service.database)).toEqual(before)
  })

  test('is written in the transaction of the action: a death before COMMIT leaves neither', async () => {
    const before = await countRows(service.database)
    const dying = createAdministration(
      {
        ...service.database,
        transaction: (work) =>
          service.database.transaction(async (tx) => {
            await work(tx)
            throw new Error('the process dies before COMMIT')
          }),
      },
      { actor: 'ada@desk' },
    )
    const { accountId } = account
    await expect(dying.creditAccount({ accountId, amount: Usd.parse('1') })).rejects.toThrow('dies')
    await expect(dying.debitAccount({ accountId, amount: Usd.parse('1') })).rejects.toThrow('dies')
    await expect(dying.setAccount(accountId, { name: 'Ada' })).rejects.toThrow('dies')
    await expect(dying.issueApiKey(accountId)).rejects.toThrow('dies')
    await expect(dying.createAccount({ balance: Usd.parse('1') })).rejects.toThrow('dies')
    expect(await countRows(service.database)).toEqual(before)
  })

  test('pages backwards from the newest entry, over all accounts and for one', async () => {
    const { accountId } = account
    for (let count = 0; count < 3; count += 1)
      await administration().creditAccount({ accountId, amount: Usd.parse('0.01') })
    const first = await administration().listAuditEntries({ accountId, limit: 2 })
    const before = first.at(-1)?.id ?? 0n
    const second = await administration().listAuditEntries({ accountId, limit: 2, before })
    const ids = [...first, ...second].map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((one, other) => (one < other ? 1 : -1)))
    expect(new Set(ids).size).toBe(4)
    expect(second.at(-1)?.action).toBe('create-account')
    const [newest] = await administration().listAuditEntries({ limit: 1 })
    expect(newest?.id).toBe(ids[0])
  })

  test('is append-only: one statement of the server changes an entry, its details alone, and none deletes one', async () => {
    const sources = new URL('../../server/', import.meta.url)
    const files = globSync(['src/**/*.ts', '*/src/**/*.ts'], {
      cwd: fileURLToPath(sources),
      exclude: ['**/*.test.ts'],
    })
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, sources), 'utf8')))
    expect(texts.filter((text) => text.includes("insertInto('audit_entries')"))).toHaveLength(1)
    const changes =
      /(updateTable|deleteFrom|replaceInto|deleteByKeys|mergeInto)\(\s*['"]audit_entries|(update|delete from|truncate)\s+`?audit_entries/i
    const changing = files.filter((_, index) => changes.test(texts[index] ?? ''))
    expect(changing).toEqual(['src/database/operator/audit-entries.ts'])
    const [text = ''] = texts.filter((_, index) => files[index] === changing[0])
    expect(text.match(new RegExp(changes, 'gi'))).toEqual(["updateTable('audit_entries"])
    expect(text).toContain('.set({ details: JSON.stringify(left) })')
  })

  test('records a sign-in with its address', async () => {
    await administration('page 1234').recordSignIn('192.0.2.7')
    const [entry] = await administration().listAuditEntries({ limit: 1 })
    expect(entry).toMatchObject({ actor: 'page 1234', action: 'sign-in', subject: '192.0.2.7' })
  })
})

describe('an idempotency key', () => {
  test('gives a credit once, however often and concurrently it is requested', async () => {
    const { accountId } = account
    const request = { accountId, amount: Usd.parse('0.50'), idempotencyKey: randomUUID() }
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => administration().creditAccount(request)),
    )
    for (const { balance } of responses) expect(balance.toString()).toBe('1.50')
    expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1)
    expect((await administration().creditAccount(request)).replayed).toBe(true)
    expect((await account.money()).balance).toBe('1.50')
    expect((await recorded(accountId)).map(({ action }) => action)).toEqual([
      'create-account',
      'credit-account',
    ])
    await service.expectBooksToAgree()
  })

  test('is rejected for another amount, and means another credit for another account', async () => {
    const { accountId } = account
    const request = { accountId, amount: Usd.parse('0.50'), idempotencyKey: 'september' }
    await administration().creditAccount(request)
    const other = administration().creditAccount({ ...request, amount: Usd.parse('0.60') })
    await expect(other).rejects.toThrow('it credited 0.50 USD, not 0.60')
    const neighbour = await service.createAccount('0.00')
    await administration().creditAccount({ ...request, accountId: neighbour.accountId })
    expect((await neighbour.money()).balance).toBe('0.50')
    expect((await account.money()).balance).toBe('1.50')
  })

  test('opens one account and issues one key, and tells a repetition that the key was shown then', async () => {
    const idempotencyKey = randomUUID()
    const { accountId } = await administration().createAccount({ balance: Usd.parse('1'), idempotencyKey })
    const before = await countRows(service.database)
    const again = administration().createAccount({ balance: Usd.parse('1'), idempotencyKey })
    await expect(again).rejects.toThrow('it opened an account, whose first key was shown then')
    expect(await countRows(service.database)).toEqual(before)
    await administration().issueApiKey(accountId, { idempotencyKey })
    const issued = administration().issueApiKey(accountId, { idempotencyKey })
    await expect(issued).rejects.toThrow('it issued an API key, which was shown then')
    expect((await administration().showAccount(accountId)).apiKeys).toHaveLength(2)
  })
})
