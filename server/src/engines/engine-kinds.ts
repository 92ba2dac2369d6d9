import type Joi from 'joi'
import type { Provider } from '../core/ports/provider.ts'
import { comfyuiKind } from './comfyui/comfyui.ts'
import { falKind } from './fal/fal.ts'
import { geminiKind } from './gemini/gemini.ts'
import { httpKind } from './http/http.ts'
import { openaiImagesKind } from './openai/openai-images.ts'
import { openaiVideosKind } from './openai/openai-videos.ts'
import { replicateKind } from './replicate/replicate.ts'
import { sdapiKind } from './sdapi/sdapi.ts'
import { sdcppKind } from './sdcpp/sdcpp.ts'
import type { EngineKind, EngineSettings } from './shared/engine-kind.ts'

/** A kind with its option type erased. `create` takes the options as its schema has parsed them. */
export interface AnyEngineKind extends Omit<EngineKind<unknown>, 'options' | 'create'> {
  readonly options: Joi.ObjectSchema
  create(settings: EngineSettings<unknown>): Provider
}

function anyKind<Options>(kind: EngineKind<Options>): AnyEngineKind {
  return {
    ...kind,
    create({ options, ...settings }) {
      if (!isValidated<Options>(options))
        throw new Error(`The options of ${settings.name} are not an object.`)
      return kind.create({ ...settings, options })
    },
  }
}

/**
 * The kind's schema has validated the options when the file was read. Validating them again would apply a
 * preset twice, and reject a path that the first pass has replaced by its content.
 */
function isValidated<Options>(options: unknown): options is Options {
  return typeof options === 'object' && options !== null
}

/** Every adapter that the providers file may name, apart from the studio. */
export const engineKinds: readonly AnyEngineKind[] = [
  anyKind(comfyuiKind),
  anyKind(falKind),
  anyKind(geminiKind),
  anyKind(httpKind),
  anyKind(openaiImagesKind),
  anyKind(openaiVideosKind),
  anyKind(replicateKind),
  anyKind(sdapiKind),
  anyKind(sdcppKind),
]
