import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPrism } from '../support/prism.ts'
import { readmePrograms, runReadmeProgram } from '../support/readme-programs.ts'
import type { RunningProgram } from '../support/running-program.ts'

/**
 * What needs more than one response to one question: a task that goes on, bytes that are stored, a key that
 * is kept in mind. A mock without a memory has none of it.
 */
const needsMemory = /wait\(|for await|file:|uploads\./

const programs = (await readmePrograms()).filter(({ code }) => !needsMemory.test(code))

describe('the guide of the SDK, against Prism', () => {
  let prism: RunningProgram

  beforeAll(async () => {
    prism = await startPrism()
  })
  afterAll(() => prism.stop())

  test.each(programs)('$name runs as it stands and ends by itself', async (program) => {
    await expect(runReadmeProgram(program, { baseUrl: prism.url, apiKey: 'any' })).resolves.toBeDefined()
  })

  test('has programs for Prism, those of the account, the prices and the errors among them', () => {
    expect(programs.map(({ name }) => name)).toEqual([
      'Sent once, charged once 1',
      'Account, prices, effects 1',
      'Settings 1',
      'Logs and responses 1',
      'Logs and responses 2',
      'Anything else over HTTP 1',
      'A proxy for pages 1',
      'Testing your program 2',
      'Testing your program 4',
    ])
  })
})
