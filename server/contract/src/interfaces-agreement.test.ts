import { describe, expectTypeOf, test } from 'vitest'
import type { AnswerWithHeaders, Apis } from './generated/apis.js'
import type { operations } from './generated/openapi.js'

type OperationId = keyof operations
type Intersection<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Every method that a backend implements, of all tags. */
type Methods = Intersection<Apis[keyof Apis]>

/** `Idempotency-Key` → `idempotencyKey`. */
type Camel<Name> = Name extends `${infer First}-${infer Rest}`
  ? `${Uncapitalize<First>}${Capitalize<Camel<Rest>>}`
  : Name extends string
    ? Uncapitalize<Name>
    : never
type Renamed<Parameters> = {
  [Name in keyof Parameters as Name extends 'X-Request-Id' ? never : Camel<Name>]: Parameters[Name]
}
type Parameter<Id extends OperationId, Place extends 'path' | 'query' | 'header'> = [
  Exclude<operations[Id]['parameters'][Place], undefined>,
] extends [never]
  ? object
  : Renamed<Exclude<operations[Id]['parameters'][Place], undefined>>

type Content<Carrier> = Carrier extends { content: { 'application/json': infer Body } } ? Body : never
type Body<Id extends OperationId> = operations[Id] extends { requestBody: infer Carrier }
  ? { body: Content<Carrier> }
  : operations[Id] extends { requestBody?: infer Carrier }
    ? [Exclude<Carrier, undefined>] extends [never]
      ? object
      : { body?: Content<Exclude<Carrier, undefined>> }
    : object

/** What a method should be handed, made of the contract by the other generator. */
type StatedInput<Id extends OperationId> = Body<Id> &
  Parameter<Id, 'path'> &
  Parameter<Id, 'query'> &
  Parameter<Id, 'header'>
type StatedAnswer<Id extends OperationId> = Content<operations[Id]['responses'][200]>

type Input<Method> = Method extends (input: infer First, ...rest: never) => unknown
  ? unknown extends First
    ? object
    : First extends { requestId: string }
      ? object
      : First
  : never
type Answer<Method> = Method extends (...input: never) => Promise<infer Given> ? BodyOf200<Given> : never
/** Of several answers, each says its status, and the one of 304 has no body. */
type BodyOf200<Given> = Given extends { readonly status: 304 }
  ? never
  : Given extends { readonly status: 200; readonly body: infer Inner }
    ? Inner
    : Given extends AnswerWithHeaders<infer Inner, unknown>
      ? Inner
      : Given

type Same<Left, Right> = [Left, Right, keyof Left, keyof Right] extends [Right, Left, keyof Right, keyof Left]
  ? true
  : false
type InputDisagreement = {
  [Id in OperationId]: Same<Input<Methods[Id]>, StatedInput<Id>> extends true ? never : Id
}[OperationId]
type AnswerDisagreement = {
  [Id in OperationId]: Same<Answer<Methods[Id]>, StatedAnswer<Id>> extends true ? never : Id
}[OperationId]

describe('the interfaces that a backend implements', () => {
  test('have a method for each operation of the contract, and no other', () => {
    expectTypeOf<keyof Methods>().toEqualTypeOf<OperationId>()
  })

  test('hand over what another generator reads out of the contract, but for the empty object', () => {
    expectTypeOf<InputDisagreement>().toEqualTypeOf<'completeUpload'>()
  })

  test('demand the answers that another generator reads out of the contract', () => {
    expectTypeOf<AnswerDisagreement>().toEqualTypeOf<never>()
  })
})
