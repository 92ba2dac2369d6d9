import type { ImageTransformationRequest } from '@mediagen/sdk'
import { Command, Option } from 'commander'
import { transformAspectRatios, transformResolutions } from '../choices.js'
import type { CreateAction } from '../command.js'
import { CommandError } from '../command-error.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import { addGenerationOptions, type GenerationOptions, requestOf } from '../generation-options.js'
import { imageHelp } from '../input-image.js'

type Options = GenerationOptions &
  Pick<ImageTransformationRequest, 'resolution' | 'aspectRatio'> & { readonly effect?: string }

/** `mediagen transform IMAGE [PROMPT]`: an image from an image. */
export function transformCommand(createAction: CreateAction): Command {
  const command = new Command('transform')
    .description('Make an image from a picture, by an effect, by a prompt, or by both.')
    .argument('<picture>', imageHelp)
    .argument('[prompt]', 'what to do with it')
    .option('-e, --effect <id>', 'an effect of "mediagen effects --surface image"')
    .addOption(
      new Option('-r, --resolution <size>', '1024 or 1280 pixels wide or high').choices(transformResolutions),
    )
    .addOption(new Option('-a, --aspect-ratio <shape>', 'width to height').choices(transformAspectRatios))
  return addGenerationOptions(command).action(createAction(transformImage))
}

async function transformImage(
  context: Context,
  options: Options,
  picture: string,
  prompt?: string,
): Promise<void> {
  const { effect: effectId, ...request } = requestOf(options)
  const instruction = instructionOf(effectId, prompt)
  await generate(context, options, {
    pricingInput: { product: 'image.transform', ...request, effectId },
    expectedSeconds: 3,
    picture,
    submit: (call, assetId) => context.client.images.transform({ ...request, ...instruction, assetId }, call),
  })
}

function instructionOf(effectId?: string, prompt?: string) {
  if (effectId !== undefined) return prompt === undefined ? { effectId } : { effectId, prompt }
  if (prompt !== undefined) return { prompt }
  throw new CommandError('usage', 'Say what to do with the picture: a prompt, an --effect, or both')
}
