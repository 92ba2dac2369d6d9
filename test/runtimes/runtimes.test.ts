import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { commandOf } from './support/command-of.ts'
import { expectedReport, serveMock } from './support/mock.ts'
import { runtimes } from './support/runtimes.ts'

const folder = inject('consumerFolder')
/** A runtime takes about a second; one that hangs on something left open takes for ever. */
const runTimeoutMs = 20_000

async function run(command: readonly string[], ...args: string[]) {
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
    const command = commandOf(runtime, context)
    const { url, service } = await serveMock()
    const saved = join(folder, 'saved.png')
    const { code, output, words } = await run(command, 'as-esm.mjs', url, saved)
    expect([code, words]).toEqual([0, ''])
    expect(JSON.parse(output)).toEqual(expectedReport)
    expect(await readFile(saved, 'utf8')).toContain('the result of task1')
    expect(service.taskCount()).toBe(2)
    await rm(saved)
  })

  test('does the same when it is required, with errors that both copies know', async (context) => {
    const command = commandOf(runtime, context)
    const { url } = await serveMock()
    const { code, output, words } = await run(command, 'as-cjs.cjs', url, join(folder, 'saved.png'))
    expect([code, words]).toEqual([0, ''])
    expect(JSON.parse(output)).toEqual({ ...expectedReport, isKnownToTheOtherCopy: true })
  })
})

describe.each(runtimes.filter(({ name }) => name.startsWith('Node')))(
  'the packed command line on $name',
  (runtime) => {
    test('makes an image', async (context) => {
      const command = commandOf(runtime, context)
      const { url } = await serveMock()
      const program = join('node_modules', 'mediagen', 'bin', 'mediagen.js')
      const args = ['image', 'a fox', '--base-url', url, '-o', 'fox.png']
      expect(await run(command, program, ...args)).toMatchObject({ code: 0, output: 'fox.png\n' })
    })
  },
)

test('an error of the packed SDK points to lines that can be read', async () => {
  const program = [
    "import { Mediagen } from '@mediagen/sdk'",
    "const client = new Mediagen({ baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })",
    'client.account().catch((error) => console.log(error.stack))',
  ]
  const { output } = await run([process.execPath, '--input-type=module', '--eval'], program.join('\n'))
  const [, name, path = '', line] =
    /at (?:async )?(\w+) \((\S+@mediagen\/sdk\/dist\/index\.js):(\d+)/.exec(output) ?? []
  expect(name).toMatch(/\w{4,}/)
  const lines = (await readFile(new URL(path), 'utf8')).split('\n')
  expect(lines[Number(line) - 1]?.length).toBeLessThan(200)
})
