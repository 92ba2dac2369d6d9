import type { ProductName } from '../domain/products.ts'
import type { TaskEffect, TaskParameters } from '../domain/tasks/task.ts'
import type { UprightImage } from './media-finisher.ts'

/** What an engine is told of an effect. */
export type JobEffect = Omit<TaskEffect, 'studioOnly'>

/** Everything an engine may need to generate one result: what was resolved at acceptance, and its task. */
export interface GenerationJob extends Omit<TaskParameters, 'effect' | 'input'> {
  /**
   * Our task id (lower-case letters, digits and hyphens), the same on every attempt: the engine's idempotency
   * key if it accepts one.
   */
  readonly taskId: string
  readonly product: ProductName
  readonly tier: string
  readonly effect?: JobEffect
  readonly input?: JobInput
  /**
   * 1 to 2,147,483,647, derived from the task id: the same on every attempt, different for every other task.
   */
  readonly seed: number
}

/**
 * The verified bytes of the caller's upload, as sent: applying their EXIF orientation is left to the engine.
 */
export interface JobInput {
  readonly contentType: string
  /** As the image is displayed, after applying its orientation. */
  readonly widthPx: number
  readonly heightPx: number
  readonly sizeBytes: number
  bytes(): Promise<Uint8Array>
  /** The picture as every engine should see it: a JPEG in sRGB, upright, on white, without metadata. */
  upright(): Promise<UprightImage>
  /** A signed link to the bytes, for engines that accept only links; valid for 30 minutes. */
  link(): Promise<string>
}
