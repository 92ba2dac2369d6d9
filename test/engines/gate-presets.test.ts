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
const chat = (content: string) => ({ choices: [{ index: 0, message: { role: 'assistant', content } }] })
const severities = (sexual: number) => ({
  blocklistsMatch: [],
  categoriesAnalysis: [
    { category: 'Hate', severity: 0 },
    { category: 'SelfHarm', severity: 2 },
    { category: 'Sexual', severity: sexual },
    { category: 'Violence', severity: 0 },
  ],
})

const openai = {
  preset: 'openai-moderation',
  path: '/moderations',
  allows: openaiResult(false),
  refuses: openaiResult(true),
  reason: 'sexual, violence',
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
  },
  {
    preset: 'azure-content-safety-text',
    subject: subjects.words,
    path: '/text:analyze?api-version=2024-09-01',
    sees: (request) => [azureKey(request), request.json()],
    allows: severities(2),
    refuses: severities(4),
    reason: 'Sexual',
  },
  {
    preset: 'azure-content-safety-image',
    subject: subjects.upload,
    path: '/image:analyze?api-version=2024-09-01',
    sees: (request) => [azureKey(request), request.json()],
    allows: severities(0),
    refuses: severities(6),
    reason: 'Sexual',
  },
  {
    preset: 'sightengine',
    subject: subjects.result,
    path: '/check.json',
    options: "request: { multipart: { api_user: '1234' } }",
    sees: (request) => [bearer(request)],
    allows: {
      status: 'success',
      nudity: { sexual_activity: 0.01, sexual_display: 0.1, erotica: 0.4, none: 0.5 },
    },
    refuses: {
      status: 'success',
      nudity: { sexual_activity: 0.01, sexual_display: 0.6, erotica: 0.9, none: 0 },
    },
    reason: 'sexual_display, erotica',
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
  ({ preset, options = '', subject, path, sees, allows, refuses, reason, expected }) => {
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
