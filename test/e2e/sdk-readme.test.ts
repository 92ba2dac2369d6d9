import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Mediagen, TaskNotCancellableError } from '@mediagen/sdk'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readmePrograms, runReadmeProgram } from '../support/readme-programs.ts'
import { createMachine, type Machine } from './support/service-process.ts'

/** What each program of the guide prints, and the files that it saves, by their first bytes. */
const expected: Record<string, { prints: RegExp; saves?: Record<string, RegExp> }> = {
  '@mediagen/sdk 1': { prints: /^$/, saves: { 'lighthouse.png': /^89504e47/ } },
  'Four products 1': { prints: /^$/ },
  'Your own images 1': { prints: /^0 %\n(\d+ %\n)*100 %\n$/ },
  'Your own images 2': { prints: /^$/ },
  'Waiting 1': { prints: /^(QUEUED \n)?(PROCESSING \d*\n)*SUCCEEDED \n\[ 'video\/mp4' \]\n$/ },
  'Waiting 2': { prints: /^(QUEUED\n)?(PROCESSING\n)?SUCCEEDED\n$/ },
  'Waiting 3': { prints: /^0\.02\n$/, saves: { 'castle.png': /^89504e47/ } },
  'Many at once 1': {
    prints: /^$/,
    saves: { 'animal-0.png': /^89504e47/, 'animal-1.png': /^89504e47/, 'animal-2.png': /^89504e47/ },
  },
  'Results 1': {
    prints: /^image\/png \d{5,} http.*\n\d{5,} \d{5,} false image\/png\n$/,
    saves: { 'out.png': /^89504e47/ },
  },
  'Sent once, charged once 1': { prints: /^$/ },
  'Errors 1': { prints: /^$/ },
  'Account, prices, effects 1': { prints: /^0\.12 USD\n0\.12 (reserved|charged)\n$/ },
  'Account, prices, effects 2': { prints: /^(\w+ SUCCEEDED \d+\.\d+\n)*0\.00 0\n$/ },
  'Settings 1': { prints: /^$/ },
  'Logs and responses 1': { prints: /mediagen: GET .*\/effects \(try 1\) returned 200 in \d+ ms/ },
  'Logs and responses 2': { prints: /^\d+\.\d+ \S+\n$/ },
  'Anything else over HTTP 1': { prints: /^SUCCEEDED\n$/ },
  'A proxy for pages 1': { prints: /^200\n$/ },
  'Testing your program 1': { prints: /^TaskFailedError\n1 1\.00\n$/ },
  'Testing your program 2': { prints: /^1\n$/ },
  'Testing your program 3': { prints: /^image\/png\n$/ },
  'Testing your program 4': { prints: /^$/ },
}

const programs = await readmePrograms()

describe('the guide of the SDK, against a service', () => {
  let machine: Machine
  let client: Mediagen
  let apiKey: string
  let taskId: string
  let photo: Uint8Array

  beforeAll(async () => {
    machine = await createMachine({}, { quickEngine: true })
    await machine.start('serve')
    ;({ apiKey } = await machine.createAccount('50.00'))
    client = new Mediagen({ baseUrl: machine.baseUrl, apiKey })
    const result = await (await client.images.generate({ prompt: 'a fox' })).wait()
    taskId = result.id
    photo = await readFile(fileURLToPath(new URL('../../examples/basics/photo.jpg', import.meta.url)))
  })
  afterAll(() => machine?.remove())
  // Few programs wait for what they order, and the next one would wait for it instead.
  afterEach(async () => {
    for await (const { id } of client.tasks.list({ status: 'QUEUED' }))
      await client.tasks.cancel(id).catch((error: unknown) => {
        if (!(error instanceof TaskNotCancellableError)) throw error
      })
  })

  test.each(programs)('$name runs unchanged, ends by itself and does what it says', async (program) => {
    const { output, saved } = await runReadmeProgram(program, {
      baseUrl: machine.baseUrl,
      apiKey,
      replace: {
        'the-id-of-a-task': taskId,
      },
      files: { 'photo.jpg': photo },
    })
    const { prints, saves = {} } = expected[program.name] ?? {}
    expect(output).toMatch(prints ?? /a program of which nothing is known/)
    expect([...saved.keys()].sort()).toEqual(Object.keys(saves).sort())
    for (const [name, head] of Object.entries(saves)) {
      expect(Buffer.from(saved.get(name) ?? []).toString('hex')).toMatch(head)
    }
  })

  test('has a test run for each of its programs, and for nothing else', () => {
    expect(programs.map(({ name }) => name)).toEqual(Object.keys(expected))
  })
})
