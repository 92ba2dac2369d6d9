import { describe, expect, test } from 'vitest'
import { groupByTag } from '../emit/apis.ts'
import { serverFiles } from '../generate.ts'
import { fixtureContract, fixtureSettings } from '../support/fixture-contract.ts'
import { operationsOf } from './operations.ts'

describe('the operations of a contract', () => {
  test('are all there, in its order, with references followed', () => {
    const operations = operationsOf(fixtureContract())
    expect(operations.map(({ id }) => id)).toEqual(['getAccount', 'listEffects', 'transformImage', 'getTask'])
    expect(operations[2]?.parameters[0]).toMatchObject({ name: 'Idempotency-Key', in: 'header' })
    expect(operations[0]?.responses.map(({ status }) => status)).toEqual(['200', '401'])
    expect(groupByTag(operations).map(({ tag }) => tag)).toEqual(['Account', 'Images', 'Tasks'])
  })

  test.each([
    ['a reference to nothing', ['schemas/Account', 'schemas/None'], /schemas\/None leads nowhere/],
    [
      'a limit without a reason',
      ['value: 60, description: Generation requests per account and minute.', 'value: 60'],
      /needs a number as its value, and a description/,
    ],
  ] as const)('cannot be generated with %s', (_name, replacement, complaint) => {
    expect(() => serverFiles(fixtureContract(replacement), fixtureSettings)).toThrow(complaint)
  })
})

describe('an operation', () => {
  const read = (replacement: readonly [string, string]) => operationsOf(fixtureContract(replacement))

  test('has the security of the document where it states none, and is public without either', () => {
    const unstated = ['      security: []\n', ''] as const
    expect(read(unstated)[1]?.security).toEqual([])
    const inherited = { ...fixtureContract(unstated), security: [{ apiKey: [] }] }
    expect(operationsOf(inherited)[1]?.security).toEqual([{ apiKey: [] }])
  })

  test('belongs to its first tag', () => {
    expect(read(['tags: [Account]', 'tags: [Account, Tasks]'])[0]).toMatchObject({
      tag: 'Account',
      tags: ['Account', 'Tasks'],
    })
  })

  test('is called by its place where it has no id', () => {
    expect(read(['      operationId: getTask\n', ''])[3]?.id).toBe('getApiV1TasksTaskId')
  })
})
