import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Mediagen } from '../src/index.js'
import * as imported from '../src/testing/index.js'

/** A program's own test: an order, its result, and a retry after a fault. */
async function useMock({ createMockService }: typeof imported) {
  const service = createMockService()
  const { baseUrl, clock, fetch } = service
  const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
  service.faults.rateLimit(1, 10)
  const generation = await client.images.generate({ prompt: 'a fox' })
  const result = await generation.wait()
  const bytes = await result.download()
  return [result.status, bytes.length === result.files[0]?.sizeBytes]
}

/** Those of jest are the library of vitest's; its legacy ones are mocked functions. */
const fakes = {
  'of vitest': () => vi.useFakeTimers(),
  'of jest before 27': () => {
    for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) vi.stubGlobal(name, vi.fn())
  },
}

describe.each(Object.entries(fakes))(
  'under fake timers %s, a mock service takes a task to its end',
  (_, fake) => {
    beforeEach(() => {
      fake()
    })
    afterEach(() => {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    })

    test('that are installed after its import', async () => {
      expect(await useMock(imported)).toEqual(['SUCCEEDED', true])
    })

    test('and before it', async () => {
      vi.resetModules()
      const later = await import('../src/testing/index.js')
      expect(later.createMockService).not.toBe(imported.createMockService)
      expect(await useMock(later)).toEqual(['SUCCEEDED', true])
    })
  },
)
