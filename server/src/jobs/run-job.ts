import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config.js'
import { type Core, wireCore } from '../wire.js'
import { cancelMessage, type JobMessage } from './job-message.js'

/** Runs one job in its thread: opens what it needs, does the work, closes, and lets the thread end. */
export async function runJob(work: (core: Core) => Promise<void>): Promise<void> {
  const core = await wireCore(readConfig(), {
    purpose: 'work',
    onRendererCrash: () => report({ kind: 'renderer-crashed' }),
  })
  try {
    await work(core)
  } finally {
    await core.close()
  }
  parentPort?.close()
}

/**
 * Runs a job that may be broken off anywhere: told to stop, its thread ends there and then, the database undoes what was
 * not committed, and the next run does the rest. A reconciliation of millions of rows would else outlast every stop.
 */
export async function runSweep(work: (core: Core) => Promise<void>): Promise<void> {
  parentPort?.on('message', (message: unknown) => {
    if (message === cancelMessage) process.exit(0) // in a thread this ends the thread
  })
  await runJob(work)
}

/** Reports to the process that runs the jobs. */
export function report(message: JobMessage): void {
  parentPort?.postMessage(message)
}
