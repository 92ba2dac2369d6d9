import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Mediagen } from '@mediagen/sdk'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { createMachine, type Machine } from '../test/e2e/support/service-process.ts'
import { startPrism } from '../test/support/prism.ts'

const basics = fileURLToPath(new URL('basics', import.meta.url))

const png = '89504e470d0a1a0a'
const jpeg = 'ffd8ff'
/** The second four bytes of an MP4 are "ftyp". */
const mp4 = /^.{8}66747970/

/** What each example leaves behind, by the first bytes of its files. */
const expectedFiles: Record<string, Record<string, string | RegExp>> = {
  'first-steps.ts': { 'lighthouse.mp4': mp4, 'lighthouse.png': png },
  'text-to-image.ts': { 'lighthouse.png': png },
  'image-to-image.ts': { 'watercolour.jpg': jpeg },
  'text-to-video.ts': { 'balloons.mp4': mp4 },
  'image-to-video.ts': { 'push-in.mp4': mp4 },
  'one-upload-many-looks.ts': { 'golden-hour.jpg': jpeg, 'linocut.jpg': jpeg, 'oil-painting.jpg': jpeg },
  'plain-curl.sh': { 'sailing-boat.png': png },
}

let machine: Machine
let apiKey: string
let programs: string
let folder: string

beforeAll(async () => {
  machine = await createMachine({}, { quickEngine: true })
  await machine.start('serve')
  apiKey = (await machine.createAccount('20.00')).apiKey
  programs = await makePrograms()
})

afterAll(async () => {
  await rm(programs, { recursive: true })
  await machine?.remove()
})

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-example-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe.each(Object.entries(expectedFiles))('the example %s', (name, files) => {
  test('runs as it stands and saves what it promises', async () => {
    await run(name)
    expect((await readdir(folder)).sort()).toEqual(Object.keys(files))
    for (const [file, head] of Object.entries(files)) {
      expect((await readFile(join(folder, file))).toString('hex', 0, 8)).toMatch(head)
    }
  })
})

test('the example wait-in-another-process.ts asks once, however often it is run, and waits by the id', async () => {
  const taskId = (await run('wait-in-another-process.ts')).trim()
  expect((await run('wait-in-another-process.ts')).trim()).toBe(taskId)
  expect(await run('wait-in-another-process.ts', taskId)).toBe('Saved castle.png\n')
  expect(await readdir(folder)).toEqual(['castle.png'])
})

/** The examples that save nothing, with all that they print. */
const expectedLines: Record<string, RegExp> = {
  'follow-a-task.ts': /^(QUEUED\n)?(PROCESSING\n)?SUCCEEDED\n$/,
  'history.ts': /^(\d{4}-\d\d-\d\d .+ USD\n)*\d+\.\d+ USD this month\n(.+ USD (charged|refunded)\n)*$/,
  'know-the-price.ts':
    /^0\.04 USD according to the price list\nmore than 0\.001 USD; nothing was sent\n0\.04 USD charged\n$/,
  'look-around.ts':
    /^\d+\.\d+ USD available\n(.+ per (image|second)\n){4}((image|video) .+\n)+\d+ examples in the gallery\n$/,
  'upload-by-steps.sh': /^\{.*"status":"READY".*\}\n\{.*"status":"QUEUED".*\}$/,
  'test-with-a-mock.ts': /pass 2\n.*fail 0\n/s,
  'test-with-msw.ts': /pass 2\n.*fail 0\n/s,
}

describe.each(Object.entries(expectedLines))('the example %s', (name, lines) => {
  test('runs as it stands and prints what it promises', async () => {
    expect(await run(name)).toMatch(lines)
    expect(await readdir(folder)).toEqual([])
  })
})

test('the example many-at-once.ts saves five images, and pays for nothing again when it is run again', async () => {
  await run('many-at-once.ts')
  const files = ['badger.png', 'fox.png', 'heron.png', 'otter.png', 'owl.png']
  expect((await readdir(folder)).sort()).toEqual(files)
  for (const file of files) expect((await readFile(join(folder, file))).toString('hex', 0, 8)).toBe(png)
  const client = new Mediagen({ apiKey, baseUrl: machine.baseUrl })
  const { balance } = await client.account()
  await run('many-at-once.ts')
  expect((await client.account()).balance).toBe(balance)
})

