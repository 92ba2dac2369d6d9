import type { ImageTransformationRequest } from '@mediagen/sdk'
import { Option } from 'commander'
import { transformAspectRatios, transformDefaults, transformResolutions } from '../choices.js'
import { CommandError } from '../command-error.js'
import { choiceOption, fromImage, generationCommand } from '../generation-command.js'
import { type GenerationOptions, requestOf } from '../generation-options.js'
import { instructionOf } from '../instruction.js'

type Options = GenerationOptions &
  Pick<ImageTransformationRequest, 'resolution' | 'aspectRatio'> & { readonly effect?: string }

/** `mediagen transform IMAGE [PROMPT…]`: an image from an image. */
export const transformCommand = generationCommand<Options, string | undefined>({
  name: 'transform',
  description: 'Transform an image with an effect, a prompt, or both.',
  promptHelp: 'what to do with the image',
  ...fromImage,
  fields: [
    new Option('-e, --effect <id>', 'an effect of "mediagen effects --surface image" (default: none)'),
    choiceOption(
      '-r, --resolution <size>',
      `1024 or 1280 pixels on the long edge (default: the effect's, else ${transformDefaults.resolution})`,
      transformResolutions,
    ),
    choiceOption(
      '-a, --aspect-ratio <ratio>',
      "width to height (default: the effect's, else the image's)",
      transformAspectRatios,
    ),
  ],
  pricingInput(options) {
    const { effect: effectId, ...fields } = requestOf(options)
    return { product: 'image.transform', ...fields, effectId }
  },
  prepare(client, options, prompt) {
    const { effect, ...fields } = requestOf(options)
    const instruction = instructionOf(effect, prompt)
    if (instruction === undefined) throw new CommandError('usage', 'Give a prompt, an --effect, or both')
    return (call, assetId) => client.images.transform({ ...fields, ...instruction, assetId }, call)
  },
})
