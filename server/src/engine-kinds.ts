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

/** A kind whose options the compiler has forgotten. `create` takes what its schema has made of the file's. */
export interface AnyEngineKind extends Omit<EngineKind<unknown>, 'options' | 'create'> {
  readonly options: Joi.ObjectSchema
  create(settings: EngineSettings<unknown>): Provider
}

function anyKind<Options>(kind: EngineKind<Options>): AnyEngineKind {
  return {
    ...kind,
    create({ options, ...settings }) {
      if (!isJudged<Options>(options)) throw new Error(`The options of ${settings.name} are no object.`)
      return kind.create({ ...settings, options })
    },
  }
}

/**
 * The schema of the kind has judged the options as the file was read. Judging them again would apply a
 * preset a second time, and refuse what the first time has made of a path.
 */
function isJudged<Options>(options: unknown): options is Options {
  return typeof options === 'object' && options !== null
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
