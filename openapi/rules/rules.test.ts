import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soundContract } from './support/sound-contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'mediagen-rules-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Contract = ReturnType<typeof soundContract>
type Fault = readonly [what: string, rule: string, breakIt: (contract: Contract) => void]

const faults: readonly Fault[] = [
  [
    'an operation that does not say who may call it',
    'security-defined',
    (contract) => Reflect.deleteProperty(read(contract), 'security'),
  ],
  [
    'a secured operation without 401',
    'mediagen/operation-declares-its-refusals',
    (contract) => Reflect.deleteProperty(read(contract).responses, '401'),
  ],
  [
    'an operation with a parameter but without 400',
    'mediagen/operation-declares-its-refusals',
    (contract) => Reflect.deleteProperty(read(contract).responses, '400'),
  ],
  [
    'an order without 403',
    'mediagen/operation-declares-its-refusals',
    (contract) => Reflect.deleteProperty(make(contract).responses, '403'),
  ],
  [
    'a body without 413',
    'mediagen/operation-declares-its-refusals',
    (contract) => Reflect.deleteProperty(make(contract).responses, '413'),
  ],
  [
    'a generation without 402',
    'mediagen/operation-declares-its-refusals',
    (contract) => Reflect.deleteProperty(make(contract).responses, '402'),
  ],
  [
    'a success other than 200',
    'mediagen/operation-succeeds-with-200',
    (contract) => Object.assign(read(contract).responses, { 202: read(contract).responses['200'] }),
  ],
  [
    'a 304 of an operation that takes no If-None-Match',
    'mediagen/operation-succeeds-with-200',
    (contract) =>
      Object.assign(read(contract).responses, {
        304: { description: 'Unchanged.', headers: read(contract).responses['200']?.headers },
      }),
  ],
  [
    'an answer without an example',
    'rule/content-has-named-examples',
    (contract) => Reflect.deleteProperty(json(read(contract).responses['200']), 'examples'),
  ],
  [
    'an error without an example',
    'rule/content-has-named-examples',
    (contract) => Reflect.deleteProperty(json(read(contract).responses['404']), 'examples'),
  ],
  [
    'a body whose only example has no name',
    'rule/content-has-named-examples',
    (contract) => {
      Reflect.deleteProperty(json(make(contract).requestBody), 'examples')
      Object.assign(json(make(contract).requestBody), { example: { id: 'a' } })
    },
  ],
  [
    'an error example under another status than its own',
    'mediagen/error-example-fits-its-status',
    (contract) =>
      Object.assign(json(read(contract).responses['404']).examples, {
        plain: { value: { status: 409, code: 'CODE_409' } },
      }),
  ],
  [
    'an error example with a code of another status',
    'mediagen/error-example-fits-its-status',
    (contract) =>
      Object.assign(json(read(contract).responses['404']).examples, {
        plain: { value: { status: 404, code: 'CODE_409' } },
      }),
  ],
  [
    'a field without a description',
    'mediagen/schema-is-described',
    (contract) => Object.assign(contract.components.schemas.Thing.properties, { id: { type: 'string' } }),
  ],
  [
    'a limit without a unit in its name',
    'mediagen/limit-is-complete',
    (contract) =>
      Object.assign(contract['x-limits'], { thingMax: { value: 1, description: 'Largest thing.' } }),
  ],
  [
    'a limit of nothing',
    'mediagen/limit-is-complete',
    (contract) => Object.assign(contract['x-limits'].thingBytesMax, { value: 0 }),
  ],
  ...numberFaults(),
  [
    'a deprecation that does not say what to use instead',
    'mediagen/deprecation-is-explained',
    (contract) => Object.assign(read(contract), { deprecated: true }),
  ],
  [
    'a field that is deprecated since a version to come',
    'mediagen/deprecation-is-explained',
    (contract) =>
      describeField(contract, { deprecated: true, description: 'Deprecated since 3.0.0: use `name`.' }),
  ],
  [
    'a success without a request id',
    'response-contains-header',
    (contract) => Reflect.deleteProperty(read(contract).responses['200']?.headers ?? {}, 'X-Request-Id'),
  ],
  [
    'an error without a request id',
    'response-contains-header',
    (contract) => Reflect.deleteProperty(read(contract).responses['404']?.headers ?? {}, 'X-Request-Id'),
  ],
  [
    'a 429 that does not say when to come back',
    'response-contains-header',
    (contract) => Reflect.deleteProperty(make(contract).responses['429']?.headers ?? {}, 'Retry-After'),
  ],
  [
    'a 401 that does not say how to authenticate',
    'response-contains-header',
    (contract) => Reflect.deleteProperty(read(contract).responses['401']?.headers ?? {}, 'WWW-Authenticate'),
  ],
  [
    'an answer that is not JSON',
    'response-mime-type',
    (contract) => {
      const { content } = read(contract).responses['200'] ?? { content: {} }
      Object.assign(content, { 'text/plain': { ...json({ content }) } })
    },
  ],
]

