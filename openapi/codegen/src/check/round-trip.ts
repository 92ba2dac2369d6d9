import {
  asContract,
  type Contract,
  type HeaderObject,
  httpMethods,
  type RequestBody,
  type ResponseObject,
} from '../read/contract.ts'
import { operationKey } from '../read/faults.ts'
import { follow } from '../read/follow.ts'
import { allParameters } from '../read/parameters.ts'

/**
 * Proves that no operation was lost or changed on the way to its route: the document that tsoa makes of the controllers must
 * say the same as the contract. Throws with every place where it does not.
 */
export function checkRoundTrip(contract: Contract, emitted: unknown): void {
  const left = factsOf(contract)
  const right = factsOf(asContract(emitted))
  const differing = [...new Set([...left.keys(), ...right.keys()])].filter(
    (place) => left.get(place) !== right.get(place),
  )
  if (differing.length === 0) return
  const lines = differing.map(
    (place) =>
      `  ${place}: contract ${left.get(place) ?? '(nothing)'}, routes ${right.get(place) ?? '(nothing)'}`,
  )
  throw new Error(['The generated controllers do not say what the contract says.', ...lines].join('\n'))
}

/**
 * What a document says of its operations besides schemas, which validators have whole: a place such as
 * `GET /me › 200 › header X-Request-Id › required`, and its value.
 */
function factsOf(document: Contract): ReadonlyMap<string, string> {
  const facts = new Map<string, string>()
  for (const [path, item] of Object.entries(document.paths))
    for (const method of httpMethods) {
      const operation = item[method]
      if (operation === undefined) continue
      const add = (place: string, value: unknown) =>
        facts.set(`${operationKey(method, path)} › ${place}`, JSON.stringify(value))
      const { operationId = `${method} ${path}`, tags = [], requestBody, responses } = operation
      add('operationId', operationId)
      add('tags', tags.length > 0 ? tags.toSorted() : ['default'])
      add('security', operation.security ?? document.security ?? [])
      // tsoa knows no cookies.
      for (const { parameter } of allParameters(document, path, operation))
        if (parameter.in !== 'cookie')
          add(`${parameter.in} parameter ${parameter.name} › required`, parameter.required ?? false)
      if (requestBody !== undefined)
        add('body › required', follow<RequestBody>(document, requestBody).required ?? false)
      for (const [status, raw] of Object.entries(responses)) {
        add(`${status} › declared`, true)
        const { headers = {} } = follow<ResponseObject>(document, raw)
        for (const [name, header] of Object.entries(headers))
          if (name.toLowerCase() !== 'content-type')
            add(
              `${status} › header ${name} › required`,
              follow<HeaderObject>(document, header).required ?? false,
            )
      }
    }
  return facts
}
