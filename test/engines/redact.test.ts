import { describe, expect, test } from 'vitest'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import { createRedact } from '../../server/src/engines/shared/calls/redact.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { engineOfKind, lookOnce, patient } from './support/engine.ts'
import { bytesOf, jobs } from './support/job.ts'

/** With characters that encodings change. */
const key = 'sk-proj/Ab+9_cd=Ef-0123456789'
const user = 'operator:'
const base64Of = (text: string) => Buffer.from(text).toString('base64')
const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
const encoded = (write: (hex: string) => string) => [...key].map((c) => write(hexOf(c))).join('')

const quoted = (text: string) => JSON.stringify(text).slice(1, -1)

/** Texts in which an engine may repeat the key, each as the characters of a parsed message. */
const echoes: readonly (readonly [name: string, text: string])[] = [
  ['as it is', key],
  ['in capitals', key.toUpperCase()],
  ['in a query', `GET /v1/models?key=${encodeURIComponent(key)}&alt=json`],
  ['percent-encoded throughout', encoded((hex) => `%${hex}`)],
  ['percent-encoded twice', encoded((hex) => `%25${hex.toUpperCase()}`)],
  ['as JSON within a text', JSON.stringify({ key }).replaceAll('/', '\\/')],
  ['as JSON with Unicode escapes within a text', encoded((hex) => `\\u00${hex}`)],
  ['as HTML', encoded((hex) => `&#x${hex};`)],
  ['as HTML within HTML', encoded((hex) => `&amp;#x${hex};`)],
  ['as HTML with many zeros', encoded((hex) => `&#x00000000${hex};`)],
  ['as HTML with names', key.replaceAll('+', '&plus;').replaceAll('/', '&sol;').replaceAll('=', '&equals;')],
  ['with escapes of one to six digits', encoded((hex) => `\\u{${hex}}`)],
  ['with octal escapes', encoded((hex) => `\\${Number.parseInt(hex, 16).toString(8).padStart(3, '0')}`)],
  ['in hexadecimal', Buffer.from(key).toString('hex')],
  ['in spaced hexadecimal', encoded((hex) => `${hex} `)],
  ['without its end', `${key.slice(0, -5)}...`],
  ['without its beginning', key.slice(5)],
  ['broken by a tag', `${key.slice(0, 14)}<wbr>${key.slice(14)}`],
  ['broken by variation selectors', [...key].join('\ufe0f')],
  ['in base64', base64Of(key)],
  ...[`${user}${key}`, `:${key}`, `${key}:`, `Bearer ${key}`].map(
    (text) => [`as ${text.replace(key, 'key')} in base64`, `Basic ${base64Of(text)}`] as const,
  ),
  ['in base64 of URLs', Buffer.from(key).toString('base64url')],
  ['in wrapped base64', base64Of(`a long user name ${key}`).replace(/.{10}/g, '$&\n')],
  ['broken by a line', `${key.slice(0, 9)}\n${key.slice(9)}`],
  ['broken by a control character', `${key.slice(0, 9)}\u0000${key.slice(9)}`],
  ['broken by an invisible character', `${key.slice(0, 9)}\u200b${key.slice(9)}`],
  ['where the message is cut', `${'x'.repeat(540)}${key}${key}`],
  ['where reading ends', `${' '.repeat(65_520)}${key}`],
  ['behind a megabyte of spaces', `${' '.repeat(1024 ** 2)}${key}`],
  ['in front of a megabyte', `${key}${'x'.repeat(1024 ** 2)}`],
]

/** How the body itself may be written. */
const writings: readonly (readonly [name: string, write: (body: unknown) => string])[] = [
  ['JSON', JSON.stringify],
  ['JSON with escaped slashes', (body) => JSON.stringify(body).replaceAll('/', '\\/')],
  ['JSON with Unicode escapes', (body) => JSON.stringify(body).replaceAll('+', '\\u002B')],
]

const models = { 'image.generate': 'acme/model' }

async function engineAgainst(
  kindName: string,
  respond: () => CounterpartResponse,
  apiKey = key,
): Promise<Provider> {
  const { url } = await startCounterpart(respond)
  return engineOfKind(kindName, { url, apiKey, models })
}

