import { expect, test } from 'vitest'
import type { Contract } from './contract.ts'
import { withDirections } from './directions.ts'

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const media = (schema: object) => ({ content: { 'application/json': { schema } } })

/** A document whose operation takes and returns an item. */
function documentWith(schemas: object): Contract {
  const responses = { 200: { description: '', ...media(reference('Item')) } }
  const post = { requestBody: media(reference('Item')), responses }
  return JSON.parse(JSON.stringify({ openapi: '3.1.0', paths: { '/a': { post } }, components: { schemas } }))
}

const id = { type: 'string', readOnly: true }
const secret = { type: 'string', writeOnly: true }
const name = { type: 'string' }

test('what is readOnly is not required in requests, and what is writeOnly not in responses', () => {
  const item = { type: 'object', required: ['id', 'secret', 'name'], properties: { id, secret, name } }
  const { paths, components } = withDirections(documentWith({ Item: item }))
  expect(paths['/a']?.post).toMatchObject({
    requestBody: media(reference('ItemRequest')),
    responses: { 200: media(reference('ItemResponse')) },
  })
  expect(components.schemas).toEqual({
    Item: item,
    ItemRequest: { ...item, required: ['secret', 'name'] },
    ItemResponse: { ...item, required: ['id', 'name'] },
  })
})

test('also where a part says what is required of another, and in components that refer to themselves', () => {
  const Base = { type: 'object', properties: { id } }
  const Item = { allOf: [reference('Base'), { required: ['id'] }], properties: { inner: reference('Item') } }
  const { components } = withDirections(documentWith({ Base, Item }))
  expect(components.schemas.ItemRequest).toEqual({
    allOf: [reference('Base'), { required: [] }],
    properties: { inner: reference('ItemRequest') },
  })
  expect(components.schemas).not.toHaveProperty('BaseRequest')
})

test('a document that says the same in both directions stays as it is', () => {
  const document = documentWith({ Item: { type: 'object', required: ['name'], properties: { id, name } } })
  expect(JSON.stringify(withDirections(document))).toBe(JSON.stringify(document))
})
