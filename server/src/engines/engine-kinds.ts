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

/**
 * A kind whose options have any type. `create` takes them as its schema has parsed them when the file was read: a
 * second time would apply a preset twice, and reject a path that the first has replaced by its content.
 */
export interface AnyEngineKind extends Omit<EngineKind<unknown>, 'options' | 'create'> {
  readonly options: Joi.ObjectSchema
  create(settings: EngineSettings<unknown>): Provider
}

/** Every adapter that the providers file may name, apart from the studio. */
export const engineKinds: readonly AnyEngineKind[] = [
  comfyuiKind,
  falKind,
  geminiKind,
  httpKind,
  openaiImagesKind,
  openaiVideosKind,
  replicateKind,
  sdapiKind,
  sdcppKind,
]
