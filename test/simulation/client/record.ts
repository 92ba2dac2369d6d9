/** How the tasks of one service run: the first is accepted with the first of these, and so on. */
export interface TaskCourse {
  readonly queuedMs: number
  readonly processingMs: number
  readonly fails: boolean
  /** Whether the task says how large its file is. */
  readonly saysSize: boolean
  readonly sizeBytes: number
}

/** The status of a task. */
export type Status = 'QUEUED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'

/** A task as the service's own record has it. */
export interface RecordedTask {
  readonly id: string
  readonly prompt: string
  readonly acceptedAtMs: number
  readonly course: TaskCourse
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly etag: string
  cancelledAtMs?: number
}
