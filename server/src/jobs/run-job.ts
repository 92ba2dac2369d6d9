import { parentPort } from 'node:worker_threads'
import { readConfig } from '../config/config.ts'
import { type Parts, wireParts } from '../wiring/wire.ts'
import type { JobMessage } from './job-message.ts'

/** Runs one job in its thread: opens its resources, does the work, closes them, and lets the thread end. */
export async function runJob(work: (parts: Parts) => Promise<void>): Promise<void> {
  const parts = await wireParts(readConfig(), {
    purpose: 'work',
    recordsTraces: true,
    onRendererCrash: () => report({ kind: 'renderer-crashed' }),
  })
  try {
    await work(parts)
  } finally {
    await parts.close()
  }
  parentPort?.close()
}

/** Reports to the process that runs the jobs. */
export function report(message: JobMessage): void {
  parentPort?.postMessage(message)
}
