import { afterAll, expect, test } from 'vitest'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { findTraces, plantCustomer, prefixes } from '../support/customer.ts'
import { createTestBucket } from '../support/s3-bucket.ts'
import { openServiceOfFile } from '../support/service.ts'

const bucket = await createTestBucket()
const service = await openServiceOfFile({ environment: { OBJECT_STORE_URL: bucket.url() } })
afterAll(() => bucket.remove())

test('after the receipt of a deletion no object in the bucket is the customer’s, and the others are there', async () => {
  const other = await plantCustomer(service, 'neighbour')
  const kept = await service.storedKeys(...prefixes)
  const { accountId, marks } = await plantCustomer(service, 'leaver')
  const operator = createAdministration(service.database, service.parts)
  await operator.closeAccount({ accountId })
  const { endedAtMs, deleted } = await operator.deleteAccountData(accountId)
  expect(endedAtMs).not.toBe(undefined)
  expect(deleted).toMatchObject({ uploads: 4, results: 1, tasks: 3 })
  expect(await findTraces(service, marks)).toEqual([])
  expect(await service.storedKeys(...prefixes)).toEqual(kept)
  expect((await other.call('GET', `/api/v1/tasks/${other.tasks.succeeded}`)).body.output.images).toHaveLength(
    1,
  )
})
