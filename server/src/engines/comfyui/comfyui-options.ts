import { readFileSync } from 'node:fs'
import Joi from 'joi'
import { type ProductName, productsWithInput } from '../../core/domain/products.ts'
import type { SizeRule } from '../shared/request/fit-size.ts'
import { sizeRuleWithDefaults } from '../shared/request/size-options.ts'
import { type Workflow, workflowFault } from './workflow.ts'
import imageGenerate from './workflows/image-generate.json' with { type: 'json' }
import imageTransform from './workflows/image-transform.json' with { type: 'json' }
import videoGenerate from './workflows/video-generate.json' with { type: 'json' }
import videoTransform from './workflows/video-transform.json' with { type: 'json' }

export interface ComfyuiOptions {
  /**
   * The workflow of each product. In the providers file: the path of a file, relative to the working
   * directory.
   */
  readonly workflows: Readonly<Record<ProductName, Workflow>>
  /** The node whose files are the result, if a workflow saves several. @default any node */
  readonly outputNodes: Readonly<Partial<Record<ProductName, string>>>
  /** Sizes of images. */
  readonly sizeRule: SizeRule
  /** Sizes of videos. */
  readonly videoSizeRule: SizeRule
  /** @default 24 */
  readonly fps: number
  /** @default 4 */
  readonly frameStep: number
  readonly framesMax?: number
  /** Departure from the input if an effect sets none. @default 0.65 */
  readonly strength: number
  /**
   * The header that carries the key; `Authorization` carries it as a bearer token. @default 'Authorization'
   */
  readonly apiKeyHeader: string
  /** Additional hosts from which results may be fetched. @default none */
  readonly allowedHosts: readonly string[]
}

/**
 * A path in the file is replaced by the workflow that it names, so that an error in the workflow is reported
 * with the file's line.
 */
function workflowSchema(product: ProductName, shipped: Workflow): Joi.Schema {
  const needsInput = productsWithInput.some((name) => name === product)
  return Joi.string()
    .custom((path: string, helpers) => {
      const read = readWorkflow(path)
      const fault = 'fault' in read ? read.fault : workflowFault(read.json, needsInput)
      if (fault !== undefined || !('json' in read))
        return helpers.message(
          { custom: '{{#label}}: {{#file}} {{#fault}}' },
          { file: path, fault: fault ?? '' },
        )
      return read.json
    })
    .default(() => shipped)
}

function readWorkflow(path: string): { readonly json: unknown } | { readonly fault: string } {
  try {
    return { json: JSON.parse(readFileSync(path, 'utf8')) }
  } catch (error) {
    return { fault: error instanceof SyntaxError ? 'is not JSON' : 'cannot be read' }
  }
}

export const comfyuiOptionsSchema = Joi.object<ComfyuiOptions>({
  workflows: Joi.object({
    'image.generate': workflowSchema('image.generate', imageGenerate),
    'image.transform': workflowSchema('image.transform', imageTransform),
    'video.generate': workflowSchema('video.generate', videoGenerate),
    'video.transform': workflowSchema('video.transform', videoTransform),
  }).default(),
  outputNodes: Joi.object({
    'image.generate': Joi.string(),
    'image.transform': Joi.string(),
    'video.generate': Joi.string(),
    'video.transform': Joi.string(),
  }).default({}),
  // Typical training sizes of checkpoints: a megapixel for images, 720p for video.
  sizeRule: sizeRuleWithDefaults({ multipleOf: 8, sidePxMin: 256, areaPxMax: 1024 ** 2 }),
  videoSizeRule: sizeRuleWithDefaults({ multipleOf: 32, sidePxMin: 256, areaPxMax: 1280 * 704 }),
  fps: Joi.number().min(1).max(120).default(24),
  frameStep: Joi.number().integer().min(1).default(4),
  framesMax: Joi.number().integer().min(1),
  strength: Joi.number().min(0).max(1).default(0.65),
  apiKeyHeader: Joi.string()
    .pattern(/^[A-Za-z0-9-]+$/)
    .default('Authorization'),
  allowedHosts: Joi.array().items(Joi.string()).default([]),
})
