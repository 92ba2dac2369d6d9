export interface FrameRule {
  readonly fps: number
  /** Video models count frames in steps of this size, plus the first frame. @default 4 */
  readonly frameStep?: number
  /** The longest video that the model can generate. */
  readonly framesMax?: number
}

/**
 * How many frames to request: the least number that the model can count and that is long enough, up to its
 * limit.
 */
export function framesFor(seconds: number, { fps, frameStep = 4, framesMax }: FrameRule): number {
  const asked = Math.ceil((seconds * fps) / frameStep) * frameStep + 1
  if (framesMax === undefined || asked <= framesMax) return asked
  return Math.floor((framesMax - 1) / frameStep) * frameStep + 1
}
