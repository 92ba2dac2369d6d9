import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config.js'
import { type Core, wireCore } from '../wire.js'
import { cancelMessage, type JobMessage } from './job-message.js'

/** Runs one job in its thread: opens its resources, does the work, closes them, and lets the thread end. */
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
 * Runs a job that may be interrupted anywhere: on a stop its thread exits immediately, the database rolls
 * back what was not committed, and the next run does the rest. A reconciliation of millions of rows would
 * otherwise delay every shutdown.
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
