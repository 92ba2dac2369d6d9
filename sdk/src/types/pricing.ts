import type {
  EffectId,
  ImageGenerationRequest,
  ImageTransformationRequest,
  Product,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from './api-types.js'

/** What the price of a generation depends on. Omitted fields count with the service's defaults. */
export type PricingInput =
  | {
      readonly product: 'image.generate'
      readonly resolution?: ImageGenerationRequest['resolution'] | undefined
    }
  | {
      readonly product: 'image.transform'
      readonly effectId?: EffectId<'image'> | undefined
      readonly resolution?: ImageTransformationRequest['resolution'] | undefined
    }
  | {
      readonly product: 'video.generate'
      readonly resolution?: VideoGenerationRequest['resolution'] | undefined
      readonly durationSeconds?: VideoGenerationRequest['durationSeconds'] | undefined
    }
  | {
      readonly product: 'video.transform'
      readonly effectId?: EffectId<'video'> | undefined
      readonly resolution?: VideoTransformationRequest['resolution'] | undefined
      readonly durationSeconds?: VideoTransformationRequest['durationSeconds'] | undefined
    }

/** What the price of a generation depends on, for any product. */
export interface AnyPricingInput {
  readonly product: Product
  readonly effectId?: string | undefined
  readonly resolution?: string | undefined
  readonly durationSeconds?: number | undefined
}

/** What a generation costs according to the price list. Amounts are exact decimals. */
export interface Estimate {
  readonly product: Product
  /** The resolution that determines the price. */
  readonly tier: string
  readonly unit: 'image' | 'second' | 'unit'
  /** The number of units: 1 image, or the seconds of a video. */
  readonly quantity: number
  readonly unitPrice: string
  /** `unitPrice` times `quantity`. */
  readonly amount: string
  readonly currency: string
}

/** The price of a generation and its current state. */
export interface Cost extends Estimate {
  /** `reserved` while the task waits or runs, then `charged` if it succeeded, else `refunded`. */
  readonly state: 'reserved' | 'charged' | 'refunded'
}
