import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type FieldValue, type Form, readForms } from '../contract/read-forms.ts'
import { copyAs } from './copy-as.ts'

const contractFile = new URL('../../../../openapi/generated/openapi.json', import.meta.url)
const forms = readForms(JSON.parse(readFileSync(contractFile, 'utf8')))
const formOf = (product: string): Form => forms.find((form) => form.product === product) ?? Object(undefined)

/** What a shell, a quoting rule or a page would trip over. */
const awkward = `it's "quoted" \\ $HOME \`id\` $(id)\n<script>alert(1)</script> --version @file é\u2028`
const baseUrl = 'http://127.0.0.1:3000'

/** The words that each program of a script is called with; what curl would answer is made up. */
function callsIn(script: string): string[][] {
  const recorder = (name: string) =>
    `${name}() { printf '%s\\0' "$@" '' >&3; printf '%s' '{"id":"a1","uploadUrl":"http://put/x"}'; }`
  const text = `exec 3>&1 >/dev/null\n${recorder('curl')}\n${recorder('npx')}\nMEDIAGEN_API_KEY=mg_key\n${script}`
  const output = execFileSync('/bin/sh', ['-euc', text], { encoding: 'utf8' })
  return output
    .split('\0\0')
    .filter((call) => call !== '')
    .map((call) => call.split('\0'))
}

describe('a request copied as curl', () => {
  test('sends exactly the request, whatever is in it', () => {
    const request = { prompt: awkward, aspectRatio: '3:2' }
    const [words = [], ...others] = callsIn(copyAs('curl', formOf('image.generate'), request, baseUrl))
    expect(others).toEqual([])
    expect(words).toContain(`${baseUrl}/api/v1/images/generations`)
    expect(words).toContain('Authorization: Bearer mg_key')
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(request)
  })

  test.each<Record<string, FieldValue>>([{ effectId: 'linocut', prompt: awkward }, {}])(
    'uploads a picture of its own first, and sends that in place of an id of this page: %#',
    (request) => {
      const script = copyAs('curl', formOf('image.transform'), { assetId: 'sealed.id', ...request }, baseUrl)
      const calls = callsIn(script)
      expect(script).not.toContain('sealed.id')
      expect(calls).toHaveLength(4)
      expect(calls[1]).toEqual(expect.arrayContaining(['-T', 'photo.jpg', 'http://put/x']))
      expect(calls[2]).toContain(`${baseUrl}/api/v1/uploads/a1/complete`)
      expect(JSON.parse(calls[3]?.at(-1) ?? '')).toEqual({ assetId: 'a1', ...request })
    },
  )
})

describe('a request copied as a command', () => {
  test('has each field as its option, and the prompt as one word', () => {
    const request = { assetId: 'sealed.id', effectId: 'push-in', prompt: awkward, durationSeconds: 8 }
    const [words = []] = callsIn(copyAs('cli', formOf('video.transform'), request, baseUrl))
    expect(words).toEqual([
      ...['mediagen', 'animate', '--effect=push-in', '--duration=8', '-o', 'result.mp4'],
      ...['--', 'photo.jpg', awkward],
    ])
  })
})

describe('a request copied as TypeScript', () => {
  test('calls the SDK with exactly the request', async () => {
    const request = { prompt: awkward, durationSeconds: 7 }
    const program = copyAs('typescript', formOf('video.generate'), request, baseUrl)
    const body = /generate\((\{[\s\S]*?\n\})\)/.exec(program)?.[1] ?? ''
    const address = `data:text/javascript,${encodeURIComponent(`export default ${body}`)}`
    expect(await import(/* @vite-ignore */ address)).toMatchObject({ default: request })
    expect(program).toContain('client.videos.generate(')
  })
})
