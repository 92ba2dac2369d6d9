import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { Mediagen } from '@mediagen/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { createContext } from '../src/context.js'
import { findDestination } from '../src/destination.js'
import { exitCodes } from '../src/exit-codes.js'
import { createOutput } from '../src/output.js'
import { processTerminal } from '../src/terminal.js'
import { setStage } from './support/command.ts'
import { sitAt } from './support/person.ts'

test('the progress bar is full once the result is saved', async () => {
  const stage = await setStage()
  const person = sitAt(stage)
  expect(await person.start('image', 'a fox', '-o', stage.folder)).toBe(exitCodes.ok)
  expect(person.seen()).toMatch(/task1 █{32} +\d+\.\d s {2}saved/)
  expect(person.seen()).toMatch(/task1 ▒{8}░{24} +\d+\.\d s {2}queued/)
})

test('Ctrl-C on a terminal offers to cancel a queued task, which is refunded', async () => {
  const stage = await setStage({ queuedMs: 1000 })
  const person = sitAt(stage)
  const ended = person.start('image', 'a fox', '-o', stage.folder)
  await person.sees('queued')
  expect(stage.service.balance()).toBe('99.98')
  person.pressCtrlC()
  await person.sees('Cancel it for a refund? [y/N] ')
  person.type('y\n')
  expect(await ended).toBe(exitCodes.taskCancelled)
  expect(stage.service.balance()).toBe('100.00')
})

test.each(['n\n', '\n', '\u0003'])('the answer %j leaves the task alone', async (answer) => {
  const stage = await setStage({ queuedMs: 1000 })
  const person = sitAt(stage)
  const ended = person.start('image', 'a fox', '-o', stage.folder)
  await person.sees('queued')
  person.pressCtrlC()
  await person.sees('[y/N] ')
  person.type(answer)
  expect(await ended).toBe(exitCodes.interrupted)
  expect(person.seen()).toContain('Resume with: mediagen tasks wait task1')
  expect(stage.service.balance()).toBe('99.98')
})

test('several generations have a bar each, and lines that fit a small terminal', async () => {
  const stage = await setStage()
  const person = sitAt(stage, { columns: 44, rows: 4 })
  expect(await person.start('image', 'a red fox', 'an owl at dusk', '-n', '3', '-o', stage.folder)).toBe(
    exitCodes.ok,
  )
  const lines = person.seen().split(new RegExp(`\\r?\\n|${String.fromCharCode(27)}\\[\\??\\d*[A-Za-z]`))
  for (let index = 1; index <= 6; index += 1) {
    expect(lines.some((line) => line.includes(`${index}/6 `) && line.endsWith('saved'))).toBe(true)
  }
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(44)
  expect(stage.service.taskCount()).toBe(6)
})

test('a result is written to standard output as it comes, and leaves it open', async () => {
  const stage = await setStage()
  const stdout = new PassThrough()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started
    },
  })
  const client = new Mediagen({
    apiKey: 'any',
    fetch: async (input) =>
      String(input).startsWith('http://files.test')
        ? new Response(body)
        : Response.json({
            id: 'task1',
            type: 'image.generate',
            status: 'SUCCEEDED',
            createdAt: '2026-01-01T00:00:00Z',
            output: { images: [{ url: 'http://files.test/1', contentType: 'image/png', sizeBytes: 10 }] },
          }),
  })
  const terminal = { ...processTerminal, env: stage.env, stdout }
  const context = createContext(terminal, createOutput(terminal, { quiet: true }), {})
  onTestFinished(() => context.release())
  const save = await findDestination({ output: '-' }, context)
  const saved = save(await client.tasks.wait('task1'))
  controller?.enqueue(Buffer.from('first'))
  expect(String((await once(stdout, 'data'))[0])).toBe('first')
  controller?.enqueue(Buffer.from('later'))
  controller?.close()
  expect(await saved).toMatchObject({ path: '-', contentType: 'image/png' })
  expect(stdout.writableEnded).toBe(false)
})
