import { expect } from 'vitest'
import type { ProductName } from '../../../../server/src/core/domain/products.ts'
import { startTestService, type TestAccount, type TestService } from '../../../support/service.ts'
import { type EngineName, type EnginePark, startEnginePark } from './engine-park.ts'
import { order, uploadPhoto } from './orders.ts'

export interface Scene {
  readonly park: EnginePark
  readonly service: TestService
  readonly account: TestAccount
  readonly first: EngineName
  readonly second: EngineName
  /** Runs an order to its end. */
  run(prompt: string): Promise<Ending>
}

export interface Ending {
  readonly status: string
  readonly code: string | undefined
  /** Jobs that the first engine took, and the second. */
  readonly taken: readonly [number, number]
}

/** A service whose product is routed to one engine, and to another one if that is down. */
export async function firstAndSecond(
  product: ProductName,
  first: EngineName,
  entries: Partial<Record<EngineName, object>> = {},
): Promise<Scene> {
  const park = await startEnginePark()
  const second: EngineName = first === 'own' ? 'replicate' : 'own'
  // Without an address for its list, a stand-in on the loopback would not be searched like the real queue.
  const listUrl = `${park.engines.fal.url}/v1/models/requests/by-endpoint`
  const fal = { options: { listUrl } }
  await park.route({ [product]: [first, second] }, { fal, ...entries })
  const service = await startTestService({ environment: { PROVIDERS_FILE: park.file } })
  const account = await service.createAccount()
  const assetId = product.endsWith('transform') ? await uploadPhoto(account) : ''
  return {
    park,
    service,
    account,
    first,
    second,
    async run(prompt) {
      const id = await order(account, product, prompt, assetId)
      await service.runQueue()
      const { body: task } = await account.call('GET', `/api/v1/tasks/${id}`)
      const { balance, reserved } = await account.money()
      expect(reserved).toBe('0.00')
      expect(balance === '10.00', `${balance} after ${task.status}`).toBe(task.status === 'FAILED')
      await service.expectBooksToAgree()
      const counts = park.submissionsOf(prompt)
      const taken = [counts[first] ?? 0, counts[second] ?? 0] as const
      return { status: task.status, code: task.error?.code, taken }
    },
  }
}
