import { readFile } from 'node:fs/promises'
import { operations } from '@mediagen/contract/operations'
import { describe, expect, test } from 'vitest'
import type { CodeSample } from './call.ts'
import { commandSample, sdkSample } from './client-samples.ts'
import { curlSample, pythonSample } from './http-samples.ts'
import { referenceDocument } from './reference-document.ts'

const contract = JSON.parse(
  await readFile(new URL('../../../../openapi/generated/openapi.json', import.meta.url), 'utf8'),
)
interface Document {
  readonly info: { readonly title: string; readonly description: string }
  readonly paths: Record<string, Record<string, Operation>>
}
interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, { readonly examples?: object }> }
  readonly 'x-codeSamples': CodeSample[]
}
/** Without what the reference adds or takes away. */
const comparable = (document: object) =>
  JSON.parse(
    JSON.stringify(document, (name, value) =>
      ['x-codeSamples', 'examples', 'title'].includes(name) ? undefined : value,
    ),
  )
const documentOf = (hasErrorPages: boolean): Document =>
  JSON.parse(JSON.stringify(referenceDocument(contract, { hasErrorPages })))

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

describe('the document of the API reference', () => {
  test('is the contract under the name of the product, with one example of each body and, for each operation, samples with curl, the SDK and Python', () => {
    const { paths } = documentOf(false)
    const found = Object.values(paths).flatMap((item) => Object.values(item))
    expect(found.map(({ operationId }) => operationId).sort()).toEqual(Object.keys(operations).sort())
    for (const { 'x-codeSamples': samples } of found) {
      const labels = samples.map(({ label }) => label).filter((label) => label !== 'Command line')
      expect(labels).toEqual(['curl', 'TypeScript SDK', 'Python requests'])
    }
    for (const { requestBody } of found) {
      const examples = requestBody?.content['application/json']?.examples
      expect(Object.keys(examples ?? { none: {} })).toHaveLength(1)
    }
    expect(documentOf(false).info.title).toBe('mediagen API')
    expect(comparable({ ...documentOf(false), paths })).toEqual(comparable(contract))
  })

  test('links each error code of the table to its page, if there are pages', () => {
    const codes = Object.keys(contract['x-error-statuses'])
    for (const code of codes) {
      expect(documentOf(true).info.description).toContain(`| [\`${code}\`](/docs/errors/${code}) |`)
      expect(documentOf(false).info.description).toContain(`| \`${code}\` |`)
    }
    expect(documentOf(false).info.description).not.toContain('/docs/')
  })

  test('keeps quotes, dollars and backslashes of an example in the language of each sample', () => {
    const json = JSON.stringify(awkward.body)
    expect(curlSample(awkward).source).toContain(`-d '${json.replaceAll("'", `'\\''`)}'`)
    expect(pythonSample(awkward).source).toContain(`{"prompt": ${JSON.stringify(awkward.body.prompt)}}`)
    expect(sdkSample(awkward).source).toContain(`'it\\'s "quoted" \\\\ $HOME \`id\`'`)
    expect(commandSample(awkward)?.source).toContain(`'it'\\''s "quoted" \\ $HOME \`id\`'`)
  })
})
