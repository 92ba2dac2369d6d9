import { afterAll, beforeAll } from 'vitest'
import { pngOf } from '../../integration/support/images.ts'
import {
  openTestService,
  type TestAccount,
  type TestResponse,
  type TestService,
  type TestServiceOptions,
} from '../../support/service.ts'

/** One service for a whole test file. Its ledger must agree when the file ends. */
export function serviceOfFile(options: TestServiceOptions = {}): () => TestService {
  let opened: Awaited<ReturnType<typeof openTestService>> | undefined
  beforeAll(async () => {
    opened = await openTestService(options)
  })
  afterAll(async () => {
    try {
      await opened?.expectBooksToAgree()
    } finally {
      await opened?.close()
    }
  })
  return () => {
    if (opened === undefined) throw new Error('The service is there from beforeAll to afterAll.')
    return opened
  }
}

/** An account with a READY upload of 64 by 48 pixels. */
export interface PreparedAccount extends TestAccount {
  readonly assetId: string
}

export async function createPreparedAccount(
  service: TestService,
  balance = '1000.00',
): Promise<PreparedAccount> {
  const account = await service.createAccount(balance)
  const upload = await account.upload(pngOf(64, 48), 'image/png')
  return { ...account, assetId: upload.body.id }
}

/**
 * Fewer than the 60 generations that an account may request in a minute, with some to spare for the test
 * itself.
 */
const usesMax = 25

/**
 * Gives each test an account with a large balance and an upload, and another one after several tests, so that
 * no table of requests, however long, reaches the rate limit.
 */
export function accountsOfFile(service: () => TestService): () => Promise<PreparedAccount> {
  let account: PreparedAccount | undefined
  let uses = 0
  return async () => {
    if (account === undefined || uses >= usesMax) {
      account = await createPreparedAccount(service())
      uses = 0
    }
    uses += 1
    return account
  }
}

/** Sends a request that must be rejected with `code`, and asserts that no money moved. */
export async function expectRejection(
  account: TestAccount,
  send: () => Promise<TestResponse>,
  code: string,
): Promise<TestResponse> {
  const before = await account.money()
  const response = await send()
  const after = await account.money()
  if (response.body?.code !== code)
    throw new Error(`got ${response.status} ${JSON.stringify(response.body)} and not ${code}`)
  if (before.balance !== after.balance || before.reserved !== after.reserved)
    throw new Error(`${code} moved money: ${JSON.stringify({ before, after })}`)
  return response
}
