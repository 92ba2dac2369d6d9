import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Exchange, exchange, headerOf } from '../support/raw-exchange.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { generation, type Smuggling } from './support/smuggling-kinds.ts'
import { smugglings } from './support/smugglings.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount()
})
afterAll(async () => {
  await service.expectBooksToAgree()
})

/**
 * The prompts of the account's tasks, in the order of their acceptance: which requests were executed, and how
 * often.
 */
async function promptsOf({ accountId }: TestAccount): Promise<string[]> {
  const { rows } = await service.database.read((db) =>
    sql<{
      parameters: string
    }>`select parameters from tasks where account_id = ${accountId} order by queue_position`.execute(db),
  )
  return rows.map(({ parameters }) => (JSON.parse(parameters) as { prompt: string }).prompt)
}

/**
 * Sends bytes and lets the server close; if it keeps the connection, the client closes after the last
 * response.
 */
function send(
  { isClear, statuses }: Smuggling,
  bytes: string,
  responses = statuses.length,
): Promise<Exchange> {
  return exchange(Buffer.from(bytes, 'latin1'), {
    port: Number(new URL(service.baseUrl).port),
    methods: Array(responses).fill('GET'),
    waitsForClose: !isClear,
  })
}

function expectWholeResponses({ responses, leftOver, end }: Exchange, statuses: readonly number[]): void {
  expect({ statuses: responses.map(({ status }) => status), leftOver, end }).toEqual({
    statuses,
    leftOver: '',
    end: 'closed',
  })
  for (const response of responses) {
    const requestId = headerOf(response, 'x-request-id')
    expect(requestId).toMatch(/^[!-~]{1,128}$/)
    if (response.status === 200) continue
    const { status } = response
    expect(JSON.parse(response.body.toString())).toMatchObject({
      status,
      requestId,
      code: expect.any(String),
    })
  }
}

describe.each(smugglings)('$name', (smuggling) => {
  const { bytes, statuses, isClear } = smuggling
  const ranAfter = isClear ? ['smuggled'] : []

  test('is read in one way only, and nothing in it is executed twice', async () => {
    expectWholeResponses(await send(smuggling, bytes(account.apiKey)), statuses)
    expect(await promptsOf(account)).toEqual(ranAfter)
  })

  test('does not affect the generation before it on the connection', async () => {
    const sent = generation(account.apiKey, 'before') + bytes(account.apiKey)
    const seen = await send(smuggling, sent, statuses.length + 1)
    expectWholeResponses(seen, [200, ...statuses])
    expect(await promptsOf(account)).toEqual(['before', ...ranAfter])
    expect(JSON.parse(String(seen.responses[0]?.body))).toMatchObject({ status: 'QUEUED' })
  })
})

describe('an incomplete request', () => {
  const whole = () => generation(account.apiKey, 'half')

  test('is not executed, wherever it ends', async () => {
    const bytes = whole()
    for (let length = 1; length < bytes.length; length += 7) {
      const seen = await exchange(Buffer.from(bytes.slice(0, length)), {
        port: Number(new URL(service.baseUrl).port),
        methods: ['GET'],
        halfCloses: true,
      })
      expect(seen).toMatchObject({ responses: [], leftOver: '', end: 'closed' })
    }
    expect(await promptsOf(account)).toEqual([])
  })

  test('does not suppress the response to the generation before it', async () => {
    const bytes = generation(account.apiKey, 'before') + whole().slice(0, -5)
    const seen = await exchange(Buffer.from(bytes), {
      port: Number(new URL(service.baseUrl).port),
      methods: ['GET'],
    })
    expect(seen.responses.map(({ status }) => status)).toEqual([200])
    expect(await promptsOf(account)).toEqual(['before'])
  })

  test('is the same request in pieces of one byte', async () => {
    const bytes = generation(account.apiKey, 'in pieces')
    const seen = await exchange(Buffer.from(bytes), {
      port: Number(new URL(service.baseUrl).port),
      methods: ['GET'],
      bytesAtOnce: 1,
    })
    expect(seen.responses.map(({ status }) => status)).toEqual([200])
    expect(await promptsOf(account)).toEqual(['in pieces'])
  })
})