/** Descriptions with a number that is not that of the schema, of `x-limits` or of the operation. */
function numberFaults(): Fault[] {
  const rule = 'mediagen/numbers-agree'
  const onField = (fields: object) => (contract: Contract) => describeField(contract, fields)
  const onOperation = (description: string) => (contract: Contract) =>
    Object.assign(read(contract), { description })
  return [
    [
      'another length than the field has',
      rule,
      onField({ maxLength: 10, description: 'At most 11 characters.' }),
    ],
    [
      'another range than the field has',
      rule,
      onField({ type: 'integer', minimum: 4, maximum: 15, description: 'In seconds, 4 to 16.' }),
    ],
    [
      'another number than a field’s list has',
      rule,
      onField({ enum: [5, 8], description: 'Takes 5 or 9 seconds.' }),
    ],
    ['a size that is no limit', rule, onOperation('Takes at most 64 KB.')],
    ['a duration that is no limit', rule, onOperation('Within 15 minutes.')],
    ['a status that the operation does not answer', rule, onOperation('If it is gone, the answer is 410.')],
    ['another status of an error code', rule, onOperation('If it is gone: 404 `CODE_409`.')],
    [
      'another size of a resolution',
      rule,
      onField({ enum: ['big'], description: 'The long edge, `big` = 99 pixels.' }),
    ],
    ['an aspect ratio that there is not', rule, onOperation('As wide as 21:9.')],
    ['a number that nothing else says', rule, onOperation('Usually there are 17 of them.')],
    [
      'another value of a limit in its own description',
      rule,
      (contract) =>
        Object.assign(contract['x-limits'].thingBytesMax, { description: 'Largest thing, 11 bytes.' }),
    ],
    [
      'another bound in the message of an example',
      rule,
      (contract) => {
        const value = { status: 404, code: 'CODE_404', message: 'Longer than 99 characters.' }
        Object.assign(json(read(contract).responses['404']).examples, { plain: { value } })
      },
    ],
  ]
}

/** Numbers that agree: none of these may be refused. */
const agreeing = [
  { maxLength: 10, description: 'Up to 10 characters of UTF-8; see ISO 8601.' },
  { minLength: 1, maxLength: 10, description: '1 to 10 characters.' },
  { type: 'integer', minimum: 4, maximum: 15, description: 'Seconds, 4 to 15. A thing has at most `99`.' },
  { type: 'integer', enum: [5, 8], description: 'Takes 5 or 8 seconds.' },
  { enum: ['big'], description: 'The long edge, `big` = 64 pixels. Things have at most 10 bytes.' },
  { deprecated: true, description: 'Deprecated since 1.0.0: use `name` instead.' },
]

const contracts = new Map<string, Contract>([
  ['sound', soundContract()],
  ...agreeing.map((fields) => {
    const describe = (contract: Contract) => describeField(contract, { type: 'string', ...fields })
    return [fields.description, contractWith(describe)] as const
  }),
  ...faults.map(([what, , breakIt]) => [what, contractWith(breakIt)] as const),
])

/** The rules that complain about each contract. A run of the linter takes half a second, whatever it reads. */
let complaints: Map<string, string[]>
beforeAll(() => {
  complaints = lint(contracts)
})

describe('the rules of the contract', () => {
  test('find nothing wrong with a sound contract', () => {
    expect(complaints.get('sound')).toEqual([])
  })

  test.each(agreeing)(
    'find nothing wrong with a field that is described so: $description',
    ({ description }) => {
      expect(complaints.get(description)).toEqual([])
    },
  )

  test.each(faults)('refuse %s', (what, rule) => {
    expect(complaints.get(what)).toContain(rule)
  })
})

function contractWith(change: (contract: Contract) => void): Contract {
  const contract = soundContract()
  change(contract)
  return contract
}

/** Adds a field to the contract's thing. */
function describeField(contract: Contract, fields: object): void {
  Object.assign(contract.components.schemas.Thing.properties, { field: { type: 'string', ...fields } })
}

function read(contract: Contract) {
  return contract.paths['/things/{thingId}'].get
}

function make(contract: Contract) {
  return contract.paths['/things'].post
}

function json(holder: { content?: { 'application/json'?: { examples: object } } } | undefined) {
  const mediaType = holder?.content?.['application/json']
  if (mediaType === undefined) throw new Error('There is no JSON content to break here.')
  return mediaType
}

const redocly = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
const config = fileURLToPath(new URL('../redocly.yaml', import.meta.url))

/** By the linter and the configuration that the real contract goes through. */
function lint(contracts: ReadonlyMap<string, Contract>): Map<string, string[]> {
  const files = [...contracts.values()].map((contract, index) => {
    const file = join(folder, `contract-${index}.json`)
    writeFileSync(file, JSON.stringify(contract))
    return file
  })
  const options = ['--config', config, '--format', 'json', '--max-problems', '1000']
  const { stdout } = spawnSync(process.execPath, [redocly, 'lint', ...files, ...options], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  // A document for each file, one after the other.
  const reports = stdout.split(/(?<=^\})(?=\{$)/m)
  if (reports.length !== contracts.size) throw new Error(`The linter did not answer in JSON: ${stdout}`)
  const rulesOf = (report = ''): string[] => {
    const { problems }: { problems: { ruleId: string }[] } = JSON.parse(report)
    return problems.map(({ ruleId }) => ruleId)
  }
  return new Map([...contracts.keys()].map((name, index) => [name, rulesOf(reports[index])]))
}
