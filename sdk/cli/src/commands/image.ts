import type { ImageGenerationRequest } from '@mediagen/sdk'
import { Command, Option } from 'commander'
import { imageAspectRatios, imageDefaults, imageResolutions } from '../choices.js'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import {
  addGenerationOptions,
  type GenerationOptions,
  parseNegativePrompt,
  requestOf,
} from '../generation-options.js'
import { requirePrompts } from '../prompts.js'

type Options = GenerationOptions & Omit<ImageGenerationRequest, 'prompt'>

/** `mediagen image PROMPT…`: an image from each prompt. */
export function imageCommand(createAction: CreateAction): Command {
  const command = new Command('image')
    .description('Generate an image from each prompt.')
    .argument('[prompts...]', 'what the image shows; each prompt in quotes')
    .option(
      '--negative-prompt <text>',
      'what the image must not show (default: nothing)',
      parseNegativePrompt,
    )
    .addOption(
      new Option(
        '-r, --resolution <size>',
        `1024, 2048 or 4096 pixels on the long edge (default: ${imageDefaults.resolution})`,
      ).choices(imageResolutions),
    )
    .addOption(
      new Option(
        '-a, --aspect-ratio <ratio>',
        `width to height (default: ${imageDefaults.aspectRatio})`,
      ).choices(imageAspectRatios),
    )
  return addGenerationOptions(command).action(createAction(makeImages))
}

async function makeImages(context: Context, options: Options, words: string[]): Promise<void> {
  const prompts = await requirePrompts(words, options, context)
  const fields = requestOf(options)
  await generate(context, options, {
    pricingInput: { product: 'image.generate', ...fields },
    requests: prompts.map((prompt) => ({
      prompt,
      submit: (call) => context.client.images.generate({ ...fields, prompt }, call),
    })),
  })
}
