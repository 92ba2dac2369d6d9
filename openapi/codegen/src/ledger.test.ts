import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { type CheckedService, checkedService } from './support/checked-responses.ts'
import { type CompiledPackages, compiledPackages, contractText } from './support/fixture-packages.ts'

let packages: CompiledPackages
let service: CheckedService

beforeAll(async () => {
  const document = parse(await contractText('ledger'))
  const ledger = { document, settings: { int64: 'bigint' }, files: ['ledger.ts'] } as const
  packages = await compiledPackages([{ name: 'ledger', ...ledger }])
  const { app } = await packages.load('ledger/ledger.js')
  if (typeof app !== 'function') throw new Error('The fixture exports no app')
  service = await checkedService((request, response) => app(request, response), document)
}, 600_000)

afterAll(async () => {
  service?.close()
  await packages?.remove()
})

/** Bodies as texts, because JSON.parse rounds. */
async function add(body: string, query = '', id = '9223372036854775807') {
  const response = await fetch(`${service.url}/accounts/${id}/entries${query}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  })
  const balance = response.headers.get('x-balance')
  return { status: response.status, text: await response.text(), balance }
}

describe('with bigints, whole numbers of 64 bits', () => {
  test('reach the backend and the client as they are, wherever the contract has them', async () => {
    const entry =
      '{"cents":9007199254740993,"limit":5,"note":-9223372036854775808,"sums":{"a":9007199254740997},"parts":[{"cents":9007199254740993,"limit":1}]'
    const known = entry.replace('"sums":{"a":9007199254740997},', '')
    expect(await add(`${entry}}`, '?after=9007199254740993&ids=1,9007199254740995')).toEqual({
      status: 200,
      balance: '-9214364837600034810',
      text: `${known.replace(
        '"parts"',
        '"sums":{"a":9007199254740997,"id":9223372036854775807,"after":9007199254740993,"last":9007199254740995},"parts"',
      )}}`,
    })
  })

  test('are bigints where small and left out, too', async () => {
    const { text, balance } = await add('{"cents":1e3,"note":null}', '', '1')
    expect(JSON.parse(text)).toEqual({
      cents: 1000,
      limit: 7,
      note: null,
      sums: { id: 1, after: 0, last: 0 },
    })
    expect(balance).toBe('1007')
  })

  test('leave other numbers what they are', async () => {
    const { status, text } = await add(
      '{"cents":1,"rate":123456789012345678,"mode":1,"other":9007199254740993}',
    )
    expect(status).toBe(200)
    expect(JSON.parse(text)).toMatchObject({ rate: 123456789012345680, mode: 1, other: 9007199254740992 })
  })

  test.each([
    ['{"cents":9223372036854775808}', '/cents'],
    ['{"cents":9007199254740997}', '/cents'],
    ['{"cents":1.5}', '/cents'],
    ['{"cents":"1"}', '/cents'],
    ['{"cents":1,"note":"1"}', '/note'],
    ['{"cents":1,"count":9007199254740993}', '/count'],
    ['{"cents":1,"parts":[{"cents":9223372036854775808}]}', '/parts/0/cents'],
  ])('are rejected beyond their bounds, and as anything else: %s', async (body, path) => {
    const { status, text } = await add(body)
    expect(status).toBe(400)
    expect(text).toContain(`${path} must be`)
  })

  test.each([
    ['?after=9223372036854775808', '1'],
    ['?after=1.5', '1'],
    ['?ids=1,x', '1'],
    ['', '0'],
    ['', '007'],
  ])('are rejected so in parameters: %s %s', async (query, id) => {
    expect(await add('{"cents":1}', query, id)).toMatchObject({ status: 400 })
  })

  test('that a backend returns beyond their bounds fail the response', async () => {
    expect(await add('{"cents":1,"mode":2}')).toMatchObject({ status: 500 })
  })
})

/** What a module of the fixture does, at the served app. */
async function done(name: string, ...input: readonly unknown[]): Promise<unknown> {
  const found = (await packages.load('ledger/ledger.js'))[name]
  if (typeof found !== 'function') throw new Error(`The fixture exports no ${name}`)
  return found(service.url, ...input)
}

describe('text/event-stream beside JSON', () => {
  test('is what a backend yields, one event after the other, until the client leaves', async () => {
    const text = String(await done('watchedText'))
    expect(text.split('\n\n').slice(0, 2)).toEqual([
      'event: entry\nid: 1 event: forged\nretry: 10\ndata: {"cents":9007199254740993,"limit":1,"note":1}',
      'data: two\ndata: lines',
    ])
    const { watching } = await packages.load('ledger/ledger.js')
    await vi.waitFor(() => expect(watching).toEqual({ ended: 1 }), 20_000)
  })
})

describe('the client sends the credentials that it is made with', () => {
  test.each([
    ['a key in the query', { key: 'a+b=' }, 1],
    ['what a function finds', { key: async () => 'a+b=' }, 1],
    ['a cookie with a header', { session: 'a+b=', tenant: 'a+b=' }, 2],
    ['the user of Basic', { clerk: { username: 'me', password: 'ö' } }, 1],
    ['the first alternative that it has', { session: 'a+b=', key: 'a+b=' }, 1],
    ['none', {}, 401],
  ])('%s', async (_name, auth, expected) => {
    expect(await done('credentialsOf', auth)).toBe(expected)
  })
})
