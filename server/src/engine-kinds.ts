import Joi from 'joi'
import { comfyuiKind } from './adapters/comfyui/comfyui.js'
import type { EngineKind, EngineSettings } from './adapters/engine/engine-kind.js'
import { falKind } from './adapters/fal/fal.js'
import { geminiKind } from './adapters/gemini/gemini.js'
import { httpKind } from './adapters/http/http.js'
import { openaiImagesKind } from './adapters/openai-images/openai-images.js'
import { openaiVideosKind } from './adapters/openai-videos/openai-videos.js'
import { replicateKind } from './adapters/replicate/replicate.js'
import { sdapiKind } from './adapters/sdapi/sdapi.js'
import { sdcppKind } from './adapters/sdcpp/sdcpp.js'
import type { Provider } from './ports/provider.js'

/**
 * A kind whose options have been forgotten by the compiler, and are checked again as they are handed over.
 */
export interface AnyEngineKind extends Omit<EngineKind<unknown>, 'options' | 'create'> {
  readonly options: Joi.ObjectSchema
  create(settings: EngineSettings<unknown>): Provider
}

function anyKind<Options>(kind: EngineKind<Options>): AnyEngineKind {
  return {
    ...kind,
    create: (settings) => {
      const options: Options = Joi.attempt(settings.options, kind.options, { convert: false })
      return kind.create({ ...settings, options })
    },
  }
}

/** Every adapter that the providers file may name, beside the studio. */
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
