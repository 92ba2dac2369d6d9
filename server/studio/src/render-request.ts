import type { SizePx } from './core/size.js'
import type { Orientation } from './image-effects/orient-raster.js'

/** The requested product: a picture or a video, from a prompt alone or from an input. */
export type Product = 'image.generate' | 'image.transform' | 'video.generate' | 'video.transform'

/** A finished picture (PNG, JPEG) or video (MP4). */
export interface RenderedMedia {
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * One job of the studio in a form that can be sent to another process. Sizes are exact; those of videos are
 * even.
 */
export interface RenderRequest extends SizePx {
  readonly product: Product
  readonly prompt: string
  readonly negativePrompt?: string
  readonly effectId?: string
  readonly durationSeconds?: number
  /** The caller's picture as uploaded, on the two transformations. */
  readonly input?: Uint8Array
  /** The orientation of that picture for display. @default as the decoder reads it from the EXIF block */
  readonly inputOrientation?: Orientation
}

export type RenderResult =
  | { readonly kind: 'succeeded'; readonly media: RenderedMedia }
  | {
      readonly kind: 'failed'
      readonly code: 'INVALID_INPUT' | 'GENERATION_FAILED'
      readonly message: string
    }
  /** The renderer is gone, or was told to stop: nothing is known about the job any more. */
  | { readonly kind: 'lost' }

/** Called with the share of a job that is done, 0 to 1 and growing. A picture has no shares. */
export type OnProgress = (share: number) => void

/** Renders requests, in this process or in others. */
export interface Renderer {
  /** Resolves when the job is done. Never rejects; an aborted job yields 'lost'. */
  render(request: RenderRequest, signal: AbortSignal, onProgress?: OnProgress): Promise<RenderResult>
  /** Ends every job and every process. No job may be submitted afterwards. */
  close(): Promise<void>
}
