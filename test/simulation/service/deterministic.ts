import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { type Clock, install } from '@sinonjs/fake-timers'
import { randomOf } from '../../breakage/random.ts'

/** What everything in this process takes for time, until `restore`. */
export interface VirtualTime {
  nowMs(): number
  /** Moves the clock to the next timer and runs it; false if there is none. */
  next(): boolean
  restore(): void
}

/** Clients are at work on two days. */
const startsAtMs = Date.UTC(2026, 0, 1) - 12_000
const faked = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'Date',
  'performance',
] as const

/**
 * Takes from this process everything that differs from run to run: timers and clocks, SQLite's among them, stand
 * still until they are moved, and random numbers and ids follow from the seed.
 */
export function becomeDeterministic(seed: number): VirtualTime {
  const clock = install({ now: startsAtMs, toFake: [...faked] })
  const restoreRandom = seedRandom(randomOf(seed))
  const restoreSqlite = setSqliteClock(clock)
  // The imports by name that modules already have.
  syncBuiltinESMExports()
  return {
    nowMs: () => clock.now,
    next() {
      if (clock.countTimers() === 0) return false
      clock.next()
      return true
    },
    restore() {
      clock.uninstall()
      restoreRandom()
      restoreSqlite()
      syncBuiltinESMExports()
    },
  }
}

function seedRandom(random: () => number): () => void {
  const { randomBytes, randomInt, randomUUID } = crypto
  const { random: mathRandom } = Math
  const bytes = (size: number) => Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256)))
  Object.assign(crypto, {
    randomBytes: bytes,
    randomInt: (max: number) => Math.floor(random() * max),
    randomUUID: () => bytes(16).toString('hex'),
  })
  Math.random = random
  return () => {
    Object.assign(crypto, { randomBytes, randomInt, randomUUID })
    Math.random = mathRandom
  }
}

/** SQLite asks the machine for the time; a function of the same name takes precedence over its own. */
function setSqliteClock(clock: Clock): () => void {
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
    // Half a millisecond more, because the service cuts off what is behind the last whole one.
    this.function('unixepoch', { varargs: true }, () => (clock.now + 0.5) / 1000)
    exec.call(this, sql)
  }
  return () => {
    DatabaseSync.prototype.exec = exec
  }
}
