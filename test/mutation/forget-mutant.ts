import { parentPort } from 'node:worker_threads'
import { afterEach } from 'vitest'
import { hung } from './hung.ts'

// Stryker turns a mutant on before the hooks of a file, and nothing turns it off: a module that is loaded for the next
// file, or for the next mutant, would keep what it computes at its start.
const stryker: { activeMutant?: string } | undefined = Reflect.get(globalThis, '__stryker__')
if (stryker !== undefined) delete stryker.activeMutant

// What such a test left running would meet the next mutant.
afterEach(({ task }) => {
  if (task.result?.errors?.some(({ message }) => message.includes('timed out'))) parentPort?.postMessage(hung)
})
