import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { describeInBrowser, openPage } from '../support/browser.ts'
import { describeClients } from './clients/describe-clients.ts'
import { commandOf } from './support/command-of.ts'
import { installConsumer } from './support/consumer.ts'
import { expectedReport, serveMock, skipWhere } from './support/mock.ts'
import { findRuntimes } from './support/runtimes.ts'

// One file, because the others of the run go on in the other process while this one installs for minutes.
const { folder, missing } = await installConsumer()
afterAll(() => rm(folder, { recursive: true }))

const packages = fileURLToPath(new URL('node_modules', import.meta.url))
const runtimes = findRuntimes()
/** A runtime takes about a second; one that hangs on something left open takes for ever. */
const runTimeoutMs = 20_000

async function runOn(command: readonly string[], ...args: string[]) {
  const [program = '', ...before] = command
  const child = spawn(program, [...before, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NO_COLOR: '1', MEDIAGEN_API_KEY: 'any' },
    timeout: runTimeoutMs,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let words = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const [code] = await once(child, 'close')
  return { code, output, words }
}

describe.each(runtimes)('the packed SDK on $name', (runtime) => {
  test('does all its work when it is imported, and leaves nothing open', async (context) => {
    const command = commandOf(runtime, { missing, context })
    const { url, service } = await serveMock()
    const saved = join(folder, 'saved.png')
    const { code, output, words } = await runOn(command, 'as-esm.mjs', url, saved)
    expect([code, words]).toEqual([0, ''])
    expect(JSON.parse(output)).toEqual(expectedReport)
    expect(await readFile(saved, 'utf8')).toContain('the result of task1')
    expect(service.taskCount()).toBe(2)
    await rm(saved)
  })

  test('does the same when it is required, with errors that both copies know', async (context) => {
    const command = commandOf(runtime, { missing, context })
    const { url } = await serveMock()
    const { code, output, words } = await runOn(command, 'as-cjs.cjs', url, join(folder, 'saved.png'))
    expect([code, words]).toEqual([0, ''])
    expect(JSON.parse(output)).toEqual({ ...expectedReport, isKnownToTheOtherCopy: true })
  })
})

describe.each(runtimes.filter(({ name }) => name.startsWith('Node')))(
  'the packed command line on $name',
  (runtime) => {
    test('makes an image', async (context) => {
      const command = commandOf(runtime, { missing, context })
      const { url } = await serveMock()
      const program = join('node_modules', 'mediagen', 'bin', 'mediagen.js')
      const args = ['image', 'a fox', '--base-url', url, '-o', 'fox.png']
      expect(await runOn(command, program, ...args)).toMatchObject({ code: 0, output: 'fox.png\n' })
    })
  },
)

test('an error of the packed SDK points to the source that it came from', async () => {
  const program = [
    "import { Mediagen } from '@mediagen/sdk'",
    "const client = new Mediagen({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })",
    'client.account().catch((error) => console.log(error.stack))',
  ]
  const { output } = await runOn([process.execPath, '--input-type=module', '--eval'], program.join('\n'))
  const [, name, path = '', line] =
    /at (?:async )?(\w+) \((\S+@mediagen\/sdk\/dist\/index\.js):(\d+)/.exec(output) ?? []
  expect(name).toMatch(/\w{4,}/)
  const lines = (await readFile(new URL(path), 'utf8')).split('\n')
  expect(lines[Number(line) - 1]?.length).toBeLessThan(200)
})

/** The lowest that the README names, those that many still have, and the newest. */
const versions = ['5.0', '5.4', '5.9', '6.0', '7.0']
/** How the package is found, with the programs that can find it so. */
const resolutions = [
  { resolution: 'bundler', module: 'esnext', programs: ['typed.ts'] },
  { resolution: 'node16', module: 'node16', programs: ['typed.ts', 'typed.cts'] },
] as const
/** Declarations of packages are checked, too, and none of Node or a framework are there to help them. */
const strictly = [
  ...['--noEmit', '--strict', '--pretty', 'false', '--skipLibCheck', 'false'],
  ...['--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
]
/** Declarations of openapi-fetch do not compile before 5.4, which `skipLibCheck` hides from a program. */
const ofOpenapiFetch = /^node_modules\/openapi-.*\n(?: .*\n)*/gm
const compileTimeoutMs = 60_000

/** What a compiler says of programs and of the SDK's declarations; nothing where they compile. */
async function complaintsOf(version: string, options: readonly string[], programs: readonly string[]) {
  const compiler = join(packages, `typescript-${version}`, 'bin', 'tsc')
  const args = [compiler, ...strictly, ...options, ...programs]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    // A compiler that did not run says so elsewhere.
  }).catch(({ stdout, message }: Error & { stdout: string }) => ({ stdout: stdout || message }))
  return version === '5.0' ? stdout.replace(ofOpenapiFetch, '') : stdout
}

const cases = versions.flatMap((version) => resolutions.map((one) => ({ version, ...one })))

test.for(cases)(
  'TypeScript $version takes the types of the packed SDK, found by $resolution, and they reject wrong input',
  { timeout: compileTimeoutMs },
  async ({ version, resolution, module, programs }, context) => {
    skipWhere(missing || undefined, context)
    const options = ['--module', module, '--moduleResolution', resolution]
    expect(await complaintsOf(version, options, programs)).toBe('')
  },
)

/** An error class with its ancestors, and the tables whose making a bundler takes for an effect. */
const errorBytesMax = 2000

/** Bundles a file for browsers into one file and gives its code. */
const bundlers = {
  async esbuild(file: string): Promise<string> {
    const options = ['--bundle', '--minify', '--format=esm', '--platform=browser']
    return run(join(packages, 'esbuild', 'bin', 'esbuild'), file, ...options)
  },
  async rollup(file: string): Promise<string> {
    const options = [
      '--format',
      'es',
      '--silent',
      '--plugin',
      join(packages, '@rollup', 'plugin-node-resolve'),
    ]
    return run(join(packages, 'rollup', 'dist', 'bin', 'rollup'), file, ...options, '--inlineDynamicImports')
  },
}

async function run(program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd: folder,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout
}

describe.each(Object.entries(bundlers))('bundled by %s, the packed SDK', (_, bundle) => {
  test('is left out where only an error class of it is used', async (context) => {
    skipWhere(missing || undefined, context)
    const code = await bundle('only-an-error.mjs')
    expect(code).toContain('RateLimitError')
    expect(code).not.toContain('/api/v1/')
    expect(code.length).toBeLessThan(errorBytesMax)
  })
})

describeInBrowser('bundled, the packed SDK in a browser', () => {
  test.for(Object.entries(bundlers))('does all its work: %s', async ([, bundle], context) => {
    skipWhere(missing || undefined, context)
    const pages = {
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' },
      '/page.js': { type: 'text/javascript', body: await bundle('in-browser.mjs') },
      '/favicon.ico': { type: 'image/x-icon', body: '' },
    }
    const { url } = await serveMock(pages)
    const { page, outsideRequests, close } = await openPage(url)
    try {
      await page.goto(url)
      const report = await page.evaluate('report')
      expect(report).toEqual(expectedReport)
      expect(outsideRequests).toEqual([])
    } finally {
      await close()
    }
  })
})

describe('clients of one service', () => describeClients({ folder, missing }))
