import type Joi from 'joi'
import { comfyuiKind } from './adapters/comfyui/comfyui.js'
import type { EngineKind, EngineSettings } from './adapters/engine/engine-kind.js'
import { falKind } from './adapters/fal/fal.js'
import { geminiKind } from './adapters/gemini/gemini.js'
import { httpKind } from './adapters/http/http.js'
import { openaiImagesKind } from './adapters/openai/openai-images.js'
import { openaiVideosKind } from './adapters/openai/openai-videos.js'
import { replicateKind } from './adapters/replicate/replicate.js'
import { sdapiKind } from './adapters/sdapi/sdapi.js'
import { sdcppKind } from './adapters/sdcpp/sdcpp.js'
import type { Provider } from './ports/provider.js'

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
