import { createHash } from 'node:crypto'

const canonicalUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A task's id as the UUID that the server requires for a job: unchanged if it is a UUID, otherwise always
 * mapped to the same one (RFC 9562, version 8).
 */
export function uuidOf(taskId: string): string {
  if (canonicalUuid.test(taskId)) return taskId
  const hex = createHash('sha256').update(taskId).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
