export interface FrameRule {
  readonly fps: number
  /** Video models count frames in steps of it, plus the first one. @default 4 */
  readonly frameStep?: number
  /** Longest video that the model can make. */
  readonly framesMax?: number
}

/**
 * How many frames to ask for: as long as was asked or the least longer that the model can count, never above
 * its limit.
 */
export function framesFor(seconds: number, { fps, frameStep = 4, framesMax }: FrameRule): number {
  const asked = Math.ceil((seconds * fps) / frameStep) * frameStep + 1
  if (framesMax === undefined || asked <= framesMax) return asked
  return Math.floor((framesMax - 1) / frameStep) * frameStep + 1
}
