import type { ImageGenerationRequest } from '@mediagen/sdk'
import { Option } from 'commander'
import { imageAspectRatios, imageDefaults, imageResolutions } from '../choices.js'
import { choiceOption, fromPrompts, generationCommand } from '../generation-command.js'
import { type GenerationOptions, parseNegativePrompt, requestOf } from '../generation-options.js'

type Options = GenerationOptions & Omit<ImageGenerationRequest, 'prompt'>

/** `mediagen image PROMPT…`: an image from each prompt. */
export const imageCommand = generationCommand<Options, string>({
  name: 'image',
  description: 'Generate an image from each prompt.',
  promptHelp: 'what the image shows',
  ...fromPrompts,
  fields: [
    new Option('--negative-prompt <text>', 'what the image must not show (default: nothing)').argParser(
      parseNegativePrompt,
    ),
    choiceOption(
      '-r, --resolution <size>',
      `1024, 2048 or 4096 pixels on the long edge (default: ${imageDefaults.resolution})`,
      imageResolutions,
    ),
    choiceOption(
      '-a, --aspect-ratio <ratio>',
      `width to height (default: ${imageDefaults.aspectRatio})`,
      imageAspectRatios,
    ),
  ],
  pricingInput: (options) => ({ product: 'image.generate', ...requestOf(options) }),
  prepare: (client, options, prompt) => (call) =>
    client.images.generate({ ...requestOf(options), prompt }, call),
})
