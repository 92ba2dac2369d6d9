import { DatabaseSync } from 'node:sqlite'

/** Loaded by `--import`: the process kills itself right before SQLite compiles the statement of KILL_AT. */
const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (...args: Parameters<typeof prepare>) {
  if (args[0].trim() === process.env.KILL_AT) process.kill(process.pid, 'SIGKILL')
  return prepare.apply(this, args)
}
