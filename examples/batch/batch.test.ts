import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  createVirtualClock,
  type MockServer,
  type MockTask,
  startMockServer,
  type VirtualClock,
} from '@mediagen/sdk/testing'
import { afterEach, beforeEach, expect, test } from 'vitest'

const program = new URL('batch.ts', import.meta.url).pathname
const animals = ['badger', 'fox', 'heron', 'otter', 'owl', 'stoat', 'swan', 'vole']

let service: MockServer
let folder: string
/** Stands still, so that tasks take no time or do not end. */
let clock: VirtualClock
let othersMs: number
beforeEach(async () => {
  clock = createVirtualClock()
  othersMs = 0
  const processingMs = ({ request }: MockTask) => (request.prompt === 'badger' ? 0 : othersMs)
  service = await startMockServer({ port: 0, clock, queuedMs: 0, processingMs })
  folder = await mkdtemp(join(tmpdir(), 'mediagen-batch-'))
  await writeFile(join(folder, 'prompts.txt'), `${animals.join('\n')}\n`)
})
afterEach(async () => {
  await service.close()
  await rm(folder, { recursive: true })
})

test('a batch that is killed in the middle goes on where it was, and pays for nothing twice', async () => {
  othersMs = 1
  const first = start()
  for await (const line of linesOf(first)) if (line.startsWith('Saved')) break
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await images()).toEqual(['00001.png'])
  othersMs = 0
  clock.advance(1)

  expect(await run()).toMatchObject({ code: 0, last: 'All there' })
  expect(await images()).toHaveLength(animals.length)
  expect(service.service.taskCount()).toBe(animals.length)
})

test('a run after the last one asks for nothing, even with a torn journal, and one with more lines for those', async () => {
  await run()
  await appendFile(join(folder, 'out', 'tasks.jsonl'), '{"job":"1a')
  expect(await run()).toMatchObject({ code: 0, last: 'All there' })
  await appendFile(join(folder, 'prompts.txt'), 'wren\n')
  await run()
  expect(service.service.taskCount()).toBe(animals.length + 1)
  const journal = await readFile(join(folder, 'out', 'tasks.jsonl'), 'utf8')
  expect(journal.trim().split('\n')).toHaveLength(animals.length + 2)
})

test('a batch waits for the rate limit of its account, says so, and loses nothing', async () => {
  service.service.faults.rateLimit(2, 1)
  const { code, lines } = await run()
  expect(lines).toContainEqual(expect.stringMatching(/^Rate limit: \d+ wait, the first \d+ s$/))
  expect(code).toBe(0)
  expect(await images()).toHaveLength(animals.length)
})

test('a prompt that fails does not hold up the others, and the next run orders it again', async () => {
  service.service.faults.failTasks('GENERATION_FAILED')
  expect(await run()).toMatchObject({ code: 1, last: '1 failed: run it again' })
  expect(await images()).toHaveLength(animals.length - 1)

  expect(await run()).toMatchObject({ code: 0, last: 'All there' })
  expect(service.service.taskCount()).toBe(animals.length + 1)
})

function start(): ChildProcess {
  const env = { ...process.env, NODE_OPTIONS: '', MEDIAGEN_API_KEY: 'any', MEDIAGEN_BASE_URL: service.url }
  const words = [program, join(folder, 'prompts.txt'), join(folder, 'out')]
  return spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'ignore'] })
}

async function run(): Promise<{ code: unknown; lines: string[]; last: string | undefined }> {
  const child = start()
  const closed = once(child, 'close')
  const lines: string[] = []
  for await (const line of linesOf(child)) lines.push(line)
  const [code] = await closed
  return { code, lines, last: lines.at(-1) }
}

function linesOf({ stdout }: ChildProcess): AsyncIterable<string> {
  if (stdout === null) throw new Error('the batch has no output')
  return createInterface(stdout)
}

async function images(): Promise<string[]> {
  return (await readdir(join(folder, 'out'))).filter((name) => /^\d+\.png$/.test(name))
}
