import { covers } from '../../../runtime/src/edge/part-types.ts'
import { isEventStream, plainType } from '../read/media.ts'
import type { DeclaredResponse } from '../read/operations.ts'
import type { PlainContract } from './plain-contract.ts'
import type { TestResponse } from './scenario.ts'

/** What of a response is not as it is declared: headers, media type, body. HEAD has no body. */
export function declaredFaults(
  plain: PlainContract,
  declared: DeclaredResponse,
  response: TestResponse,
  { isHead, isClosed }: { readonly isHead: boolean; readonly isClosed: boolean },
): string[] {
  const faultsOf = isClosed ? plain.closedFaultsOf : plain.faultsOf
  return [
    ...headerFaults(plain, declared, response),
    ...(isHead ? [] : bodyFaults(declared, response, faultsOf)),
  ]
}

function headerFaults(plain: PlainContract, declared: DeclaredResponse, { headers }: TestResponse): string[] {
  return declared.headers.flatMap(({ name, required, schema }) => {
    const what = `header ${name.toLowerCase()}`
    const text = headers.get(name)
    if (text === null) return required === true ? [`${what} is missing`] : []
    // Headers are text; a schema that wants a number is given one where the text is one.
    const values = /^-?\d+$/.test(text) ? [text, Number(text)] : [text]
    const verdicts = values.map((value) => plain.faultsOf(schema, value, what))
    return verdicts.find((faults) => faults.length === 0) ?? verdicts.at(-1) ?? []
  })
}

/** What of a body is not as it is declared: media type, schema. */
function bodyFaults(
  declared: DeclaredResponse,
  { headers, body }: TestResponse,
  faultsOf: PlainContract['closedFaultsOf'],
): readonly string[] {
  if (declared.kind === undefined) return body === undefined ? [] : ['a body where none is declared']
  const type = plainType(headers.get('content-type') ?? 'none')
  if (declared.events !== undefined && isEventStream(type)) return []
  const isType = declared.mediaTypes.some((wanted) => covers(plainType(wanted), type))
  return [
    ...(isType ? [] : [`content-type is ${type}, not ${declared.mediaTypes.join(' or ')}`]),
    ...(declared.kind === 'json' ? faultsOf(declared.schema ?? {}, body) : []),
  ]
}
