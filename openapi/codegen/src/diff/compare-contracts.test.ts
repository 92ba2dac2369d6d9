import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Contract } from '../read/contract.ts'
import { isRecord } from '../read/record.ts'
import type { Change } from './change.ts'
import { compareContracts } from './compare-contracts.ts'

const ownText = readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8')
const ownContract = (): Contract => JSON.parse(ownText)

/** A change of the contract: where, as a path of names, and the new value; undefined removes it. */
type Edit = readonly [path: string, value: unknown]

/** The contract of this checkout with some edits. A path separates its steps by spaces. */
function edited(...edits: readonly Edit[]): Contract {
  const copy = ownContract()
  for (const [path, value] of edits) {
    const steps = path.split(' ')
    const last = steps.pop() ?? ''
    const holder = steps.reduce((target: unknown, step) => Object(target)[step], copy)
    if (!isRecord(holder) && !Array.isArray(holder)) throw new Error(`The contract has nothing at ${path}.`)
    if (Array.isArray(holder) && value === undefined) holder.splice(Number(last), 1)
    else if (value === undefined) Reflect.deleteProperty(holder, last)
    else Object.assign(holder, { [last]: value })
  }
  return copy
}

function changesOf(...edits: readonly Edit[]): readonly Change[] {
  return compareContracts(ownContract(), edited(...edits))
}

const get = 'paths /api/v1/tasks/{taskId} get'
const schemas = 'components schemas'
const request = `${schemas} ImageGenerationRequest`
const task = `${schemas} Task`
const text = { type: 'string', description: 'New.' }
const errorCodes: readonly string[] = JSON.parse(ownText).components.schemas.ApiErrorCode.enum

interface Row {
  readonly name: string
  readonly expected: string
  readonly edits: readonly Edit[]
}

const row = (name: string, expected: string, ...edits: Edit[]): Row => ({ name, expected, edits })

