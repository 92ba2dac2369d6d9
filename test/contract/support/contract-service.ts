import { afterAll, beforeAll } from 'vitest'
import { pngOf } from '../../integration/support/pictures.ts'
import {
  openTestService,
  type TestAccount,
  type TestAnswer,
  type TestService,
  type TestServiceOptions,
} from '../../support/service.ts'

/** One service for a whole test file. Its books must agree when the file is over. */
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
 * Fewer than the 60 generations that an account may ask for in a minute, with some to spare for a test's own.
 */
const usesMax = 25

/**
 * Gives a rich account with an upload to each test, another one after some: so that no table of requests,
 * however long, meets the rate limit.
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

/** Sends what must be refused with `code`, and makes sure that no money moved. */
export async function expectRefusal(
  account: TestAccount,
  send: () => Promise<TestAnswer>,
  code: string,
): Promise<TestAnswer> {
  const before = await account.money()
  const answer = await send()
  const after = await account.money()
  if (answer.body?.code !== code)
    throw new Error(`answered ${answer.status} ${JSON.stringify(answer.body)} and not ${code}`)
  if (before.balance !== after.balance || before.reserved !== after.reserved)
    throw new Error(`${code} moved money: ${JSON.stringify({ before, after })}`)
  return answer
}
