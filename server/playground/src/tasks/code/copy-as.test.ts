import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type MockServer, startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { compile, pageOptions } from '../../../../../test/support/compile-against-sdk.ts'
import { type FieldValue, type Form, readForms } from '../../contract/read-forms.ts'
import { type CodeKind, copyAs } from './copy-as.ts'

const contractFile = new URL('../../../../../openapi/generated/openapi.json', import.meta.url)
const photo = fileURLToPath(new URL('../../../../../examples/basics/photo.jpg', import.meta.url))
const forms = readForms(JSON.parse(readFileSync(contractFile, 'utf8')))

/** What a shell, a quoting rule or a page would trip over. */
const awkward = `it's "quoted" \\ $HOME \`id\` $(id)\n<script>alert(1)</script> --version @file {x} é\u2028😀`
const baseUrl = 'http://127.0.0.1:3000'

type Request = Readonly<Record<string, FieldValue>>

/** A request of each product, with every field that its effect lets have a value of its own. */
const requests: readonly [product: string, request: Request][] = [
  ['image.generate', { prompt: awkward, negativePrompt: awkward, aspectRatio: '3:2', resolution: '2k' }],
  ['image.transform', { assetId: 'sealed.id', effectId: 'watercolour', prompt: awkward }],
  ['video.generate', { prompt: awkward, durationSeconds: 7, aspectRatio: '9:16' }],
  ['video.transform', { assetId: 'sealed.id', effectId: 'push-in', prompt: awkward, durationSeconds: 8 }],
]

const codeOf = (kind: CodeKind, product: string, request: Request, address = baseUrl) => {
  const form: Form = forms.find((one) => one.product === product) ?? Object(undefined)
  return copyAs(kind, { form, request, baseUrl: address, orderKey: 'order-1' })
}

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
  test('sends exactly the request under its key, whatever is in it', () => {
    const request = { prompt: awkward, aspectRatio: '3:2' }
    const [words = [], ...others] = callsIn(codeOf('curl', 'image.generate', request))
    expect(others).toEqual([])
    expect(words).toContain(`${baseUrl}/api/v1/images/generations`)
    expect(words).toEqual(
      expect.arrayContaining(['Authorization: Bearer mg_key', 'Idempotency-Key: order-1']),
    )
    expect(JSON.parse(words.at(-1) ?? '')).toEqual(request)
  })

  test.each<Request>([{ effectId: 'linocut', prompt: awkward }, {}])(
    'uploads a picture of its own first, and sends that in place of an id of this page: %#',
    (request) => {
      const script = codeOf('curl', 'image.transform', { assetId: 'sealed.id', ...request })
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
    const [words = []] = callsIn(codeOf('cli', 'video.transform', request))
    expect(words).toEqual([
      ...['mediagen', 'animate', '--effect=push-in', '--duration=8', '-o', 'result.mp4'],
      ...['--', 'photo.jpg', awkward],
    ])
  })
})

describe('a request copied as TypeScript', () => {
  test('calls the SDK with exactly the request', async () => {
    const request = { prompt: awkward, durationSeconds: 7 }
    const program = codeOf('typescript', 'video.generate', request)
    const body = /generate\((\{[\s\S]*?\n\})\)/.exec(program)?.[1] ?? ''
    const address = `data:text/javascript,${encodeURIComponent(`export default ${body}`)}`
    expect(await import(/* @vite-ignore */ address)).toMatchObject({ default: request })
    expect(program).toContain('client.videos.generate(')
  })

  test('compiles for each product, and so does its component', { timeout: 120_000 }, () => {
    const write = (kind: CodeKind) => requests.map(([product, request]) => codeOf(kind, product, request))
    const mistaken = codeOf('react', 'image.generate', { prompt: 7 })
    expect(compile([...write('typescript'), ...write('react'), mistaken], pageOptions)).toEqual([
      expect.stringContaining("'number' is not assignable to type 'string'"),
    ])
  })
})

const hasPython = (() => {
  try {
    execFileSync('python3', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

describe('a request copied as a program', () => {
  let mock: MockServer
  beforeAll(async () => {
    const defaults = { resolution: 'hd' }
    mock = await startMockServer({
      port: 0,
      queuedMs: 20,
      processingMs: 20,
      effects: [
        { id: 'watercolour', name: 'Watercolour', description: '', surface: 'image', defaults },
        { id: 'push-in', name: 'Push in', description: '', surface: 'video', defaults },
      ],
    })
  })
  afterAll(() => mock.close())

  async function runProgram(program: string, name: string): Promise<{ output: string; folder: string }> {
    const folder = await mkdtemp(join(tmpdir(), 'mediagen-copied-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await copyFile(photo, join(folder, 'photo.jpg'))
    await writeFile(join(folder, name), program)
    const options = { cwd: folder, env: { ...process.env, MEDIAGEN_API_KEY: 'mg_any' } }
    const command = name.endsWith('.py') ? 'python3' : '/bin/sh'
    const { stdout } = await promisify(execFile)(
      command,
      name.endsWith('.py') ? [name] : ['-eu', name],
      options,
    )
    return { output: stdout, folder }
  }

  test.each(requests)('in a shell orders %s', async (product, request) => {
    const before = mock.service.taskCount()
    const script = codeOf('curl', product, request, mock.url).replace('order-1', `order of ${product}`)
    const { output } = await runProgram(script, 'order.sh')
    expect(output).toContain('"status":"QUEUED"')
    // The same again is the same order, except where it begins with another upload.
    if (!('assetId' in request)) await runProgram(script, 'order.sh')
    expect(mock.service.taskCount()).toBe(before + 1)
  })

  test.skipIf(!hasPython).each(requests)(
    'in Python orders %s once, though a response is lost, and saves its result (needs python3)',
    async (product, request) => {
      const before = mock.service.taskCount()
      mock.service.faults.dropAfterAccept()
      const { output, folder } = await runProgram(codeOf('python', product, request, mock.url), 'order.py')
      expect((await readFile(join(folder, output.trim()))).length).toBeGreaterThan(50)
      expect(mock.service.taskCount()).toBe(before + 1)
    },
  )
})
