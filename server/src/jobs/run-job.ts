import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config/config.ts'
import { type Parts, wireParts } from '../wiring/wire.ts'
import type { JobMessage } from './job-message.ts'

/** How long a thread may outlive its work. */
const lingerMsMax = 200

/** Runs one job in its thread: opens its resources, does the work, closes them, and lets the thread end. */
export async function runJob(work: (parts: Parts) => Promise<void>): Promise<void> {
  const parts = await wireParts(readConfig(), {
    purpose: 'worker',
    recordsTraces: true,
    onRendererCrash: () => report({ kind: 'renderer-crashed' }),
  })
  try {
    await work(parts)
  } finally {
    await parts.close()
  }
  parentPort?.close()
  // Everything is closed: what still holds the thread is a call to a collector that does not respond.
  setTimeout(() => process.exit(), lingerMsMax).unref()
}

/** Reports to the process that runs the jobs. */
export function report(message: JobMessage): void {
  parentPort?.postMessage(message)
}
