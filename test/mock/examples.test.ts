import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningPrism, startPrism } from '../support/prism.ts'

let prism: RunningPrism

beforeAll(async () => {
  prism = await startPrism()
})

afterAll(() => prism.stop())

// The others wait for a task, and those of a mock without a memory never end; two bring a mock of their own.
test('the example look-around.ts runs as it stands against Prism, too', async () => {
  const program = fileURLToPath(new URL('../../examples/basics/look-around.ts', import.meta.url))
  const env = { ...process.env, MEDIAGEN_API_KEY: 'any', MEDIAGEN_BASE_URL: prism.url, NODE_OPTIONS: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  expect(stdout).toMatch(
    /^\d+\.\d+ USD to spend\n(.+ per (image|second)\n)+(.+\n)+\d+ pieces in the gallery\n$/,
  )
})
