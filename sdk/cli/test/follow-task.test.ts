import { Mediagen } from '@mediagen/sdk'
import { createMockService, type MockServiceOptions } from '@mediagen/sdk/testing'
import { describe, expect, test } from 'vitest'
import type { Context } from '../src/context.js'
import { follow } from '../src/follow-task.js'

/** The steps that the bar of one task shows. */
async function stepsOf(options: MockServiceOptions) {
  const service = createMockService({ queuedMs: 0, processingMs: 8_000, ...options })
  const client = new Mediagen({ apiKey: 'any', ...service })
  const { id: taskId, wait } = await client.images.generate({ prompt: 'x' })
  const steps: unknown[][] = []
  const progress = { step: (...step: unknown[]) => void steps.push(step), end: () => undefined }
  const stop = { signal: new AbortController().signal }
  const plan = { taskId, wait, timeoutSeconds: 60, outputOption: undefined }
  await follow({ stop } as unknown as Context, plan, async () => ({ path: 'x.png' }) as never, progress)
  return steps.filter(([state]) => state === 'processing')
}

describe('the bar of a task that runs', () => {
  test('fills its segment as far as the engine says', async () => {
    const shares = (await stepsOf({})).map(([, share]) => share)
    expect(shares).toEqual([0.25, 0.375, 0.5, 0.625])
  })

  test('says how long such tasks usually take until the engine says more', async () => {
    expect(await stepsOf({ progress: false })).toEqual([['processing', 0.25, 0.75, 'usually 8 s']])
    const notes = (await stepsOf({})).map(([, , , note]) => note)
    expect(notes).toEqual(['usually 8 s', undefined, undefined, undefined])
  })
})
