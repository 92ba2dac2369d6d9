import type { ImageGenerationRequest } from '@mediagen/sdk'
import { Command, Option } from 'commander'
import { imageAspectRatios, imageResolutions } from '../choices.js'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import { addGenerationOptions, type GenerationOptions, requestOf } from '../generation-options.js'

type Options = GenerationOptions & Omit<ImageGenerationRequest, 'prompt'>

/** `mediagen image PROMPT`: an image from a prompt. */
export function imageCommand(createAction: CreateAction): Command {
  const command = new Command('image')
    .description('Make an image from a prompt.')
    .argument('<prompt>', 'what it shows')
    .option('--negative-prompt <text>', 'what to keep out of it')
    .addOption(
      new Option('-r, --resolution <size>', '1024, 2048 or 4096 pixels wide or high').choices(
        imageResolutions,
      ),
    )
    .addOption(new Option('-a, --aspect-ratio <shape>', 'width to height').choices(imageAspectRatios))
  return addGenerationOptions(command).action(createAction(makeImage))
}

async function makeImage(context: Context, options: Options, prompt: string): Promise<void> {
  const request = { ...requestOf(options), prompt }
  await generate(context, options, {
    pricingInput: { product: 'image.generate', ...request },
    expectedSeconds: 3,
    submit: (call) => context.client.images.generate(request, call),
  })
}
