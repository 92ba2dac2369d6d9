import type { ImageTransformationRequest } from '@mediagen/sdk'
import { CommandError } from '../command-error.js'
import { fromImage, generationCommand } from '../generation-command.js'
import { type GenerationOptions, requestOf } from '../generation-options.js'
import { instructionOf } from '../instruction.js'

type Options = GenerationOptions &
  Omit<ImageTransformationRequest, 'assetId' | 'effectId' | 'prompt'> & { readonly effectId?: string }

/** `mediagen transform IMAGE [PROMPT…]`: an image from an image. */
export const transformCommand = generationCommand<Options, string | undefined>({
  name: 'transform',
  operation: 'transformImage',
  description: 'Transform an image with an effect, a prompt, or both.',
  promptHelp: 'what to do with the image',
  ...fromImage,
  pricingInput: (options) => ({ product: 'image.transform', ...requestOf(options) }),
  prepare(client, options, prompt) {
    const { effectId, ...fields } = requestOf(options)
    const instruction = instructionOf(effectId, prompt)
    if (instruction === undefined) throw new CommandError('usage', 'Give a prompt, an --effect, or both')
    return (call, assetId) => client.images.transform({ ...fields, ...instruction, assetId }, call)
  },
})
