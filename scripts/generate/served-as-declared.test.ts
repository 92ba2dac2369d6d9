import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Contract } from './read/contract.ts'
import { type CompiledPackages, compiledPackages, contractText } from './support/fixture-packages.ts'
import { type HeldService, heldService } from './support/held-answers.ts'
import { type RecordingApp, recordingApp } from './support/recording-app.ts'

let packages: CompiledPackages
let overlaps: RecordingApp
const services = new Map<string, HeldService>()
const documents = new Map<string, Contract>()

beforeAll(async () => {
  for (const name of ['overlaps', 'members']) documents.set(name, parse(await contractText(name)))
  packages = await compiledPackages([
    { name: 'overlaps', document: contract('overlaps') },
    { name: 'members', document: contract('members'), files: ['members.ts'] },
  ])
  overlaps = await recordingApp(packages, 'overlaps')
  services.set('overlaps', await heldService(overlaps.app, contract('overlaps')))
  const { app } = await packages.load('members/members.js')
  if (typeof app !== 'function') throw new Error('The fixture exports no app')
  services.set(
    'members',
    await heldService((request, response) => app(request, response), contract('members')),
  )
}, 600_000)

afterAll(async () => {
  for (const service of services.values()) service.close()
  await packages?.remove()
})

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
