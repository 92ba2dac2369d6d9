import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config/config.ts'
import { type Storage, wireStorage } from '../wiring/wire-storage.ts'
import { cancelMessage } from './job-message.ts'

/**
 * Runs an interruptible job in its thread: on a stop the thread exits immediately, the database rolls back
 * what was not committed, and the next run does the rest. A reconciliation of millions of rows would
 * otherwise delay every shutdown.
 */
export async function runSweep(work: (storage: Storage) => Promise<void>): Promise<void> {
  parentPort?.on('message', (message: unknown) => {
    if (message === cancelMessage) process.exit(0) // In a thread this ends the thread only.
  })
  const storage = await wireStorage(readConfig(), { purpose: 'work' })
  try {
    await work(storage)
  } finally {
    await storage.close()
  }
  parentPort?.close()
}
