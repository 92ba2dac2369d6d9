import { operations } from '@mediagen/contract/operations'
import { describe, expect, test } from 'vitest'
import { accountsOfFile, expectRejection, serviceOfFile } from './support/contract-service.ts'
import {
  type FieldRow,
  type FieldRule,
  requestPaths,
  requestRows,
  smallestBody,
} from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)

type OperationId = keyof typeof requestRows
const operationIds = Object.keys(requestRows) as OperationId[]
const fox = '🦊'

/** A value of a field, and its outcome: a task, or the code of a rejection. */
interface ValueRow {
  readonly operation: OperationId
  readonly field: string
  /** How the value is shown in the test's name. */
  readonly shown: string
  readonly value: unknown
  readonly outcome: string
}

const accepted = 'ACCEPTED'
const rejected = 'INVALID_REQUEST'

const rows = operationIds.flatMap((operation) =>
  requestRows[operation].flatMap((row) =>
    valuesOf(row).map(([value, outcome]): ValueRow => {
      return { operation, field: row.field, shown: show(value), value, outcome }
    }),
  ),
)

function valuesOf({ rule }: FieldRow): [value: unknown, outcome: string][] {
  const right = rightAndNearlyRight(rule)
  const isNumber = rule.kind === 'range' || rule.kind === 'numbers'
  const wrongTypes = [null, true, [], {}, ...(isNumber ? ['', '5', '5.0', 'five'] : [5, 0])]
  return [...right, ...wrongTypes.map((value): [unknown, string] => [value, rejected])]
}

/** The values on both sides of each bound. */
function rightAndNearlyRight(rule: FieldRule): [value: unknown, outcome: string][] {
  switch (rule.kind) {
    case 'text': {
      const { charactersMin: min, charactersMax: max } = rule
      return [
        ['', min === 0 ? accepted : rejected],
        ['x', accepted],
        [fox, accepted],
        ['x'.repeat(max), accepted],
        [fox.repeat(max), accepted],
        ['x'.repeat(max + 1), rejected],
        [fox.repeat(max + 1), rejected],
        [' ', accepted],
        ['line\nfeed', accepted],
        ['null\u0000character', rejected],
        ['half a \ud83e fox', rejected],
      ]
    }
    case 'id': {
      const { charactersMax: max, missing } = rule
      return [
        ['', rejected],
        ['x', missing],
        ['x'.repeat(max), missing],
        [fox.repeat(max), missing],
        ['x'.repeat(max + 1), rejected],
        [fox.repeat(max + 1), rejected],
      ]
    }
    case 'choice':
      return [
        ...rule.values.map((value): [string, string] => [value, accepted]),
        ...rule.values.flatMap(nearMisses).map((value): [string, string] => [value, rejected]),
        ['', rejected],
        ['none of them', rejected],
      ]
    case 'range':
      return [
        [rule.minimum, accepted],
        [rule.minimum + 1, accepted],
        [rule.maximum - 1, accepted],
        [rule.maximum, accepted],
        [rule.minimum - 1, rejected],
        [rule.maximum + 1, rejected],
        [rule.minimum + 0.5, rejected],
        [0, rejected],
        [-rule.minimum, rejected],
        [1e300, rejected],
      ]
    case 'numbers':
      return [
        ...rule.values.map((value): [number, string] => [value, accepted]),
        ...[4, 6, 7, 9, 5.5, 0, -5].map((value): [number, string] => [value, rejected]),
      ]
  }
}

/** Different case, an extra space, an extra character. */
function nearMisses(value: string): string[] {
  const other = value.toUpperCase()
  return [...(other === value ? [] : [other]), ` ${value}`, `${value} `, `${value}0`]
}

function show(value: unknown): string {
  if (typeof value !== 'string' || value.length < 30) return JSON.stringify(value)
  const characters = [...value]
  return `${characters.length} times ${characters[0]}`
}

