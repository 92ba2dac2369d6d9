import { Worker } from 'node:worker_threads'

/**
 * Takes what was deleted out of an SQLite file and its `-wal`. `secure_delete` overwrites a deleted row where it is,
 * and not the copies that SQLite leaves within a page when it moves rows between pages (one prompt of a hundred), nor
 * what was deleted before it was switched on; so the file is written anew, and the log emptied. In a thread, because it
 * takes seconds for a large file. Others read on and write on before and after it. Throws SQLite's error, also if
 * somebody reads or writes for longer than `busyMs`.
 */
export async function eraseDeleted(file: string, busyMs: number): Promise<void> {
  const worker = new Worker(vacuum, { eval: true, workerData: { file, busyMs } })
  const outcome = await new Promise<VacuumOutcome>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if (outcome.message === undefined) return
  throw Object.assign(new Error(outcome.message), { code: 'ERR_SQLITE_ERROR', errcode: outcome.errcode })
}

interface VacuumOutcome {
  readonly message?: string
  readonly errcode?: number
}

/** SQLITE_BUSY is what a checkpoint returns as a row while somebody reads what is older. */
const vacuum = `
const { DatabaseSync } = require('node:sqlite')
const { parentPort, workerData } = require('node:worker_threads')
const database = new DatabaseSync(workerData.file, { timeout: workerData.busyMs })
try {
  database.exec('PRAGMA secure_delete = ON; VACUUM')
  const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()
  parentPort.postMessage(busy === 0 ? {} : { message: 'the database is being read by another program', errcode: 5 })
} catch ({ message, errcode }) {
  parentPort.postMessage({ message, errcode })
} finally {
  database.close()
}
`
