import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config.js'
import { type Core, wireCore } from '../wire.js'
import type { JobMessage } from './scheduler.js'

/** Runs one job in its thread: opens what it needs, does the work, closes, and lets the thread end. */
export async function runJob(work: (core: Core) => Promise<void>): Promise<void> {
  const core = await wireCore(readConfig())
  try {
    await work(core)
  } finally {
    await core.close()
  }
  parentPort?.close()
}

/** Reports to the process that runs the jobs. */
export function report(message: JobMessage): void {
  parentPort?.postMessage(message)
}
