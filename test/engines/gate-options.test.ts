import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { loadProviders } from '../../server/src/config/load-providers.ts'
import { gatesWithFaults, loadGateAdapter } from '../../server/src/wiring/wire-gates.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-gates-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const head = `providers: [{ name: studio, kind: studio }]
routes: [{ product: image.generate, providers: [studio] }]
gates:
`

/** Reads a providers file with these gates, which begin at line 4. */
async function load(gates: string, secrets: Record<string, string> = {}) {
  const path = join(folder, 'providers.yaml')
  await writeFile(path, head + gates)
  const adapter = await loadGateAdapter()
  const problems = (file: Parameters<typeof gatesWithFaults>[0]) => gatesWithFaults(file, adapter)
  return loadProviders(path, [], (variable) => secrets[variable], problems, adapter.gateOptionsSchema)
}

const openai = `  - name: moderation
    at: [before, upload]
    url: https://api.openai.com/v1
    model: omni-moderation-latest
    options: { preset: openai-moderation }
`
const custom = `  - name: house-rules
    at: [before]
    url: http://rules.internal:8080
    options:
      request: { path: /judge, json: { prompt: '{{prompt}}' } }
      verdict: { pointer: verdict, allow: [yes-please], refuse: [no] }
`

describe('gates in the providers file', () => {
  test('fail closed after ten seconds unless the file says otherwise', async () => {
    const { gates } = await load(openai)
    expect(gates).toMatchObject([{ name: 'moderation', onFailure: 'refuse', timeoutSeconds: 10 }])
    const open = await load(`${openai}    timeoutSeconds: 3\n    onFailure: allow\n`)
    expect(open.gates).toMatchObject([{ onFailure: 'allow', timeoutSeconds: 3 }])
  })

  test('take a preset, or define request and verdict themselves', async () => {
    const { gates } = await load(openai + custom)
    expect(gates).toMatchObject([
      { options: { request: { path: '/moderations' } } },
      { options: { request: { method: 'POST', path: '/judge' }, auth: 'bearer' } },
    ])
  })

  test.each([
    ['a name that is taken', openai + openai, 'line 9: "gates[1]" has the name "moderation" of "gates[0]"'],
    ['an unknown stage', custom.replace('before', 'during'), 'line 5: "gates[0].at[0]" must be one of'],
    ['a misspelt key', `${custom}    onFailiure: allow\n`, 'did you mean onFailure?'],
    [
      'an unknown preset',
      openai.replace('openai-moderation', 'nobody'),
      'line 8: "gates[0].options": "preset" must be one of azure',
    ],
    ['no options', custom.slice(0, custom.indexOf('    options')), '"gates[0].options" is required'],
    [
      'no verdict',
      custom.slice(0, custom.indexOf('      verdict')),
      '"gates[0].options.verdict" is required',
    ],
    [
      'a verdict that only refuses',
      custom.replace('allow: [yes-please], ', ''),
      'line 9: "gates[0].options.verdict" must have "allow" and "refuse"',
    ],
    [
      'an unknown placeholder',
      custom.replace('{{prompt}}', '{{promt}}'),
      'has {{promt}}, which has no value here',
    ],
    [
      'a prompt in the path',
      custom.replace('/judge', "'/judge?q={{prompt}}'"),
      'has {{prompt}}, which has no value here',
    ],
    [
      'the key in the path',
      custom.replace('/judge', "'/judge?key={{apiKey}}'"),
      'has {{apiKey}}, which has no value here',
    ],
    [
      'the key in a header',
      `${custom}      headers: { Authorization: Bearer abc }\n`,
      'must not hold Authorization',
    ],
    [
      'a file within a text',
      custom.replace("json: { prompt: '{{prompt}}'", "multipart: { words: a, picture: 'of {{image.file}}'"),
      'line 8: "gates[0].options.request" has {{image.file}} within "multipart.picture"',
    ],
    [
      'a file within an object',
      custom.replace("json: { prompt: '{{prompt}}'", "multipart: { picture: { of: '{{input.file}}' }"),
      'has {{input.file}} within "multipart.picture"',
    ],
    [
      'a file within a list of a list',
      custom.replace("json: { prompt: '{{prompt}}'", "multipart: { picture: [['{{result.file}}']]"),
      'has {{result.file}} within "multipart.picture"',
    ],
    ['too long a time', `${custom}    timeoutSeconds: 61\n`, 'must be less than or equal to 60'],
    [
      'a key that is not set',
      `${custom}    apiKeyEnv: RULES_KEY\n`,
      'line 10: gate house-rules: the environment variable RULES_KEY is not set',
    ],
    [
      'uploads without an image',
      custom.replace('[before]', '[before, upload]'),
      'line 5: gate house-rules is asked about uploads, but sends no {{image.…}}',
    ],
    [
      'results without a result',
      custom.replace('[before]', '[after]'),
      'line 5: gate house-rules is asked about results, but sends neither',
    ],
    [
      'videos without their link',
      openai.replace('[before, upload]', '[after]'),
      'limit "products" to those of images',
    ],
  ])('are refused with %s, by line and field', async (_name, gates, message) => {
    await expect(load(gates)).rejects.toThrow(message)
  })

  test('may send files as fields and as items of their lists, and text with images in it anywhere', async () => {
    const form = `multipart: { a: '{{ image.file }}', b: [x, '{{image.file}}'], c: { d: 'of {{image.dataUrl}}' }`
    expect((await load(custom.replace("json: { prompt: '{{prompt}}'", form))).gates).toHaveLength(1)
  })

  test('may judge results of images with {{image.…}}, and of videos with {{result.url}}', async () => {
    const images = `${openai.replace('[before, upload]', '[after]')}    products: [image.generate, image.transform]\n`
    const videos = custom.replace('[before]', '[after]').replace('{{prompt}}', '{{result.url}}')
    expect((await load(images + videos)).gates).toHaveLength(2)
  })
})
