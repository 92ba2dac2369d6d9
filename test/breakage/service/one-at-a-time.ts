import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

const retryMs = 10

/** Runs one of all that it is given at a time. */
export type Exclusively = <T>(run: () => Promise<T>) => Promise<T>

/** Runs one at a time of all that name this file, in whatever process; one that dies leaves its place. */
export async function oneAtATime<T>(file: string, run: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    while (!isTaken(lock)) await sleep(retryMs)
    return await run()
  } finally {
    lock.close()
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (/locked/.test(String(error))) return false
    throw error
  }
}
