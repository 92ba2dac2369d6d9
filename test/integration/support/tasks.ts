import { expect } from 'vitest'
import type { TestAccount } from '../../support/service.ts'

/** Accepts one image and returns its task's id. */
export async function acceptImage(account: TestAccount, prompt = 'a lighthouse'): Promise<string> {
  const answer = await account.call('POST', '/api/v1/images/generations', { prompt })
  expect(answer.status).toBe(200)
  return answer.body.id
}

/** The task as its owner reads it. */
export async function pollTask(account: TestAccount, id: string) {
  const answer = await account.call('GET', `/api/v1/tasks/${id}`)
  expect(answer.status).toBe(200)
  return answer.body
}

/** Holds that a task failed with a code and that its account, opened with `balance`, has every cent back. */
export async function expectRefunded(account: TestAccount, id: string, code: string, balance = '10.00') {
  expect(await pollTask(account, id)).toMatchObject({ status: 'FAILED', error: { code }, output: null })
  expect(await account.money()).toEqual({ balance, reserved: '0.00' })
}

/** Holds that a task succeeded with a result and that its price is spent. */
export async function expectCharged(account: TestAccount, id: string) {
  const task = await pollTask(account, id)
  expect(task).toMatchObject({ status: 'SUCCEEDED', error: null })
  expect(task.output).not.toBeNull()
  const { balance, reserved } = await account.money()
  expect(reserved).toBe('0.00')
  expect(Number(balance)).toBeLessThan(10)
}
