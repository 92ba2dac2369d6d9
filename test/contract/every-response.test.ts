import { beforeAll, describe, expect, test, vi } from 'vitest'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { pngOf } from '../integration/support/images.ts'
import type { TestAccount } from '../support/service.ts'
import { createPreparedAccount, type PreparedAccount, serviceOfFile } from './support/contract-service.ts'
import { operationRows, smallestBody, takesBody } from './support/specification.ts'
import { sendStalledBody } from './support/stalled-body.ts'

/**
 * Documented responses that no request and no outage can cause: these three operations touch nothing that can
 * fail once the service has started. The contract documents them because an implementation may keep its
 * catalogue elsewhere.
 */
const cannotBeProvoked = [
  'getPricing 500',
  'getPricing 503',
  'listEffects 500',
  'listEffects 503',
  'listExamples 500',
  'listExamples 503',
]

/** Space for two small uploads. */
const service = serviceOfFile({ environment: { UPLOADS_KEPT_GB: '0.00001', UPLOADS_OPEN_MAX: '20' } })

let account: PreparedAccount
/** An account that may send one request a minute. */
let spent: TestAccount
/** A key that may only read. */
let reader: { readonly apiKey: string }
let poor: PreparedAccount
/** An account that has used up its space for uploads. */
let full: TestAccount
/** An account that has reached its limit of open uploads. */
let crowded: TestAccount
/** A task that waits, one that has ended, one that was claimed, an upload that has arrived and does not fit. */
let ids: {
  queued: () => Promise<string>
  finished: () => Promise<string>
  processing: string
  beyond: string
}

beforeAll(async () => {
  account = await createPreparedAccount(service())
  reader = await createAdministration(service().database).issueApiKey(account.accountId, {
    properties: { isReadOnly: true },
  })
  poor = await createPreparedAccount(service(), '0.00')
  spent = await service().createAccount('0.00')
  await createAdministration(service().database).setAccountLimits({
    accountId: spent.accountId,
    requestsPerMinute: 1,
  })
  const generate = '/api/v1/images/generations'
  const { body } = await account.call('POST', generate, { prompt: 'a' })
  await service().claim()
  full = await service().createAccount('0.00')
  const reserved = await full.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  await fetch(reserved.body.uploadUrl, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png' },
    body: pngOf(64, 48),
  })
  for (let count = 0; count < 2; count += 1) await full.upload(pngOf(64, 48), 'image/png')
  crowded = await service().createAccount('0.00')
  for (let count = 0; count < 20; count += 1)
    await crowded.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  ids = {
    beyond: reserved.body.id,
    processing: body.id,
    queued: async () => (await account.call('POST', generate, { prompt: 'a' })).body.id,
    async finished() {
      const id = await ids.queued()
      await account.call('POST', `/api/v1/tasks/${id}/cancel`)
      return id
    },
  }
})

/** Requests of one operation, by what they ask for. */
interface Asked {
  readonly by?: { readonly apiKey: string }
  readonly id?: string
  readonly query?: string
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Record<string, string>
}

function rowOf(operation: string) {
  const row = operationRows.find(({ operationId }) => operationId === operation)
  if (row === undefined) throw new Error(`there is no operation ${operation}`)
  return row
}

function pathOf(operation: string, asked: Asked): string {
  return `${rowOf(operation).path.replace(/\{\w+\}/, asked.id ?? 'none')}${asked.query ?? ''}`
}

async function ask(operation: string, asked: Asked): Promise<number> {
  const row = rowOf(operation)
  const text = asked.text ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body))
  const response = await service().fetch(pathOf(operation, asked), {
    method: row.method,
    headers: {
      ...(asked.by !== undefined && { Authorization: `Bearer ${asked.by.apiKey}` }),
      ...(text !== undefined && { 'Content-Type': 'application/json' }),
      ...asked.headers,
    },
    ...(text !== undefined && { body: text }),
  })
  return response.status
}

/** A request that the operation accepts. */
async function goodRequest(operation: string, by: PreparedAccount): Promise<Asked> {
  if (takesBody(operation)) return { by, body: smallestBody(operation, by.assetId) }
  if (operation === 'cancelTask') return { by, id: await ids.queued() }
  if (operation === 'deleteResult') return { by, id: await ids.finished() }
  if (operation === 'getTask') return { by, id: ids.processing }
  if (operation === 'listTasks') return { by, query: `?id=${ids.processing}` }
  return { by, id: by.assetId }
}

/** Runs a request while every use of the database fails. */
async function whileDatabaseFails(error: Error, run: () => Promise<number>): Promise<number> {
  const { database } = service()
  const spies = (['read', 'transaction', 'nowMs'] as const).map((method) =>
    vi.spyOn(database, method).mockRejectedValue(error),
  )
  try {
    return await run()
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

async function provoke(operation: string, status: number): Promise<number> {
  const good = await goodRequest(operation, account)
  switch (status) {
    case 200:
      return ask(operation, good)
    case 304:
      return ask(operation, { ...good, headers: { 'If-None-Match': '*' } })
    case 400: {
      const bad = { ...good, id: 'x'.repeat(65), query: '?surface=none&limit=0&from=none' }
      return ask(operation, good.body === undefined ? bad : { ...bad, body: {} })
    }
    case 401:
      return ask(operation, { id: 'none' })
    case 402:
      return ask(operation, await goodRequest(operation, poor))
    case 403:
      return ask(operation, { ...good, by: reader })
    case 404:
      return ask(operation, { by: account, id: 'none' })
    case 408: {
      const request = { path: pathOf(operation, good), apiKey: account.apiKey }
      return (await sendStalledBody(service().fetch, request)).status
    }
    case 409: {
      if (operation === 'cancelTask' || operation === 'deleteResult')
        return ask(operation, { by: account, id: ids.processing })
      if (operation.endsWith('Upload')) return ask(operation, { ...good, by: full, id: ids.beyond })
      const headers = { 'Idempotency-Key': `conflict of ${operation}` }
      await ask(operation, { ...good, headers })
      return ask(operation, { ...good, headers, body: { ...Object(good.body), prompt: 'another one' } })
    }
    case 413:
      return ask(operation, { ...good, text: ' '.repeat(65_537) })
    case 415:
      return ask(operation, { ...good, text: '{}', headers: { 'Content-Type': 'text/plain' } })
    case 429:
      if (operation === 'createUpload') return ask(operation, { ...good, by: crowded })
      await ask(operation, { by: spent, body: {} })
      return ask(operation, { by: spent, body: {} })
    case 500:
      return whileDatabaseFails(new Error('a fault'), () => ask(operation, good))
    case 503:
      return whileDatabaseFails(new DatabaseUnavailableError(new Error('gone')), () => ask(operation, good))
    default:
      throw new Error(`nobody knows how to provoke ${status}`)
  }
}

const documented = operationRows.flatMap(({ operationId, responses }) =>
  responses.map(({ status }) => ({ operation: operationId, status })),
)
const provokable = documented.filter(
  ({ operation, status }) => !cannotBeProvoked.includes(`${operation} ${status}`),
)

describe('every response that the contract documents can occur, and is as documented', () => {
  test.each(provokable)('$operation responds with $status', async ({ operation, status }) => {
    expect(await provoke(operation, status)).toBe(status)
  })

  test('and every documented response is tested, except the few that nothing can cause', async () => {
    const { coverage } = service().fetch
    const seen = new Set(coverage.seen())
    for (const { operation, status } of provokable)
      if (!seen.has(`${operation} ${status}`)) await provoke(operation, status)
    expect(coverage.unseen()).toEqual(cannotBeProvoked)
  })
})
