import { createHash } from 'node:crypto'

const seedMax = 2 ** 31 - 1

/**
 * The seed of a task: 1 to 2,147,483,647, which every engine takes. Every attempt at a task has the same
 * seed, so a job can be found by it; different tasks have different seeds, because engines respond to
 * identical requests from their cache.
 */
export function seedOf(taskId: string): number {
  return (createHash('sha256').update(taskId).digest().readUInt32BE(0) % seedMax) + 1
}
