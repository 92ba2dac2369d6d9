import Joi from 'joi'
import type { EngineKind, EngineSettings } from './adapters/engine/engine-kind.js'
import { geminiKind } from './adapters/gemini/gemini.js'
import { openaiImagesKind } from './adapters/openai-images/openai-images.js'
import { openaiVideosKind } from './adapters/openai-videos/openai-videos.js'
import { sdapiKind } from './adapters/sdapi/sdapi.js'
import type { Provider } from './ports/provider.js'

/** A kind whose options have been forgotten by the compiler, and are checked again as they are handed over. */
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
  anyKind(geminiKind),
  anyKind(openaiImagesKind),
  anyKind(openaiVideosKind),
  anyKind(sdapiKind),
]
