import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readDocument } from './generate.ts'
import type { Contract } from './read/contract.ts'
import { defaultSettings } from './settings.ts'
import { type CompiledPackages, compiledPackages, contractText } from './support/fixture-packages.ts'
import { type HeldService, heldService } from './support/held-answers.ts'
import { type RecordingApp, recordingApp } from './support/recording-app.ts'

let packages: CompiledPackages
let overlaps: RecordingApp
const services = new Map<string, HeldService>()
const documents = new Map<string, Contract>()

beforeAll(async () => {
  for (const name of ['overlaps', 'members', 'bookshop']) documents.set(name, parse(await contractText(name)))
  packages = await compiledPackages([
    { name: 'overlaps', document: contract('overlaps') },
    { name: 'members', document: contract('members'), files: ['members.ts'] },
    { name: 'bookshop', document: contract('bookshop'), files: ['bookshop.ts'] },
  ])
  overlaps = await recordingApp(packages, 'overlaps')
  services.set('overlaps', await heldService(overlaps.app, contract('overlaps')))
  for (const name of ['members', 'bookshop']) await serve(name, `${name}/${name}.js`, 'app')
  await serve('bookshop', 'bookshop/bookshop.js', 'unimplemented')
}, 600_000)

afterAll(async () => {
  for (const service of services.values()) service.close()
  await packages?.remove()
})

/** Serves an app that a fixture exports, under the name of the contract or of the export. */
async function serve(name: string, file: string, exported: string): Promise<void> {
  const app = (await packages.load(file))[exported]
  if (typeof app !== 'function') throw new Error(`The fixture exports no ${exported}`)
  const key = exported === 'app' ? name : exported
  services.set(key, await heldService((request, response) => app(request, response), contract(name)))
}

function contract(name: string): Contract {
  const found = documents.get(name)
  if (found === undefined) throw new Error(`There is no contract ${name}`)
  return found
}

function service(name: string): HeldService {
  const found = services.get(name)
  if (found === undefined) throw new Error(`${name} is not served`)
  return found
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

describe('of several paths that match a request', () => {
  test.each([
    ['GET', '/items/latest', 'latest'],
    ['HEAD', '/items/latest', 'latest'],
    ['GET', '/items/first', 'first'],
    ['GET', '/items/other', 'item'],
    ['DELETE', '/items/other', 'deleteItem'],
    ['GET', '/items/x/parts/all', 'allPartsOfX'],
    ['GET', '/items/x/parts/1', 'partOfX'],
    ['GET', '/items/y/parts/all', 'allParts'],
    ['GET', '/items/y/parts/1', 'part'],
    ['GET', '/files/a.json', 'jsonFile'],
    ['GET', '/files/a.txt', 'file'],
    ['DELETE', '/files/a.json', 'deleteFile'],
    ['GET', '/circle/known', 'knownCircle'],
    ['GET', '/circle/1', 'circle'],
  ])('the one that is written out takes it: %s %s is %s', async (method, path, operation) => {
    overlaps.forget()
    expect(await service('overlaps').send(method, path)).toMatchObject({ status: 200 })
    expect(overlaps.last()?.operation).toBe(operation)
  })

  test('one without parameters keeps the methods that it does not have from the others', async () => {
    const refused = await service('overlaps').send('DELETE', '/items/latest')
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})

describe('fields that are written only', () => {
  const sent = {
    name: 'a',
    login: 'l',
    pin: '1',
    password: 'secret',
    contact: { mail: 'm', mailPassword: 'secret' },
    devices: { phone: { login: 'l', pin: 'secret' } },
  }

  test('reach the backend, and never an answer, at any depth', async () => {
    const answer = await service('members').send('POST', '/members', json(sent))
    const { seen } = await packages.load('members/members.js')
    expect(seen).toMatchObject({ added: sent })
    expect(answer).toMatchObject({ status: 201, fault: '' })
    expect(answer.body).toEqual({
      name: 'a',
      login: 'l',
      contact: { mail: 'm' },
      devices: { phone: { login: 'l' } },
    })
  })

  test('never go out with a refusal', async () => {
    const answer = await service('members').send('POST', '/members', json({ ...sent, name: 'taken' }))
    expect(answer).toMatchObject({ status: 409, fault: '' })
    expect(JSON.stringify(answer.body)).not.toContain('secret')
  })

  test('never go out of schemas that occur inside themselves', async () => {
    const answer = await service('members').send('GET', '/members')
    expect(answer.body).toEqual([{ title: 'outer', teams: [{ title: 'inner', members: [{ name: 'a' }] }] }])
  })
})

describe('a refusal of the edge', () => {
  const keyed = { headers: { 'Content-Type': 'application/json', 'X-Key': 'k' } }
  const long = JSON.stringify({ title: 'a'.repeat(1_100_000) })
  const typed = { 'X-Key': 'k', 'Content-Type': 'text/plain' }

  test.each([
    ['GET', '/books?limit=0', 'a parameter', {}, 400],
    ['GET', '/books', 'a bug', {}, 500],
    ['POST', '/books', 'no key', json({ title: 'a' }), 401],
    ['POST', '/books', 'a missing field', { ...keyed, body: '{}' }, 400],
    ['POST', '/books', 'no JSON', { ...keyed, body: '{' }, 400],
    ['POST', '/books', 'a refusal', { ...keyed, body: '{"title":"known"}' }, 409],
    ['POST', '/books', 'a long body', { ...keyed, body: long }, 413],
    ['POST', '/books', 'text', { headers: typed, body: 'a' }, 415],
    ['POST', '/orders', 'a missing field', json({}), 400],
    ['POST', '/orders', 'no JSON', { ...keyed, body: '{' }, 400],
    ['POST', '/orders', 'text', { body: 'a' }, 415],
    ['POST', '/orders', 'a bug', json({ title: 'bug' }), 500],
  ])('has the body that the contract declares: %s %s with %s', async (method, path, _what, init, status) => {
    const answer = await service('bookshop').send(method, path, init)
    expect(answer).toMatchObject({ status, fault: '' })
  })

  test('has it for a tag without an implementation too', async () => {
    expect(await service('unimplemented').send('GET', '/books')).toMatchObject({ status: 501, fault: '' })
  })

  test('names what is wrong in the message where the body has no list for it', async () => {
    const { body } = await service('bookshop').send('GET', '/books?limit=0')
    expect(body).toEqual({
      error: {
        code: 'INVALID_REQUEST',
        message: 'The request does not meet the contract. /limit must be at least 1',
      },
    })
  })

  test('has the commonest form of the contract where it belongs to no operation', async () => {
    for (const [method, path, status, code] of [
      ['GET', '/nowhere', 404, 'NOT_FOUND'],
      ['DELETE', '/books', 405, 'METHOD_NOT_ALLOWED'],
    ] as const) {
      const answer = await service('bookshop').send(method, path)
      expect(answer).toMatchObject({ status, body: { error: { code } } })
      expect(answer.headers.get('content-type')).toBe('application/json')
    }
  })

  test('that a contract declares otherwise than the edge can make it is refused with the setting', () => {
    const document: Contract = structuredClone(contract('bookshop'))
    Object.assign(document.components.schemas.Failure ?? {}, { required: ['advice'] })
    expect(() => readDocument(document, defaultSettings)).toThrow(
      /GET \/books: .* answer 400, and cannot make its body: .*advice.*; name a module that can as `errors`/,
    )
    expect(readDocument(document, { ...defaultSettings, errorForm: 'errors.ts' }).notices).toEqual([])
  })
})
