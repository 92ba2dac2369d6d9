import type { ProductName } from '../domain/generation/products.js'

/** Everything an engine may need to make one result. Sizes are what the result must have in the end. */
export interface GenerationJob {
  /**
   * Our task id (lower-case letters, digits and hyphens), the same on every attempt: the engine's idempotency
   * key where it takes one.
   */
  readonly taskId: string
  readonly product: ProductName
  readonly tier: string
  /** The caller's prompt, or '' on a transformation by effect alone. */
  readonly prompt: string
  readonly negativePrompt?: string
  readonly effect?: JobEffect
  readonly input?: JobInput
  readonly widthPx: number
  readonly heightPx: number
  /** Present on the video products. Whole seconds. */
  readonly durationSeconds?: number
  /**
   * 1 to 2,147,483,647, derived from the task id: the same on every attempt, another for every other task.
   */
  readonly seed: number
}

export interface JobEffect {
  readonly id: string
  /** What the effect asks of an engine, in words. The caller's prompt is added to it, never replaces it. */
  readonly instruction: string
  /**
   * The finished picture in phrases, for models that match a description instead of following an instruction.
   * Absent: the instruction serves both.
   */
  readonly look?: string
  /** What the result must not show. */
  readonly negativePrompt?: string
  /** How far the result may depart from the input: 0 (not at all) to 1 (freely). */
  readonly strength?: number
  /** How the video moves; video products only. */
  readonly motion?: string
}

/**
 * The verified bytes of the caller's upload, as they were sent: their EXIF orientation is the engine's to
 * apply.
 */
export interface JobInput {
  readonly contentType: string
  /** As the image is displayed, turned by its orientation. */
  readonly widthPx: number
  readonly heightPx: number
  readonly sizeBytes: number
  bytes(): Promise<Uint8Array>
  /** The image turned upright, without metadata, as sRGB PNG or JPEG: for engines that ignore EXIF. */
  upright(): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }>
  /** A signed link to the bytes for engines that only take links; lives 30 minutes. */
  link(): Promise<string>
}
