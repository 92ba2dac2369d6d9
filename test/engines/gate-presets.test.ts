import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { GateSubject } from '../../server/src/core/ports/gate.ts'
import { type CounterpartRequest, startCounterpart } from './support/counterpart.ts'
import { patient } from './support/engine.ts'
import { gateOf, subjects } from './support/gate.ts'
import { inputPng } from './support/job.ts'

const folder = fileURLToPath(new URL('../../server/presets/gates', import.meta.url))
const base64 = Buffer.from(inputPng).toString('base64')
const words = 'a lighthouse at dawn\nNegative prompt: people'

/** A vendor's request and responses as its documents have them. */
interface GateWire {
  readonly preset: string
  readonly subject: GateSubject
  readonly path: string
  readonly options?: string
  readonly sees: (request: CounterpartRequest) => unknown
  readonly allows: unknown
  readonly refuses: unknown
  readonly reason: string
  /** Answers that leave a part without a judgement, made of the one that allows. */
  readonly partial: readonly unknown[]
  /** The one that refuses, with a part that is not judged. */
  readonly refusesInPart?: unknown
}

const bearer = ({ headers }: CounterpartRequest) => headers.authorization
const azureKey = ({ headers }: CounterpartRequest) => headers['ocp-apim-subscription-key']
const openaiResult = (flagged: boolean) => ({
  id: 'modr-1',
  model: 'omni-moderation-latest',
  results: [
    {
      flagged,
      categories: { sexual: flagged, 'sexual/minors': false, violence: flagged },
      category_scores: { sexual: 0.9, 'sexual/minors': 0.01, violence: 0.8 },
      category_applied_input_types: { sexual: ['image'] },
    },
  ],
})
const [harmless] = openaiResult(false).results
const chat = (content: string, finish: unknown = 'stop') => ({
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
})
const categories = (sexual: number) => [
  { category: 'Hate', severity: 0 },
  { category: 'SelfHarm', severity: 2 },
  { category: 'Sexual', severity: sexual },
]
const severities = (sexual: number, ...others: readonly unknown[]) => ({
  blocklistsMatch: [],
  categoriesAnalysis: [
    ...categories(sexual),
    ...(others.length > 0 ? others : [{ category: 'Violence', severity: 0 }]),
  ],
})
const noResult = { error: { message: 'image could not be read' } }
const notValues = [null, {}, { score: 0 }, [], [0], [false], '']
const azurePartial = [
  {},
  { categoriesAnalysis: [] },
  { categoriesAnalysis: {} },
  { categoriesAnalysis: categories(0) },
  severities(0, { category: 'Violence' }),
  severities(0, {}),
  severities(0, noResult),
  severities(0, 0),
  ...notValues.map((severity) => severities(0, { category: 'Violence', severity })),
  severities(0, { category: 'Violence', severity: 0 }, { category: 'Other' }),
]
const nudity = { sexual_activity: 0.01, sexual_display: 0.1, erotica: 0.4, none: 0.5 }