const breaking: readonly Row[] = [
  row('a path is removed', 'GET /api/v1/me: removed', ['paths /api/v1/me', undefined]),
  row('a method is removed', 'GET /api/v1/tasks/{taskId}: removed', [get, undefined]),
  row('an operation is renamed', 'operationId `getTask` became `readTask`', [
    `${get} operationId`,
    'readTask',
  ]),
  row('an operation is secured', 'GET /api/v1/pricing: security', [
    'paths /api/v1/pricing get security',
    [{ ApiKey: [] }],
  ]),
  row('a parameter is removed', 'parameter `query surface` removed', [
    'paths /api/v1/effects get parameters 0',
    undefined,
  ]),
  row('a parameter becomes required', 'GET /api/v1/effects query surface: became required', [
    'components parameters Surface required',
    true,
  ]),
  row('a required parameter is added', 'parameter `query page` added as required', [
    `${get} parameters 4`,
    { name: 'page', in: 'query', required: true, schema: { type: 'integer' } },
  ]),
  row('a bound of a parameter is narrowed', 'maxLength 128 became 64 (request)', [
    'components parameters IdempotencyKey schema maxLength',
    64,
  ]),
  row('a body becomes required', 'a body became required', [
    'paths /api/v1/uploads/{assetId}/complete post requestBody required',
    true,
  ]),
  row('a request field is removed', 'ImageGenerationRequest.prompt: removed', [
    `${request} properties prompt`,
    undefined,
  ]),
  row('a request field becomes required', 'ImageGenerationRequest.resolution: became required', [
    `${request} required`,
    ['prompt', 'resolution'],
  ]),
  row(
    'a required request field is added',
    'ImageGenerationRequest.style: added as required',
    [`${request} properties style`, text],
    [`${request} required`, ['prompt', 'style']],
  ),
  row('a value of a request is removed', 'ImageGenerationRequest.resolution: value `4k` removed', [
    `${request} properties resolution enum`,
    ['1k', '2k'],
  ]),
  row('a default is changed', 'default `1k` became `2k`', [`${request} properties resolution default`, '2k']),
  row('a default yields to effects', 'x-default-yields-to-effect', [
    `${request} properties resolution x-default-yields-to-effect`,
    true,
  ]),
  row('a text is shortened', 'Prompt: maxLength 2000 became 1000', [`${schemas} Prompt maxLength`, 1000]),
  row('a text is lengthened at its beginning', 'Prompt: minLength 1 became 2', [
    `${schemas} Prompt minLength`,
    2,
  ]),
  row('a range is narrowed', 'maximum 15 became 10', [
    `${schemas} VideoGenerationRequest properties durationSeconds maximum`,
    10,
  ]),
  row('a pattern of a request is changed', 'Prompt: pattern', [`${schemas} Prompt pattern`, '^a$']),
  row('a request must not carry unknown fields', 'additionalProperties `false` added', [
    `${request} additionalProperties`,
    false,
  ]),
  row('an alternative of a request is removed', 'alternative', [
    `${schemas} ImageTransformationRequest allOf 1 anyOf 1`,
    undefined,
  ]),
  row('a type of a request is narrowed', 'type', [`${request} properties prompt`, { type: 'integer' }]),
  row('a success is removed', 'status 200 removed', [`${get} responses 200`, undefined]),
  row('an error is removed', 'status 404 removed', [`${get} responses 404`, undefined]),
  row('a second success is added', 'status 202 added', [`${get} responses 202`, { description: 'Later.' }]),
  row('an error code of an operation is removed', 'error code `EFFECT_NOT_USABLE` removed', [
    'components responses InvalidImageTransformation content application/json examples EFFECT_NOT_USABLE',
    undefined,
  ]),
  row('an error code is renamed', 'ApiErrorCode: value `NOT_FOUND` removed', [
    `${schemas} ApiErrorCode enum ${errorCodes.indexOf('NOT_FOUND')}`,
    'NOWHERE',
  ]),
  row('an error code gets another status', 'x-error-statuses.NOT_FOUND: `404` became `410`', [
    'x-error-statuses NOT_FOUND',
    410,
  ]),
  row('a field of a response is removed', 'Task.output: removed', [`${task} properties output`, undefined]),
  row(
    'a field of a response is renamed',
    'Task.output: removed',
    [`${task} properties output`, undefined],
    [`${task} properties result`, text],
  ),
  row('a field of a response may be left out', 'Task.output: is no longer required', [
    `${task} required`,
    ['id', 'type', 'status', 'createdAt', 'startedAt', 'completedAt', 'error'],
  ]),
  row('a field of a response becomes nullable', 'UploadError.code: alternative `null` added', [
    `${schemas} UploadError properties code`,
    { oneOf: [{ $ref: '#/components/schemas/UploadErrorCode' }, { type: 'null' }] },
  ]),
  row('a number of a response gets a fraction', 'type `integer | null` became `null | number`', [
    `${schemas} Upload properties width type`,
    ['number', 'null'],
  ]),
  row('a bound of a response is widened', 'Upload.width: minimum 1 became 0', [
    `${schemas} Upload properties width minimum`,
    0,
  ]),
  row('an amount gets another form', 'Amount: pattern', [`${schemas} Amount pattern`, '^.*$']),
  row('a time gets another form', 'Timestamp: format `date-time` removed', [
    `${schemas} Timestamp format`,
    undefined,
  ]),
  row('a value of a response is renamed', 'TaskStatus: value `QUEUED` removed', [
    `${schemas} TaskStatus enum 0`,
    'WAITING',
  ]),
  row('a value that never changes gets company', 'CancelledTask.status: value `X` added', [
    `${schemas} CancelledTask properties status`,
    { type: 'string', enum: ['CANCELLED', 'X'] },
  ]),
  row('a list holds something else', 'Gallery.examples[]: type', [
    `${schemas} Gallery properties examples items`,
    { type: 'string' },
  ]),
  row('a header of a response is removed', 'GET /api/v1/tasks/{taskId} 200 header X-Request-Id: removed', [
    `${get} responses 200 headers X-Request-Id`,
    undefined,
  ]),
  row('a header may be left out', 'is no longer sent always', [
    'components headers RetryAfter required',
    false,
  ]),
  row('a header gets another form', 'header Retry-After: type', [
    'components headers RetryAfter schema',
    { type: 'string' },
  ]),
  row('a body is of another type', 'media type `application/json` removed', [
    `${get} responses 200 content`,
    { 'text/plain': {} },
  ]),
  row('a limit is lowered', 'x-limits.requestBodyBytesMax: 65536 became 1024', [
    'x-limits requestBodyBytesMax value',
    1024,
  ]),
  row('a lower limit is raised', 'x-limits.uploadSidePxMin: 16 became 32', [
    'x-limits uploadSidePxMin value',
    32,
  ]),
  row('a resolution gets another size', 'x-resolutions.image.generate.1k.px', [
    'x-resolutions image.generate 1k px',
    512,
  ]),
]

