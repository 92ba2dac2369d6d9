import Joi from 'joi'
import { type ProductName, productNames } from '../core/domain/products.ts'
import { type GateStage, gateStages } from '../core/ports/gate.ts'
import { apiKeyEnv, nameSchema, textSchema, urlSchema } from './entry-schema.ts'

/** A gate in the operator's file. */
export interface GateFileEntry {
  readonly name: string
  /** When it is asked. */
  readonly at: readonly GateStage[]
  /** The products whose tasks it judges. @default all */
  readonly products?: readonly ProductName[]
  readonly url: string
  /** The environment variable that holds the key; the file itself holds no secret. */
  readonly apiKeyEnv?: string
  readonly model?: string
  /** Longest time for one request. */
  readonly timeoutSeconds: number
  /** What happens if the gate gives no verdict. */
  readonly onFailure: 'refuse' | 'allow'
  /** How it is asked and how its response is read, with defaults filled in. */
  readonly options: unknown
}

export function gateSchema(options: Joi.ObjectSchema): Joi.ObjectSchema<GateFileEntry> {
  return Joi.object<GateFileEntry>({
    name: nameSchema.required(),
    at: Joi.array()
      .items(Joi.valid(...gateStages))
      .min(1)
      .unique()
      .required(),
    products: Joi.array()
      .items(Joi.valid(...productNames))
      .min(1)
      .unique(),
    url: urlSchema.required(),
    apiKeyEnv,
    model: textSchema,
    // A caller waits for the verdict on an upload, and a worker's slot for that on a task.
    timeoutSeconds: Joi.number().integer().min(1).max(60).default(10),
    onFailure: Joi.valid('refuse', 'allow').default('refuse'),
    options: options.required(),
  })
}
