import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readContract } from '../../openapi/checks/contract.ts'
import { type RunningMock, startMock } from '../../openapi/codegen/src/mock/start-mock.ts'
import { hook } from '../../openapi/mock/media-hook.ts'
import { sampleMp4, samplePng } from '../../sdk/src/testing/sample-media.ts'

const basics = fileURLToPath(new URL('../../examples/basics', import.meta.url))
const picture = Buffer.from(samplePng, 'base64')
const video = Buffer.from(sampleMp4, 'base64')

let mock: RunningMock
let folder: string

beforeAll(async () => {
  mock = await startMock({ document: readContract(), hook, port: 0 })
})

afterAll(() => mock.close())

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-example-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** What each example prints, and saves. To the mock every task is done at once. */
const expected: Record<string, { prints: RegExp; saves?: readonly string[] }> = {
  'first-steps.ts': { prints: /^\d+\.\d+ USD left\n$/, saves: ['lighthouse.mp4', 'lighthouse.png'] },
  'follow-a-task.ts': { prints: /^QUEUED\nSUCCEEDED\n$/ },
  'history.ts': { prints: /^(\d{4}-\d\d-\d\d .+ USD\n)+1\.19 USD this month\n(.+ USD \w+\n)+$/ },
  'image-to-image.ts': { prints: /Saved watercolour\.jpg\n$/, saves: ['watercolour.jpg'] },
  'image-to-video.ts': { prints: /Saved push-in\.mp4\n$/, saves: ['push-in.mp4'] },
  'know-the-price.ts': {
    prints: /^\d+\.\d+ USD according to the price list\nmore than 0\.001 USD.*\n\d+\.\d+ USD charged\n$/,
  },
  'look-around.ts': {
    prints: /^\d+\.\d+ USD available\n(.+ per (image|second)\n)+(.+\n)+\d+ examples in the gallery\n$/,
  },
  'many-at-once.ts': {
    prints: /^(Saved \w+\.png\n){5}$/,
    saves: ['badger.png', 'fox.png', 'heron.png', 'otter.png', 'owl.png'],
  },
  'one-upload-many-looks.ts': {
    prints: /^Uploaded \d+ x \d+\nSaved .*\n$/,
    saves: ['golden-hour.jpg', 'linocut.jpg', 'oil-painting.jpg'],
  },
  'plain-curl.sh': {
    prints: /^Task image-generate-\w+\nSaved sailing-boat\.png\n$/,
    saves: ['sailing-boat.png'],
  },
  'text-to-image.ts': { prints: /^Saved lighthouse\.png\n$/, saves: ['lighthouse.png'] },
  'text-to-video.ts': { prints: /Saved balloons\.mp4\n$/, saves: ['balloons.mp4'] },
}

test.each(Object.entries(expected))(
  'the example %s runs as it stands against the mock of the contract, too',
  async (name, { prints, saves = [] }) => {
    expect(await run(name)).toMatch(prints)
    expect((await readdir(folder)).sort()).toEqual(saves)
    for (const file of saves)
      expect(await readFile(join(folder, file))).toEqual(file.endsWith('.mp4') ? video : picture)
  },
)

test('the examples of two processes run against the mock of the contract, too', async () => {
  const taskId = (await run('wait-in-another-process.ts')).trim()
  expect(await run('wait-in-another-process.ts', taskId)).toBe('Saved castle.png\n')
  expect(await run('resume-a-handle.ts')).toBe('Submitted; run this again for the result\n')
  expect(await run('resume-a-handle.ts')).toMatch(/^Saved mill\.png for \d+\.\d+ USD\n$/)
  expect((await readdir(folder)).sort()).toEqual(['castle.png', 'mill.png'])
})

// Rejections that depend on what was asked need a memory; two bring a mock of their own.
// test/e2e/guides.test.ts and examples/examples.test.ts run the rest, which need the command line or an
// address of their own.
test('every other example is known to need more than the mock of the contract', async () => {
  const left = [
    'command-line.sh',
    'contract-mock.sh',
    'handle-errors.ts',
    'test-with-a-mock.ts',
    'test-with-msw.ts',
    'upload-by-steps.sh',
  ]
  const run = [...Object.keys(expected), 'wait-in-another-process.ts', 'resume-a-handle.ts']
  const programs = (await readdir(basics)).filter((name) => /\.(ts|sh)$/.test(name))
  expect(programs.sort()).toEqual([...left, ...run].sort())
})

/** Runs an example in the empty folder; gives what it prints. */
async function run(name: string, ...rest: string[]): Promise<string> {
  const program = name.endsWith('.sh') ? 'sh' : process.execPath
  const env = { ...process.env, MEDIAGEN_API_KEY: 'any', MEDIAGEN_BASE_URL: mock.url, NODE_OPTIONS: '' }
  const { stdout } = await promisify(execFile)(program, [join(basics, name), ...rest], { cwd: folder, env })
  return stdout
}
