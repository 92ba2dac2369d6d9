import { createGroupRead, type GroupRead } from '../../coordination/group-read.ts'
import type { Database } from '../../database/database.ts'
import { findPolledTasks, type PolledTask, type TaskKey } from '../../database/tasks/polled-tasks.ts'

/** The caller's own task; undefined for an unknown one and, identically, for another account's. */
export type ReadPolledTask = GroupRead<TaskKey, PolledTask>

const gatherMsPerHeldPoll = 1 / 50
const gatherMsMax = 100

/** Reads the tasks of polls that arrive together in one statement. */
export function createReadPolledTask(database: Database): ReadPolledTask {
  return createGroupRead({ readTogether: readWith(database) })
}

/**
 * The same for polls that are going to be held, of which thousands may return at any moment: the more are
 * held, the longer a poll waits for others to share its statement, up to 100 ms from 5,000 on. With few held
 * polls there is no delay.
 */
export function createReadForHeldPoll(database: Database, heldPolls: () => number): ReadPolledTask {
  return createGroupRead({
    readTogether: readWith(database),
    gatherMs: () => Math.min(gatherMsMax, Math.floor(heldPolls() * gatherMsPerHeldPoll)),
  })
}

function readWith(database: Database) {
  return (asked: readonly TaskKey[]) => database.read((db) => findPolledTasks(db, asked))
}
