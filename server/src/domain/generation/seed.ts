import { createHash } from 'node:crypto'

const seedMax = 2 ** 31 - 1

/**
 * The seed of a task: 1 to 2,147,483,647, which every engine takes. The same for every attempt at a task, so
 * that a job can be found again by it; another for every other task, since engines answer an identical
 * request from their cache.
 */
export function seedOf(taskId: string): number {
  return (createHash('sha256').update(taskId).digest().readUInt32BE(0) % seedMax) + 1
}
