import type { Provider } from '@mediagen/core/ports/provider'
import { comfyuiKind } from '@mediagen/engines/comfyui/comfyui'
import { falKind } from '@mediagen/engines/fal/fal'
import { geminiKind } from '@mediagen/engines/gemini/gemini'
import { httpKind } from '@mediagen/engines/http/http'
import { openaiImagesKind } from '@mediagen/engines/openai/openai-images'
import { openaiVideosKind } from '@mediagen/engines/openai/openai-videos'
import { replicateKind } from '@mediagen/engines/replicate/replicate'
import { sdapiKind } from '@mediagen/engines/sdapi/sdapi'
import { sdcppKind } from '@mediagen/engines/sdcpp/sdcpp'
import type { EngineKind, EngineSettings } from '@mediagen/engines/shared/engine-kind'
import type Joi from 'joi'

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
