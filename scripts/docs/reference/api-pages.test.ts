import { operations } from '@mediagen/contract/operations'
import { describe, expect, test } from 'vitest'
import { apiPages } from './api-pages.ts'
import { commandSample, sdkSample } from './client-samples.ts'
import { operationsOf, readContract } from './contract.ts'
import { curlSample, pythonSample } from './http-samples.ts'
import { samplesOf } from './samples.ts'

/** A call whose texts contain every kind of quote. */
const awkward = {
  operationId: 'generateImage',
  tag: 'Images',
  method: 'post',
  path: '/api/v1/images/generations',
  ids: [],
  query: {},
  isSecured: true,
  optionNames: {},
  body: { prompt: `it's "quoted" \\ $HOME \`id\`` },
}

const contract = readContract()
const pages = new Map(apiPages().map(({ path, text }) => [path, text]))
const pageOf = (name: string) => pages.get(`api/${name}.md`) ?? ''

describe('the API reference', () => {
  test('has a page for each operation, which its first page lists, with samples with curl, the SDK and Python', () => {
    const found = operationsOf(contract)
    expect(found.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort())
    for (const operation of found) {
      const { operationId, summary, method, path } = operation
      const page = pageOf(operationId)
      expect(page).toContain(`# ${summary} \`${operationId}\`\n`)
      expect(page).toContain(`**${method.toUpperCase()}** \`${path}\``)
      expect(pageOf('index')).toContain(`[${summary}](/api/${operationId})`)
      const samples = samplesOf(operation).filter(({ label }) => label !== 'Command line')
      expect(samples.map(({ label }) => label)).toEqual(['curl', 'TypeScript SDK', 'Python requests'])
      for (const { source } of samples) expect(page).toContain(source)
    }
  })

  test('describes every parameter, field, example and error of an operation', () => {
    for (const { operationId, parameters = [], requestBody, responses } of operationsOf(contract)) {
      const page = pageOf(operationId)
      for (const { name } of parameters) expect(page).toContain(`- \`${name}\` *`)
      for (const [status, { content }] of Object.entries({ ...responses, body: requestBody ?? {} })) {
        if (Number(status) >= 400) {
          expect(page).toContain(`| ${status} | `)
          continue
        }
        const { schema, examples = {} } = content?.['application/json'] ?? {}
        for (const name of namesIn(schema)) expect(page).toMatch(RegExp(`- \`${name}\` \\*`))
        for (const { value } of Object.values(examples))
          expect(page).toContain(JSON.stringify(value, null, 2))
      }
    }
  })

  test('links each error code and each call of a text to its page', () => {
    for (const code of Object.keys(contract['x-error-statuses']))
      expect(pageOf('index')).toContain(`| [\`${code}\`](/errors/${code}) |`)
    expect(pageOf('index')).toContain('[`GET /api/v1/tasks/{id}`](/api/getTask)')
  })

  test('says of what only one of several alternatives needs that it is not required', () => {
    const page = pageOf('transformImage')
    expect(page).toMatch(/- `assetId` \*.*\*\*required\*\*/)
    expect(page).not.toMatch(/- `(effectId|prompt)` \*.*\*\*required\*\*/)
  })
})

/** The names of all fields at any depth. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, ...others } = { properties: {}, ...schema }
  const inner = [...Object.values(properties), ...Object.values(others)]
  return [...Object.keys(properties), ...inner.flatMap(namesIn)]
}

describe('a sample', () => {
  test('keeps quotes, dollars and backslashes of an example in its language', () => {
    const json = JSON.stringify(awkward.body)
    expect(curlSample(awkward).source).toContain(`-d '${json.replaceAll("'", `'\\''`)}'`)
    expect(pythonSample(awkward).source).toContain(`{"prompt": ${JSON.stringify(awkward.body.prompt)}}`)
    expect(sdkSample(awkward).source).toContain(`'it\\'s "quoted" \\\\ $HOME \`id\`'`)
    expect(commandSample(awkward)?.source).toContain(`'it'\\''s "quoted" \\ $HOME \`id\`'`)
  })
})