const additions: readonly Row[] = [
  row('an operation', 'GET /api/v1/new: added', ['paths /api/v1/new', { get: { operationId: 'getNew' } }]),
  row('an optional parameter', 'parameter `header X-Wish` added', [
    `${get} parameters 4`,
    { name: 'X-Wish', in: 'header', schema: { type: 'string' } },
  ]),
  row('an optional request field', 'ImageGenerationRequest.style: added', [
    `${request} properties style`,
    text,
  ]),
  row('a value of a request', 'value `8k` added', [
    `${request} properties resolution enum`,
    ['1k', '2k', '4k', '8k'],
  ]),
  row('a longer text', 'Prompt: maxLength 2000 became 3000', [`${schemas} Prompt maxLength`, 3000]),
  row('a request field may be left out', 'prompt: is no longer required', [`${request} required`, []]),
  row('a request field may be null', 'ImageGenerationRequest.prompt: alternative `null` added', [
    `${request} properties prompt`,
    { oneOf: [{ $ref: '#/components/schemas/Prompt' }, { type: 'null' }] },
  ]),
  row('a field of a response', 'Task.place: added', [`${task} properties place`, text]),
  row('a value of a response', 'TaskStatus: value `PAUSED` added', [
    `${schemas} TaskStatus enum 5`,
    'PAUSED',
  ]),
  row('a header of a response', 'header X-New: added', [
    `${get} responses 200 headers X-New`,
    { schema: { type: 'string' } },
  ]),
  row('an error', 'status 410 added', [`${get} responses 410`, { description: 'Gone.' }]),
  row('an error code', 'error code `NEW_CODE` added', [
    `components responses TaskNotFound content application/json examples NEW`,
    { value: { code: 'NEW_CODE' } },
  ]),
  row('a limit that is raised', 'x-limits.requestBodyBytesMax', [
    'x-limits requestBodyBytesMax value',
    131_072,
  ]),
  row('an operation that needs no key any more', 'GET /api/v1/tasks/{taskId}: security', [
    `${get} security`,
    [],
  ]),
]

function lines(changes: readonly Change[]): string[] {
  return changes.map(({ kind, where, what }) => `${kind} ${where}: ${what}`)
}

describe('between two versions of the contract', () => {
  test('texts, examples and the names of schemas are no change', () => {
    expect(
      changesOf(
        [`${get} description`, 'Other words.'],
        [`${task} description`, 'Other words.'],
        ['components examples pricing', undefined],
        [`${schemas} NewName`, { $ref: '#/components/schemas/Prompt' }],
        [`${request} properties prompt $ref`, '#/components/schemas/NewName'],
      ),
    ).toEqual([])
  })

  test.each(breaking)('it breaks clients that $name', ({ expected, edits }) => {
    const found = lines(changesOf(...edits)).filter((line) => line.startsWith('breaking '))
    expect(found.join('\n')).toContain(expected)
  })

  test.each(additions)('it is an addition: $name', ({ expected, edits }) => {
    const found = lines(changesOf(...edits))
    expect(found.join('\n')).toContain(expected)
    expect(found.filter((line) => !line.startsWith('addition '))).toEqual([])
  })

  test.each<readonly [string, string, Edit]>([
    ['an operation', 'GET /api/v1/tasks/{taskId}', [`${get} deprecated`, true]],
    ['a field', 'Task.output', [`${task} properties output deprecated`, true]],
    ['a parameter', 'GET /api/v1/effects query surface', ['components parameters Surface deprecated', true]],
  ])('the deprecation of %s is listed and breaks nobody', (_name, where, edit) => {
    const deprecations = changesOf(edit).filter(({ kind }) => kind === 'deprecation')
    expect(deprecations.map((change) => change.where)).toContain(where)
    expect(changesOf(edit).filter(({ kind }) => kind === 'breaking')).toEqual([])
  })

  test('a field of any media type and any name is compared', () => {
    const problem = (properties: object): Edit => [
      `${get} responses 418`,
      {
        description: 'A teapot.',
        content: { 'application/problem+json': { schema: { type: 'object', properties } } },
      },
    ]
    const changes = compareContracts(edited(problem({})), edited(problem({ constructor: text })))
    expect(lines(changes)).toEqual([
      'addition GET /api/v1/tasks/{taskId} 418 body.constructor: added (response)',
    ])
  })

  test('a schema that contains itself is compared to its end', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } }
    const own: Edit[] = [
      [`${schemas} Node`, node],
      [`${task} properties node`, { $ref: '#/components/schemas/Node' }],
    ]
    const wider: Edit = [`${schemas} Node`, { ...node, properties: { ...node.properties, size: text } }]
    const changes = compareContracts(edited(...own), edited(...own, wider))
    expect(lines(changes)).toEqual(['addition Node.size: added (response)'])
  })
})
