import { expect, test } from 'vitest'
import { createAdministration } from '../../../server/src/operator/administration.ts'
import { pngOf } from '../../integration/support/images.ts'
import { acceptImage } from '../../integration/support/tasks.ts'
import { findTraces } from '../../support/customer.ts'
import { faultServiceOfFile } from '../service/fault-service.ts'

const current = faultServiceOfFile()
/** Each of them once before and once after: three deletions of objects, and six COMMITs. */
const stepsMin = 18

/** A closed account with a result and an upload. */
async function plantLeaver(name: string) {
  const service = current()
  const account = await service.createAccount('10.00')
  const { accountId } = account
  const operator = createAdministration(service.database, service.parts)
  await operator.setAccount(accountId, { name: `name of ${name}` })
  const taskId = await acceptImage(account, `prompt of ${name}`)
  await service.runQueue()
  const uploadId: string = (await account.upload(pngOf(40, 30), 'image/png')).body.id
  await operator.closeAccount({ accountId })
  return { accountId, operator, marks: [`name of ${name}`, `prompt of ${name}`, uploadId], taskId }
}

test('a deletion whose process is killed at any of its steps is finished by a repetition, which alone has a receipt', async () => {
  const service = current()
  for (let crashAt = 1; ; crashAt += 1) {
    const { accountId, operator, marks, taskId } = await plantLeaver(`leaver-${crashAt}`)
    const killed = service.start('deletion', { crashAt, accountId })
    const signal = await killed.ended
    const deletion = await operator.deleteAccountData(accountId)
    expect(deletion.endedAtMs).toBeGreaterThanOrEqual(deletion.begunAtMs)
    expect([crashAt, deletion.deleted]).toMatchObject([
      crashAt,
      { uploads: 1, results: 1, tasks: 1, apiKeys: 1, auditEntries: 1 },
    ])
    expect(await findTraces(service, marks)).toEqual([])
    expect(await service.storedKeys(`results/${taskId}/`)).toEqual([])
    if (signal === null) {
      expect(killed.steps.length).toBeGreaterThanOrEqual(stepsMin)
      break
    }
  }
  expect(await service.brokenPromises()).toEqual([])
}, 600_000)
