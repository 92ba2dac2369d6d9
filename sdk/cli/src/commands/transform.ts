import type { ImageTransformationRequest } from '@mediagen/sdk'
import { Command, Option } from 'commander'
import { transformAspectRatios, transformDefaults, transformResolutions } from '../choices.js'
import type { CreateAction } from '../command.js'
import { CommandError } from '../command-error.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import { addGenerationOptions, type GenerationOptions, requestOf } from '../generation-options.js'
import { imageHelp } from '../input-image.js'
import { optionalPrompts } from '../prompts.js'

type Options = GenerationOptions &
  Pick<ImageTransformationRequest, 'resolution' | 'aspectRatio'> & { readonly effect?: string }

/** `mediagen transform IMAGE [PROMPT…]`: an image from an image. */
export function transformCommand(createAction: CreateAction): Command {
  const command = new Command('transform')
    .description('Transform an image with an effect, a prompt, or both.')
    .argument('<image>', imageHelp)
    .argument('[prompts...]', 'what to do with the image; each prompt in quotes')
    .option('-e, --effect <id>', 'an effect of "mediagen effects --surface image" (default: none)')
    .addOption(
      new Option(
        '-r, --resolution <size>',
        `1024 or 1280 pixels on the long edge (default: the effect's, else ${transformDefaults.resolution})`,
      ).choices(transformResolutions),
    )
    .addOption(
      new Option(
        '-a, --aspect-ratio <ratio>',
        "width to height (default: the effect's, else the image's)",
      ).choices(transformAspectRatios),
    )
  return addGenerationOptions(command).action(createAction(transformImage))
}

async function transformImage(
  context: Context,
  options: Options,
  image: string,
  words: string[],
): Promise<void> {
  const prompts = await optionalPrompts(words, options, context, image)
  const { effect: effectId, ...fields } = requestOf(options)
  await generate(context, options, {
    pricingInput: { product: 'image.transform', ...fields, effectId },
    image,
    requests: prompts.map((prompt) => {
      const instruction = instructionOf(effectId, prompt)
      return {
        prompt,
        submit: (call, assetId) =>
          context.client.images.transform({ ...fields, ...instruction, assetId }, call),
      }
    }),
  })
}

function instructionOf(effectId?: string, prompt?: string) {
  if (effectId !== undefined) return prompt === undefined ? { effectId } : { effectId, prompt }
  if (prompt !== undefined) return { prompt }
  throw new CommandError('usage', 'Give a prompt, an --effect, or both')
}