const openai = {
  preset: 'openai-moderation',
  path: '/moderations',
  allows: openaiResult(false),
  refuses: openaiResult(true),
  reason: 'sexual, violence',
  partial: [
    {},
    { results: [] },
    { results: {} },
    { results: [noResult] },
    { results: [{ flagged: false }, noResult] },
    { results: [noResult, { flagged: false }] },
    { results: [{ flagged: false }, null] },
    { results: [{ flagged: false }, [{ flagged: false }]] },
    { results: [[{ flagged: false }], { flagged: false }] },
    ...notValues.map((flagged) => ({ results: [{ flagged: false }, { flagged }] })),
    ...notValues.map((flagged) => ({ results: [{ flagged }] })),
    { results: [{ flagged: false }] },
    { results: [{ ...harmless, categories: {} }] },
    { results: [{ ...harmless, categories: { sexual: false, violence: null } }] },
    { ...openaiResult(false), error: { message: 'overloaded' } },
    { ...openaiResult(false), error: 'overloaded' },
    { ...openaiResult(false), results: [harmless, noResult] },
    { ...openaiResult(false), errors: ['image not judged'] },
    { ...openaiResult(false), results: [{ ...harmless, ...noResult }] },
    { ...openaiResult(false), results: [{ ...harmless, image: { errors: { '1': 'not judged' } } }] },
  ],
  refusesInPart: {
    results: [noResult, { ...openaiResult(true).results[0], flagged: false }, { flagged: null }],
  },
}
const wires: readonly GateWire[] = [
  {
    ...openai,
    subject: subjects.words,
    sees: (request) => [bearer(request), request.json()],
  },
  {
    ...openai,
    subject: subjects.upload,
    sees: (request) => [bearer(request), request.json()],
  },
  {
    preset: 'llama-guard',
    subject: subjects.words,
    path: '/chat/completions',
    sees: (request) => [bearer(request), request.json()],
    allows: chat('\n\nsafe'),
    refuses: chat('\n\nunsafe\nS4,S12'),
    reason: 'unsafe S4,S12',
    partial: [
      {},
      { choices: [] },
      { choices: [noResult] },
      chat(''),
      chat('saf'),
      chat('safe\nS4'),
      ...notValues.map((content) => ({ choices: [{ message: { content } }] })),
      { choices: [{ message: { content: ['safe'] } }] },
      { choices: [...chat('safe').choices, ...chat('saf').choices] },
      ...['length', 'content_filter', 'tool_calls', ...notValues].map((finish) => chat('safe', finish)),
      { choices: [{ message: { content: 'safe' } }] },
      { choices: [{ message: { content: 'stop' }, finish_reason: 'stop' }] },
      { ...chat('safe'), error: { message: 'context exceeded' } },
    ],
    refusesInPart: chat('unsafe\nS4,S12', 'length'),
  },
  {
    preset: 'azure-content-safety-text',
    subject: subjects.words,
    path: '/text:analyze?api-version=2024-09-01',
    sees: (request) => [azureKey(request), request.json()],
    allows: severities(2),
    refuses: severities(4),
    reason: 'Sexual',
    partial: azurePartial,
    refusesInPart: severities(6, { category: 'Violence' }),
  },
  {
    preset: 'azure-content-safety-image',
    subject: subjects.upload,
    path: '/image:analyze?api-version=2024-09-01',
    sees: (request) => [azureKey(request), request.json()],
    allows: { categoriesAnalysis: severities(0).categoriesAnalysis },
    refuses: severities(6),
    reason: 'Sexual',
    partial: azurePartial,
    refusesInPart: severities(6, { category: 'Violence' }),
  },
  {
    preset: 'sightengine',
    subject: subjects.result,
    path: '/check.json',
    options: "request: { multipart: { api_user: '1234' } }",
    sees: (request) => [bearer(request)],
    allows: { status: 'success', nudity },
    refuses: {
      status: 'success',
      nudity: { sexual_activity: 0.01, sexual_display: 0.6, erotica: 0.9, none: 0 },
    },
    reason: 'sexual_display, erotica',
    partial: [
      { status: 'failure', error: { type: 'media_error' } },
      { status: 'success', nudity: {} },
      { status: 'failure', nudity },
      ...notValues.map((status) => ({ status, nudity })),
      { nudity },
      { status: 'success', nudity, error: { type: 'media_error' } },
      { status: 'success', nudity: [nudity] },
      { status: 'success', nudity: { sexual_activity: 0.01, sexual_display: 0.1 } },
      ...notValues.map((erotica) => ({ status: 'success', nudity: { ...nudity, erotica } })),
    ],
    refusesInPart: { nudity: { sexual_activity: null, sexual_display: 0.6, erotica: 0.9 } },
  },
]

