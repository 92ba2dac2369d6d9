import { InvalidArgumentError, type SharedV4ProviderOptions } from '@ai-sdk/provider'
import type { EffectId } from '@mediagen/sdk'

/** What `providerOptions.mediagen` may contain, all of it text. */
export type MediagenProviderOptions = {
  /**
   * Your own key for this call, 1 to 128 visible ASCII characters: calls with the same key and input are
   * charged once and return the same tasks, across processes and restarts, for a day. With `n` above 1 the
   * further tasks have the keys KEY-2, KEY-3 and so on. Use it with `assetId`, not with an image: in another
   * process the same image is another upload. @default a random key for each task
   */
  idempotencyKey?: string
  /** The most that one task may cost, as a decimal such as '0.50'. @default no limit */
  maxCost?: string
  /** The effect to apply, by its id in the catalogue of the service. Only for transformations. */
  effectId?: EffectId<'image'> | EffectId<'video'>
  /** One of your `READY` uploads, instead of an image in the prompt. Only for transformations. */
  assetId?: string
  /** What to keep out of the image, at most 1000 characters. Only for image.generate. */
  negativePrompt?: string
  /** The product's own name of a resolution, such as '2k', 'fhd' or '720p'. @default by size, else the product's */
  resolution?: string
}

const names: Readonly<Record<keyof MediagenProviderOptions, true>> = {
  idempotencyKey: true,
  maxCost: true,
  effectId: true,
  assetId: true,
  negativePrompt: true,
  resolution: true,
}

function isName(name: string): name is keyof MediagenProviderOptions {
  return Object.hasOwn(names, name)
}

/** Throws InvalidArgumentError for an unknown name, because a mistyped effect would be paid for without it. */
export function readProviderOptions(all: SharedV4ProviderOptions | undefined): MediagenProviderOptions {
  const options: MediagenProviderOptions = {}
  for (const [name, value] of Object.entries(all?.mediagen ?? {})) {
    const argument = `providerOptions.mediagen.${name}`
    if (!isName(name)) {
      const known = Object.keys(names).join(', ')
      throw new InvalidArgumentError({ argument, message: `${argument} is unknown: use ${known}` })
    }
    if (value === undefined || value === null) continue
    if (typeof value !== 'string')
      throw new InvalidArgumentError({ argument, message: `${argument} must be a string` })
    options[name] = value
  }
  return options
}
