import { describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { openServiceOfFile } from '../support/service.ts'
import { countRows } from './support/row-counts.ts'

const service = await openServiceOfFile()
const operator = createAdministration(service.database)

const open = async (name?: string, reference?: string) =>
  (await operator.createAccount({ balance: Usd.zero, name, reference })).accountId

/** What a search finds, in its order. */
const found = async (text: string, limit = 50) => {
  const { accounts, isComplete } = await operator.searchAccounts({ text, limit })
  return { ids: accounts.map(({ id }) => id), isComplete }
}

describe('a search for accounts', () => {
  test('finds by the beginning of an id, in any case', async () => {
    const id = await open()
    expect((await found(id.slice(0, 20))).ids).toEqual([id])
    expect((await found(id.toUpperCase())).ids).toEqual([id])
  })

  test.each([
    ['Zoë Brontë Ltd', 'zoë b'],
    ['ÖSTERREICH', 'öster'],
    ['Straße 12', 'STRASSE'],
    ['ΑΣΟΣ', 'ας'],
    ['Иван', 'иВ'],
    ['株式会社', '株式'],
    ['100% _silk_', '100% _'],
    ['🦊 studio', '🦊'],
    ['e\u0301cole', 'É'],
  ])('finds %j by %j: by the beginning of a name, in any case', async (name, text) => {
    const id = await open(name)
    expect((await found(text)).ids).toEqual([id])
    expect((await found(name)).ids).toEqual([id])
  })

  test('does not find by the middle of a name, by an accent too few, or by a pattern', async () => {
    await open('Qëd Ink')
    for (const text of ['ink', 'qed', 'q%', 'q_d', '%']) expect((await found(text)).ids).toEqual([])
  })

  test('finds by the whole reference only, in its case', async () => {
    const id = await open('Somebody', 'Cus_Nnnn 7')
    expect((await found('Cus_Nnnn 7')).ids).toEqual([id])
    for (const text of ['Cus_Nnnn', 'cus_nnnn 7']) expect((await found(text)).ids).toEqual([])
  })

  test('shows the one with the reference first, each account once, and says whether there are more', async () => {
    const [b, a] = [await open('xyzzy b'), await open('Xyzzy A', 'unrelated')]
    const named = await open('xyzzy', 'xyzzy')
    const last = await open('Xyzzy c', 'XYZZY')
    expect(await found('xyzzy')).toEqual({ ids: [named, a, b, last], isComplete: true })
    expect(await found('xyzzy', 4)).toEqual({ ids: [named, a, b, last], isComplete: true })
    expect(await found('xyzzy', 3)).toEqual({ ids: [named, a, b], isComplete: false })
    expect(await found('XYZZY', 1)).toEqual({ ids: [last], isComplete: false })
  })

  test('follows a new name and forgets the old one', async () => {
    const id = await open('Before')
    await operator.setAccount(id, { name: 'After' })
    expect([(await found('bef')).ids, (await found('aft')).ids]).toEqual([[], [id]])
    await operator.setAccount(id, { name: null })
    expect((await found('aft')).ids).toEqual([])
  })
})

describe('a reference', () => {
  test('belongs to one account, however many ask for it together; the others learn whose it is', async () => {
    const before = await countRows(service.database)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => open('Ada', 'order 66')))
    const opened = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    expect(opened).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ name: 'ReferenceTakenError', accountId: opened[0] })
    const after = await countRows(service.database)
    expect([after.accounts - before.accounts, after.audit_entries - before.audit_entries]).toEqual([1, 1])
    const other = await open()
    await expect(operator.setAccount(other, { reference: 'order 66' })).rejects.toThrow(
      `The reference order 66 is that of the account ${opened[0]}.`,
    )
    await operator.setAccount(opened[0] ?? '', { reference: null })
    expect(await operator.setAccount(other, { reference: 'order 66' })).toMatchObject({ id: other })
  })
})
