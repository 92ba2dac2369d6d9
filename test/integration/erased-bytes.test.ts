import { existsSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { sqliteFileOf } from '../../server/src/config/config.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { eraseScrubbed, scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { testDialect } from '../support/test-database.ts'

const orders = 150
const word = 'xylophonequagga'
const dayMs = 24 * 3_600_000

let service: TestService
let leaver: TestAccount
beforeEach(async () => {
  service = await startTestService()
  leaver = await service.createAccount('100.00')
  const stayer = await service.createAccount('100.00')
  const { acceptGeneration } = wireUseCases(service.parts, { onAccepted: () => undefined })
  for (let at = 0; at < orders; at += 1) {
    const { accountId } = at % 3 === 0 ? stayer : leaver
    const prompt = `${at % 3 === 0 ? 'a lake' : word} ${'and more of it '.repeat((at * 7) % 100)}`
    await acceptGeneration({ accountId, product: 'image.generate', parameters: { prompt } })
    if (at % 10 === 9) await service.runQueue()
  }
  await service.runQueue()
})

function databaseFile(): string {
  const file = sqliteFileOf(service.parts.config)
  if (file === undefined) throw new Error('This is not SQLite.')
  return file
}

/** Leaves the word in free pages, as versions did that did not overwrite what they deleted. */
function deleteAsBefore(): void {
  const older = new DatabaseSync(databaseFile(), { timeout: 5_000 })
  older.exec('create table older (text text)')
  const insert = older.prepare('insert into older values (?)')
  for (let at = 0; at < 50; at += 1) insert.run(`${word} ${'and more of it '.repeat(100)}`)
  older.exec('drop table older')
  older.close()
}

/** How often the word is in each of the database's files. */
function findWord(): number[] {
  return ['', '-wal', '-shm'].map((suffix) => {
    const file = `${databaseFile()}${suffix}`
    return existsSync(file) ? readFileSync(file, 'latin1').split(word).length - 1 : 0
  })
}

describe.skipIf(testDialect() === 'mysql')('no byte of a prompt is in the files of SQLite', () => {
  const operator = () => createAdministration(service.database, { objectStore: service.parts.objectStore })

  test('after the receipt of a deletion', async () => {
    const { accountId } = leaver
    await operator().setAccount(accountId, { name: `${word} & Sons`, reference: `${word}-1` })
    await operator().closeAccount({ accountId })
    deleteAsBefore()
    expect(Math.max(...findWord())).toBeGreaterThan(orders / 2)
    const receipt = await operator().deleteAccountData(accountId)
    expect(receipt.endedAtMs).toBeDefined()
    expect(findWord()).toEqual([0, 0, 0])
    await service.expectBooksToAgree()
  })

  test('after retention has scrubbed its task, that of what was scrubbed since within a day', async () => {
    deleteAsBefore()
    expect(Math.max(...findWord())).toBeGreaterThan(orders / 2)
    service.advance(3 * dayMs)
    expect(await scrubOldTasks(service.parts, 2 * dayMs)).toBe(orders)
    await eraseScrubbed(service.parts)
    expect(findWord()).toEqual([0, 0, 0])
  })

  test('so while a program reads what is older there is no receipt, and a repetition gets it', async () => {
    const { accountId } = leaver
    await operator().closeAccount({ accountId })
    const reader = new DatabaseSync(databaseFile(), { readOnly: true })
    reader.exec('begin; select count(*) from tasks')
    await expect(operator().deleteAccountData(accountId)).rejects.toThrow(DatabaseUnavailableError)
    reader.close()
    const receipt = await operator().deleteAccountData(accountId)
    expect(receipt.endedAtMs).toBeDefined()
    expect(findWord()).toEqual([0, 0, 0])
  })
})
