// A worker process of the queue that WORKER_OPTIONS names. It writes each run to a file of its own at once, which
// survives its SIGKILL: `begin KEY` where a job takes time, `end KEY`, each with the time in milliseconds.
import { openSync, writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { QueueModule, QueueSettings } from './queue-under-test.ts'

export interface WorkerProcessOptions extends QueueSettings {
  /** The module beside this one. */
  readonly queue: string
  readonly url: string
  readonly slots: number
  readonly jobMs: number
  readonly folder: string
  readonly runsFile: string
}

process.stdin.resume().once('end', () => process.exit(1)) // the benchmark has ended, however it did
const options: WorkerProcessOptions = JSON.parse(process.env.WORKER_OPTIONS ?? '{}')
const runs = openSync(options.runsFile, 'a')
const record = (what: string, key: string): void => {
  writeSync(runs, `${what} ${key} ${performance.timeOrigin + performance.now()}\n`)
}
const { startWorker }: QueueModule = await import(`./${options.queue}.ts`)
await startWorker({
  ...options,
  async run(key) {
    if (options.jobMs > 0) {
      record('begin', key)
      await pause(options.jobMs)
    }
    record('end', key)
  },
  tellName: (name) => process.stdout.write(`name ${name}\n`),
})
process.stdout.write('ready\n')