describe.each(operationIds)('the fields of %s, each from both sides of its bounds', (operation) => {
  const own = rows.filter((row) => row.operation === operation)

  test.each(own.filter(({ outcome }) => outcome === accepted))(
    '$field accepts $shown',
    async ({ field, value }) => {
      const account = await anAccount()
      const body = { ...smallestBody(operation, account.assetId), [field]: value }
      const response = await account.call('POST', requestPaths[operation], body)
      expect(response.body).toMatchObject({ id: expect.any(String) })
      expect(response.status).toBe(200)
    },
  )

  test.each(own.filter(({ outcome }) => outcome === rejected))(
    '$field rejects $shown, says so of this field, and reserves nothing',
    async ({ field, value }) => {
      const account = await anAccount()
      const body = { ...smallestBody(operation, account.assetId), [field]: value }
      const send = () => account.call('POST', requestPaths[operation], body)
      const response = await expectRejection(account, send, rejected)
      expect(response.status).toBe(400)
      expect(new Set(response.body.details.map(({ path }: { path: string }) => path))).toEqual(
        new Set([`/${field}`]),
      )
    },
  )

  const lookedUp = own.filter(({ outcome }) => outcome !== accepted && outcome !== rejected)
  if (lookedUp.length > 0) {
    test.each(lookedUp)('$field of $shown is looked up', async ({ field, value, outcome }) => {
      const account = await anAccount()
      const body = { ...smallestBody(operation, account.assetId), [field]: value }
      const send = () => account.call('POST', requestPaths[operation], body)
      expect((await expectRejection(account, send, outcome)).status).toBe(400)
    })
  }

  test('every missing required field is reported, and no missing optional one', async () => {
    const account = await anAccount()
    for (const { field, required } of requestRows[operation]) {
      const body: Record<string, unknown> = smallestBody(operation, account.assetId)
      delete body[field]
      const send = () => account.call('POST', requestPaths[operation], body)
      const isMissed = required === 'yes' || (required === 'conditional' && field === 'prompt')
      if (isMissed) {
        const { details } = (await expectRejection(account, send, rejected)).body
        expect(details.map(({ path }: { path: string }) => path)).toContain(`/${field}`)
      } else expect((await send()).status).toBe(200)
    }
  })

  test('unknown fields are ignored, whatever they contain', async () => {
    const account = await anAccount()
    const body = {
      ...smallestBody(operation, account.assetId),
      imageUrl: 'https://outside.example/picture.png',
      objectKey: 'uploads/anything',
      bucket: 'anything',
      constructor: 'x',
      prototype: { nested: [1, 2, { deep: null }] },
      seed: 1e308,
    }
    expect((await account.call('POST', requestPaths[operation], body)).status).toBe(200)
  })
})

test('every field of every request in the contract is tested here', () => {
  const fields = Object.entries(operations).flatMap(([id, { bodyFields }]) =>
    bodyFields.map((field) => `${id}.${field}`),
  )
  const tested = operationIds.flatMap((id) => requestRows[id].map(({ field }) => `${id}.${field}`))
  expect(tested.sort()).toEqual(fields.sort())
})

describe('effectId and prompt of an image transformation', () => {
  const path = requestPaths.transformImage

  test.each([
    ['an effect alone', { effectId: 'noir' }],
    ['a prompt alone', { prompt: 'at night' }],
    ['both', { effectId: 'noir', prompt: 'at night' }],
  ])('%s suffices', async (_name, fields) => {
    const account = await anAccount()
    expect((await account.call('POST', path, { assetId: account.assetId, ...fields })).status).toBe(200)
  })

  test('one of the two is required, and each is named as missing', async () => {
    const account = await anAccount()
    const send = () => account.call('POST', path, { assetId: account.assetId })
    const { details } = (await expectRejection(account, send, rejected)).body
    expect(details).toEqual([
      { path: '/effectId', message: 'is required unless prompt is given' },
      { path: '/prompt', message: 'is required unless effectId is given' },
    ])
  })

  test('both must be valid, even if one of them would suffice', async () => {
    const account = await anAccount()
    for (const fields of [
      { effectId: 'noir', prompt: '' },
      { effectId: '', prompt: 'at night' },
      { effectId: null, prompt: 'at night' },
      { effectId: 'noir', prompt: 7 },
    ]) {
      const send = () => account.call('POST', path, { assetId: account.assetId, ...fields })
      await expectRejection(account, send, rejected)
    }
  })
})

describe('a body that breaks the contract', () => {
  test('every constraint of every field is enforced, with the field’s path in details', async () => {
    const account = await anAccount()
    const body = { prompt: '', negativePrompt: 5, resolution: '8k', aspectRatio: null }
    const send = () => account.call('POST', requestPaths.generateImage, body)
    const { details } = (await expectRejection(account, send, rejected)).body
    const paths = new Set(details.map(({ path }: { path: string }) => path))
    expect(paths).toEqual(new Set(['/prompt', '/negativePrompt', '/resolution', '/aspectRatio']))
  })

  test('no error repeats the value that was sent', async () => {
    const account = await anAccount()
    const secret = 'an unlikely text'
    const bodies: [OperationId, Record<string, unknown>][] = [
      ['generateImage', { prompt: [secret], negativePrompt: secret.repeat(100), resolution: secret }],
      ['transformImage', { assetId: secret, effectId: secret, prompt: '' }],
      ['transformImage', { assetId: account.assetId, effectId: secret }],
      ['transformVideo', { assetId: secret, effectId: 'push-in', durationSeconds: secret }],
      ['createUpload', { contentType: secret }],
    ]
    for (const [operation, body] of bodies) {
      const response = await account.call('POST', requestPaths[operation], body)
      expect(response.status).toBe(400)
      expect(JSON.stringify(response.body)).not.toContain(secret)
    }
  })
})
