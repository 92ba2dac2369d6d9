import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Mediagen } from '@mediagen/sdk'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readVideo } from '../../server/studio/src/video/support/read-video.ts'
import { readmePrograms, runReadmeProgram } from '../support/readme-programs.ts'
import { createMachine, type Machine } from './support/service-process.ts'

interface Expected {
  readonly prints: RegExp
  readonly saves?: Readonly<Record<string, (bytes: Buffer) => Promise<void>>>
}

async function expectImage(bytes: Buffer, expected: { format: string; width?: number; height?: number }) {
  expect(await sharp(bytes).metadata()).toMatchObject(expected)
  // Decodes every pixel.
  await sharp(bytes, { failOn: 'error' }).stats()
}

/** What each program of the guide prints, and the files that it saves. */
const expected: Record<string, Expected> = {
  '@mediagen/ai-sdk 1': {
    prints: /^$/,
    saves: {
      'lighthouse.png': (bytes) => expectImage(bytes, { format: 'png', width: 1024, height: 576 }),
    },
  },
  '@mediagen/ai-sdk 2': { prints: /^image\.generate\n$/ },
  'Models 1': {
    prints: /^image\/jpeg\n$/,
    saves: { 'painting.jpg': (bytes) => expectImage(bytes, { format: 'jpeg' }) },
  },
  'Models 2': {
    prints: /^$/,
    saves: {
      async 'photo.mp4'(bytes) {
        expect((await readVideo(bytes)).durationSeconds).toBeCloseTo(5, 1)
      },
    },
  },
  'Cost and task 1': {
    prints: /^2 0\n\[(\{"amount":"\d+\.\d+","currency":"USD","state":"charged"\},?){2}\]\n$/,
  },
  'Sent once, charged once 1': { prints: /^true\n$/ },
  'Start now, read later 1': { prints: /^completed\n$/ },
  'Testing your program 1': { prints: /^1 0\.98\n$/ },
}

const programs = await readmePrograms('sdk/ai-sdk')

describe('the guide of the AI SDK provider, with the AI SDK and a service', () => {
  let machine: Machine
  let apiKey: string
  let photo: Uint8Array

  beforeAll(async () => {
    machine = await createMachine({}, { quickEngine: true })
    await machine.start('serve')
    ;({ apiKey } = await machine.createAccount('10.00'))
    photo = await readFile(fileURLToPath(new URL('../../examples/basics/photo.jpg', import.meta.url)))
  })
  afterAll(() => machine?.remove())

  test.each(programs)('$name runs unchanged, ends by itself and does what it says', async (program) => {
    const { output, saved } = await runReadmeProgram(program, {
      baseUrl: machine.baseUrl,
      apiKey,
      files: { 'photo.jpg': photo },
      packagesOf: 'sdk',
    })
    const { prints, saves = {} } = expected[program.name] ?? {}
    expect(output).toMatch(prints ?? /a program of which nothing is known/)
    expect([...saved.keys()].sort()).toEqual(Object.keys(saves).sort())
    for (const [name, check] of Object.entries(saves)) await check(Buffer.from(saved.get(name) ?? []))
  })

  test('has a test run for each of its programs, and for nothing else', () => {
    expect(programs.map(({ name }) => name)).toEqual(Object.keys(expected))
  })

  test('was charged for what its tasks cost, and refunded for the rest', async () => {
    const client = new Mediagen({ baseUrl: machine.baseUrl, apiKey })
    const costs: number[] = []
    for await (const { id } of client.tasks.list()) {
      // A task that was aborted may have started.
      const { status, cost } = await client.tasks.wait(id).catch(() => client.tasks.get(id))
      expect(status).toMatch(/^(SUCCEEDED|CANCELLED)$/)
      if (status === 'SUCCEEDED') costs.push(Number(cost?.amount))
    }
    const { balance } = await client.account()
    expect(costs.length).toBeGreaterThan(5)
    expect(Number(balance)).toBeCloseTo(10 - costs.reduce((sum, cost) => sum + cost, 0), 6)
  })
})