test('the example resume-a-handle.ts asks once, and goes on with it in another process', async () => {
  expect(await run('resume-a-handle.ts')).toBe('Submitted; run this again for the result\n')
  expect(await readdir(folder)).toEqual(['generation.json'])
  expect(await run('resume-a-handle.ts')).toBe('Saved mill.png for 0.02 USD\n')
  expect(await readdir(folder)).toEqual(['mill.png'])
})

test('the example handle-errors.ts meets every error that it stages, and each by its meaning', async () => {
  const lines = (await run('handle-errors.ts')).trimEnd().split('\n')
  expect(lines).toEqual([
    'a file that is not an image: the image is not usable (UNSUPPORTED_FORMAT)',
    'a prompt that is too long: correct /prompt',
    'an effect that does not exist: choose another effect',
    'one key for two different requests: this key is in use: choose a new one',
    expect.stringMatching(
      /^a wait that is too short: WaitTimeoutError: Task \w+ was not finished after 1 ms/,
    ),
    expect.stringMatching(/^ {2}but the task continues and ends with a file of \d{5,} bytes$/),
  ])
})

test('the example command-line.sh saves the result of each command and tells prices and effects', async () => {
  const output = await run('command-line.sh')
  const files = await readdir(folder)
  expect(files.sort()).toEqual([
    'animals',
    'castle.png',
    'lighthouse.mp4',
    'lighthouse.png',
    'prompts.txt',
    'watercolour.jpg',
  ])
  expect(await readdir(join(folder, 'animals'))).toHaveLength(2)
  for (const words of ['USD', 'watercolour']) expect(output).toContain(words)
})

test('the example batch.ts saves a file for each prompt, and is not paid again when it is run again', async () => {
  await writeFile(join(folder, 'prompts.txt'), 'a badger\n\na heron\nan otter\n')
  const client = new Mediagen({ apiKey, baseUrl: machine.baseUrl })
  expect(await run('../batch/batch.ts', 'prompts.txt', 'results')).toMatch(/^All there$/m)
  const files = ['00001.png', '00003.png', '00004.png']
  const images = async () => (await readdir(join(folder, 'results'))).filter((name) => name.endsWith('.png'))
  expect((await images()).sort()).toEqual(files)
  const { balance } = await client.account()
  await rm(join(folder, 'results', '00003.png'))
  expect(await run('../batch/batch.ts', 'prompts.txt', 'results')).toMatch(/^All there$/m)
  expect((await images()).sort()).toEqual(files)
  expect((await client.account()).balance).toBe(balance)
})

test('the example contract-mock.sh gets the prices, a refusal and a finished video', async () => {
  const prism = await startPrism()
  onTestFinished(() => prism.stop())
  const output = await run('contract-mock.sh', prism.url)
  for (const words of ['"video.transform"', '"INSUFFICIENT_BALANCE"', '"video/mp4"'])
    expect(output).toContain(words)
})

test('the code of the README is the example first-steps.ts, to the letter', async () => {
  const readme = await readFile(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8')
  expect(readme.split('```ts\n')[1]?.split('```')[0]).toBe(
    await readFile(join(basics, 'first-steps.ts'), 'utf8'),
  )
})

test('every program among the examples is run here', async () => {
  const examples = (await readdir(basics)).filter((name) => /\.(ts|sh)$/.test(name))
  const known = [...Object.keys(expectedFiles), ...Object.keys(expectedLines)]
  known.push('wait-in-another-process.ts', 'many-at-once.ts', 'resume-a-handle.ts', 'handle-errors.ts')
  known.push('command-line.sh', 'contract-mock.sh')
  expect(examples.sort()).toEqual(known.sort())
})

/** Runs an example in an empty folder, and gives what it prints. */
async function run(name: string, ...rest: string[]): Promise<string> {
  const program = name.endsWith('.sh') ? 'sh' : process.execPath
  const { stdout } = await promisify(execFile)(program, [join(basics, name), ...rest], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: [programs, process.env.PATH].join(delimiter),
      MEDIAGEN_API_KEY: apiKey,
      MEDIAGEN_BASE_URL: machine.baseUrl,
      NODE_OPTIONS: '',
    },
  })
  return stdout
}

/** A folder with an npx that finds the project's command line from anywhere, and nothing else. */
async function makePrograms(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'mediagen-programs-'))
  const commandLine = fileURLToPath(new URL('../sdk/cli/bin/mediagen.js', import.meta.url))
  const script = `#!/bin/sh\ntest "$1" = mediagen && shift && exec "${process.execPath}" "${commandLine}" "$@"\n`
  await writeFile(join(made, 'npx'), script, { mode: 0o755 })
  return made
}