/** Every form in which a person could read the key, or most of it. */
function expectNoKey(shown: unknown): void {
  const text = JSON.stringify(shown).toLowerCase()
  const unbroken = text
    .replace(/%([0-9a-f]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/[^\x21-\x7e]|\\n|\\u[0-9a-f]{4}/g, '')
  for (const secret of [key.slice(0, 12), key.slice(5, -5), base64Of(key).slice(0, -4)])
    for (const form of [text, unbroken]) expect(form).not.toContain(secret.toLowerCase())
}

describe('a key repeated by an engine', () => {
  test.each(echoes)('%s is in no outcome', async (_name, text) => {
    const json = { error: { message: `wrong key: ${text}` } }
    for (const status of [200, 400, 401]) {
      const provider = await engineAgainst('openai-images', () => ({ status, json }))
      const shown = [await provider.start(jobs['image.generate'], patient), await provider.check?.(patient)]
      expectNoKey(shown)
      // However it was written: its middle is not repeated.
      if (text.length < 400) expect(JSON.stringify(shown)).not.toContain(quoted(text.slice(8, -8)))
    }
  })

  test.each(writings)('is in no outcome, however it is written in %s', async (_name, write) => {
    let said = ''
    let status = 400
    const provider = await engineAgainst('fal', () => ({
      status,
      headers: { 'Content-Type': 'application/json' },
      text: write({ error: { message: said, code: said, type: said }, detail: said, title: said }),
    }))
    for (const text of [key, encodeURIComponent(key), base64Of(`${user}${key}`)]) {
      said = `wrong key: ${text}`
      for (status of [200, 400, 401, 422, 500])
        expectNoKey([
          await provider.start(jobs['image.generate'], patient),
          await provider.poll({ id: '1', statusUrl: '/1', responseUrl: '/1' }, lookOnce),
          await provider.check?.(patient),
        ])
    }
  })

  test('leaves the rest of the message', async () => {
    const message = `Unknown API key ${key}. Get one from the console.`
    const provider = await engineAgainst('openai-images', () => ({
      status: 400,
      json: { error: { message } },
    }))
    expect(await provider.start(jobs['image.generate'], patient)).toEqual({
      kind: 'rejected',
      message: 'Unknown API key [key]. Get one from the console.',
    })
  })

  test('is in no id that would be stored with the task', async () => {
    const provider = await engineAgainst('replicate', () => ({ status: 201, json: { id: key } }))
    expect(await provider.start(jobs['image.generate'], patient)).toEqual({
      kind: 'started',
      job: { id: '[key]' },
    })
  })

  test('is not in the error of a download that is redirected to it', async () => {
    const host = 'skproj0123456789.example'
    const responses: CounterpartResponse[] = [
      { json: { data: [{ url: '/1.png' }] } },
      { status: 302, headers: { Location: `http://${host}/` } },
    ]
    const provider = await engineAgainst('openai-images', () => responses.shift() ?? {}, 'SKproj0123456789')
    const response = await provider.start(jobs['image.generate'], patient)
    if (response.kind !== 'succeeded') throw new Error(response.kind)
    await expect(bytesOf(response.outputs[0])).rejects.toThrow(/^The result lies at \[key\]\.example/)
  })

  test('as a password is removed without its user', async () => {
    const said = { status: 401, json: { detail: 'no such password: correct-horse' } }
    const provider = await engineAgainst('sdapi', () => said, 'operator:correct-horse')
    expect(await provider.check?.(patient)).toMatchObject({
      detail: expect.stringMatching(/no such password: \[key\]$/),
    })
  })
})

test('a message of backslashes takes no longer than any other', () => {
  const redact = createRedact([key])
  const started = process.threadCpuUsage()
  redact(`${'\\'.repeat(64 * 1024)}z`)
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(1_000)
})

test('a short key removes no words from an engine’s message', async () => {
  const said = { status: 400, json: { error: 'the size is wrong' } }
  const provider = await engineAgainst('openai-images', () => said, 'is')
  expect(await provider.start(jobs['image.generate'], patient)).toMatchObject({
    message: 'the size is wrong',
  })
})

test('an engine’s message has no characters that act on a terminal or change the direction of text', async () => {
  const message = 'a\u001b[31mred\u0000 \u202egpj.exe\u2066 \u200fb\u0085c\ud800\r\nd'
  const provider = await engineAgainst('openai-images', () => ({ status: 400, json: { error: { message } } }))
  expect(await provider.start(jobs['image.generate'], patient)).toMatchObject({
    message: 'a[31mred gpj.exe bc d',
  })
})
