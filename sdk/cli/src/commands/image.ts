import type { ImageGenerationRequest } from '@mediagen/sdk'
import { fromPrompts, generationCommand } from '../generation-command.js'
import { type GenerationOptions, requestOf } from '../generation-options.js'

type Options = GenerationOptions & Omit<ImageGenerationRequest, 'prompt'>

/** `mediagen image PROMPT…`: an image from each prompt. */
export const imageCommand = generationCommand<Options, string>({
  name: 'image',
  operation: 'generateImage',
  description: 'Generate an image from each prompt.',
  promptHelp: 'what the image shows',
  ...fromPrompts,
  pricingInput: (options) => ({ product: 'image.generate', ...requestOf(options) }),
  prepare: (client, options, prompt) => (call) =>
    client.images.generate({ ...requestOf(options), prompt }, call),
})
