import type { Contract, RequestBody, ResponseObject } from './contract.ts'
import { follow } from './follow.ts'
import type { Operation } from './operations.ts'
import { record } from './record.ts'

export interface NamedExample {
  readonly name: string
  readonly value: unknown
}

const json = 'application/json'

/** The named examples of an operation's JSON body; empty for one without. */
export function requestExamples(contract: Contract, { path, method }: Operation): NamedExample[] {
  const body = contract.paths[path]?.[method]?.requestBody
  return body === undefined ? [] : examplesIn(contract, follow<RequestBody>(contract, body).content[json])
}

/** The named examples of the JSON of a declared response. */
export function responseExamples(
  contract: Contract,
  { path, method }: Operation,
  status: string,
): NamedExample[] {
  const response = contract.paths[path]?.[method]?.responses[status]
  return response === undefined
    ? []
    : examplesIn(contract, follow<ResponseObject>(contract, response).content?.[json])
}

function examplesIn(contract: Contract, media: object | undefined): NamedExample[] {
  return Object.entries(record(record(media).examples)).map(([name, reference]) => ({
    name,
    value: record(follow<object>(contract, record(reference))).value,
  }))
}