const seen = [
  ['Bearer secret-key-of-the-gate', { model: 'the-model', input: [{ type: 'text', text: words }] }],
  [
    'Bearer secret-key-of-the-gate',
    {
      model: 'the-model',
      input: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } }],
    },
  ],
  [
    'Bearer secret-key-of-the-gate',
    {
      model: 'the-model',
      temperature: 0,
      max_tokens: 64,
      messages: [{ role: 'user', content: [{ type: 'text', text: words }] }],
    },
  ],
  ['secret-key-of-the-gate', { text: words, outputType: 'FourSeverityLevels' }],
  ['secret-key-of-the-gate', { image: { content: base64 }, outputType: 'FourSeverityLevels' }],
  [undefined],
]

test('every shipped preset of a gate is tested against its vendor’s API', () => {
  const tested = new Set(wires.map(({ preset }) => `${preset}.yaml`))
  expect([...tested].sort()).toEqual(readdirSync(folder).sort())
})

test('every preset of a gate says in its comment that it was not verified against the live service', () => {
  for (const file of readdirSync(folder))
    expect(readFileSync(`${folder}/${file}`, 'utf8'), file).toMatch(/stand-in only\. Not verified: /)
})

describe.each(wires.map((wire, index) => ({ ...wire, expected: seen[index] })))(
  'the preset $preset',
  ({
    preset,
    options = '',
    subject,
    path,
    sees,
    allows,
    refuses,
    reason,
    expected,
    partial,
    refusesInPart,
  }) => {
    async function ask(response: unknown) {
      const counterpart = await startCounterpart(() => ({ json: response }))
      const gate = gateOf({
        url: counterpart.url,
        model: 'the-model',
        options: `preset: ${preset}\n${options}`,
      })
      return { verdict: await gate.ask(subject, patient), counterpart }
    }

    test('asks as the vendor documents it', async () => {
      const { counterpart } = await ask(allows)
      const [request] = counterpart.requests
      if (request === undefined) throw new Error('not asked')
      expect([request.method, request.path]).toEqual(['POST', path])
      expect(sees(request)).toEqual(expected)
    })

    test('reads both verdicts, the reason, and nothing from an error', async () => {
      expect((await ask(allows)).verdict.kind).toBe('allowed')
      expect((await ask(refuses)).verdict).toEqual({ kind: 'refused', reason })
      expect((await ask({ error: { message: 'quota' } })).verdict.kind).toBe('failed')
    })

    test('allows nothing of which a part is not judged', async () => {
      for (const answer of partial)
        expect((await ask(answer)).verdict.kind, JSON.stringify(answer)).toBe('failed')
    })

    test.runIf(refusesInPart !== undefined)(
      'refuses what is refused in one part, whatever the others are',
      async () => {
        expect((await ask(refusesInPart)).verdict).toEqual({ kind: 'refused', reason })
      },
    )
  },
)

test('sightengine gets its two credentials and the file in the form', async () => {
  const counterpart = await startCounterpart(() => ({ json: wires.at(-1)?.allows }))
  const gate = gateOf({
    url: counterpart.url,
    model: 'nudity-2.1',
    options: "preset: sightengine\nrequest: { multipart: { api_user: '1234' } }",
  })
  await gate.ask(subjects.result, patient)
  const form = await counterpart.requests[0]?.form()
  expect(form?.get('models')).toBe('nudity-2.1')
  expect([form?.get('api_user'), form?.get('api_secret')]).toEqual(['1234', 'secret-key-of-the-gate'])
  expect(form?.get('media')).toBeInstanceOf(File)
})

test('the preset for texts of Azure refuses what a blocklist contains, and believes no answer without one', async () => {
  const ask = async (json: unknown) => {
    const { url } = await startCounterpart(() => ({ json }))
    const gate = gateOf({ url, model: 'none', options: 'preset: azure-content-safety-text' })
    return gate.ask(subjects.words, patient)
  }
  const match = { blocklistName: 'brands', blocklistItemText: 'acme' }
  expect(await ask({ ...severities(0), blocklistsMatch: [match] })).toEqual({
    kind: 'refused',
    reason: 'blocklistsMatch',
  })
  const { categoriesAnalysis } = severities(0)
  expect((await ask({ categoriesAnalysis })).kind).toBe('failed')
})
