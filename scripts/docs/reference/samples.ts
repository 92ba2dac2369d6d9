import type { CodeSample, ExampleCall } from './call.ts'
import { commandSample, sdkSample } from './client-samples.ts'
import type { Operation } from './contract.ts'
import { fieldsOf } from './fields.ts'
import { curlSample, pythonSample } from './http-samples.ts'

/** The same call with curl, the SDK, the command line if one command does it, and Python; made from the contract's examples. */
export function samplesOf(operation: Operation): CodeSample[] {
  const call = exampleCall(operation)
  return [curlSample, sdkSample, commandSample, pythonSample].flatMap((make) => make(call) ?? [])
}

/** The call that the samples of an operation make. */
export function exampleCall({ operationId, tags, method, path, ...operation }: Operation): ExampleCall {
  const { parameters = [], security = [], requestBody } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.example !== undefined)
  const { schema = {}, examples = {} } = requestBody?.content?.['application/json'] ?? {}
  return {
    operationId,
    tag: tags[0] ?? '',
    method,
    path:
      inPath.reduce((filled, { name, example }) => filled.replace(`{${name}}`, String(example)), path) +
      (query.length === 0 ? '' : `?${query.map(({ name, example }) => `${name}=${example}`).join('&')}`),
    ids: inPath.map(({ example }) => String(example)),
    query: Object.fromEntries(query.map(({ name, example }) => [name, example])),
    isSecured: security.length > 0,
    body: Object.values(examples)[0]?.value,
    optionNames: Object.fromEntries(
      fieldsOf(schema).flatMap(({ name, schema: { 'x-cli': cli } }) =>
        cli?.name === undefined ? [] : [[name, cli.name]],
      ),
    ),
  }
}
