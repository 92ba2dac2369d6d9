import { join } from 'node:path'
import { resolutions } from '@mediagen/contract/limits'
import type { GalleryExample } from '@mediagen/contract/models'
import { operations } from '@mediagen/contract/operations'
import Joi from 'joi'
import type { Catalogue, Effect, GalleryFile, PricedProduct } from '../core/domain/catalogue.ts'
import { Usd } from '../core/domain/money/usd.ts'
import { operationOf, type ProductName, productNames } from '../core/domain/products.ts'
import { OperatorFileError } from './operator-file-error.ts'
import { readYaml } from './read-yaml.ts'

const text = Joi.string().trim().min(1).required()
const id = Joi.string()
  .pattern(/^[a-z0-9][a-z0-9-]{0,63}$/)
  .required()

const effectsFile = Joi.object<{ effects: Effect[] }>({
  effects: Joi.array()
    .items(
      Joi.object({
        id,
        name: text,
        description: text,
        surface: Joi.valid('image', 'video').required(),
        instruction: text,
        look: Joi.string().trim().min(1).when('surface', { is: 'image', otherwise: Joi.forbidden() }),
        negativePrompt: Joi.string().trim().min(1),
        strength: Joi.number().min(0).max(1),
        motion: Joi.string().trim().min(1).when('surface', { is: 'video', otherwise: Joi.forbidden() }),
        studioOnly: Joi.boolean(),
        defaults: Joi.object({
          resolution: Joi.string(),
          aspectRatio: Joi.string(),
          durationSeconds: Joi.number().integer(),
        }).required(),
      }),
    )
    .unique('id')
    .required(),
})

interface PricingFile {
  readonly currency: 'USD'
  readonly products: readonly {
    readonly product: ProductName
    readonly unit: PricedProduct['unit']
    readonly tiers: readonly { readonly tier: string; readonly unitPrice: string }[]
  }[]
}

const price = Joi.string()
  .pattern(/^\d{1,6}\.\d{2,6}$/)
  .required()
  .messages({
    'string.pattern.base': '{{#label}} must be a quoted decimal with 2 to 6 decimals, such as "0.02"',
  })

const pricingFile = Joi.object<PricingFile>({
  currency: Joi.valid('USD').required(),
  products: Joi.array()
    .items(
      Joi.object({
        product: Joi.valid(...productNames).required(),
        unit: Joi.valid('image', 'second').required(),
        tiers: Joi.array()
          .items(Joi.object({ tier: text, unitPrice: price }))
          .unique('tier')
          .required(),
      }),
    )
    .unique('product')
    .required(),
})

interface GalleryData {
  readonly examples: readonly GalleryExample[]
  readonly files: Readonly<Record<string, { readonly file: string; readonly contentType: string }>>
}

const asset = Joi.object({ assetId: text })
const galleryFile = Joi.object<GalleryData>({
  examples: Joi.array()
    .items(
      Joi.object({
        id,
        surface: Joi.valid('IMAGE', 'VIDEO').required(),
        title: text,
        caption: text,
        parameter: Joi.valid('effectId').required(),
        request: Joi.object().pattern(Joi.string(), [Joi.string(), Joi.number()]).required(),
        category: Joi.object({ id, label: text, sortOrder: Joi.number().required() }).allow(null).required(),
        input: asset.required(),
        poster: asset.allow(null).required(),
        output: asset.required(),
        blurredPoster: asset.allow(null).required(),
        blurredOutput: asset.allow(null).required(),
        width: Joi.number().allow(null).required(),
        height: Joi.number().allow(null).required(),
      }),
    )
    .unique('id')
    .required(),
  files: Joi.object()
    .pattern(Joi.string(), Joi.object({ file: text, contentType: text }))
    .required(),
})

/** The contract's violations in a request, one sentence each. */
export type FindRequestViolations = (
  operation: 'transformImage' | 'transformVideo',
  body: object,
) => readonly string[]

/**
 * Loads effects.yaml, pricing.yaml and gallery.yaml of a catalogue folder. Throws an OperatorFileError that
 * names every error in a file with its line, and every preset that would make the contract refuse a request.
 */
export async function loadCatalogue(
  folder: string,
  findViolations: FindRequestViolations,
): Promise<Catalogue> {
  const { effects } = await readYaml(join(folder, 'effects.yaml'), effectsFile)
  const pricing = await readYaml(join(folder, 'pricing.yaml'), pricingFile)
  const gallery = await readYaml(join(folder, 'gallery.yaml'), galleryFile)
  checkEffects(effects, join(folder, 'effects.yaml'), findViolations)
  checkTiers(pricing, join(folder, 'pricing.yaml'))
  checkGallery(gallery, effects, join(folder, 'gallery.yaml'))
  return {
    effects,
    pricing: {
      currency: pricing.currency,
      products: pricing.products.map((product) => ({
        ...product,
        tiers: product.tiers.map(({ tier, unitPrice }) => ({ tier, unitPrice: Usd.parse(unitPrice) })),
      })),
    },
    gallery: gallery.examples,
    galleryFiles: new Map<string, GalleryFile>(
      Object.entries(gallery.files).map(([assetId, { file, contentType }]) => [
        assetId,
        { path: join(folder, file), contentType },
      ]),
    ),
  }
}

/** An effect may preset only what a caller could have sent; anything else would fail on every use. */
function checkEffects(
  effects: readonly Effect[],
  source: string,
  findViolations: FindRequestViolations,
): void {
  const problems = effects.flatMap((effect) => {
    const operation = operationOf[effect.surface === 'image' ? 'image.transform' : 'video.transform']
    const { bodyFields } = operations[operation]
    const unknown = Object.keys(effect.defaults)
      .filter((field) => !bodyFields.some((known) => known === field))
      .map((field) => `${field} is not a parameter of ${operation}`)
    const broken = findViolations(operation, { assetId: 'any', effectId: effect.id, ...effect.defaults })
    return [...unknown, ...broken].map((problem) => `effect ${effect.id}: ${problem}`)
  })
  if (problems.length > 0) throw new OperatorFileError(source, problems)
}

function checkTiers(pricing: PricingFile, source: string): void {
  const problems = pricing.products.flatMap(({ product, tiers }) => {
    const known = Object.keys(resolutions[product])
    return tiers
      .filter(({ tier }) => !known.includes(tier))
      .map(({ tier }) => `${product}: ${tier} is not a tier of this product; it has ${known.join(', ')}`)
  })
  if (problems.length > 0) throw new OperatorFileError(source, problems)
}

function checkGallery(gallery: GalleryData, effects: readonly Effect[], source: string): void {
  const effectIds = new Set(effects.map((effect) => effect.id))
  const problems = gallery.examples.flatMap((example) => {
    const assets = [
      example.input,
      example.poster,
      example.output,
      example.blurredPoster,
      example.blurredOutput,
    ]
    const missing = assets.flatMap((item) =>
      item !== null && gallery.files[item.assetId] === undefined
        ? [`${example.id}: no file for ${item.assetId}`]
        : [],
    )
    const effectId = example.request.effectId
    const known = typeof effectId === 'string' && effectIds.has(effectId)
    return known ? missing : [...missing, `${example.id}: there is no effect ${String(effectId)}`]
  })
  if (problems.length > 0) throw new OperatorFileError(source, problems)
}
