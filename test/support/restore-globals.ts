import { afterAll, vi } from 'vitest'

// Files of some projects share a process. vitest restores spies; the rest would leak into the next file.
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})
