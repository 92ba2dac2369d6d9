import type { VideoTransformationRequest } from '@mediagen/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import { animateAspectRatios, animateDefaults, animateResolutions, animateSeconds } from '../choices.js'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import { addGenerationOptions, type GenerationOptions, requestOf } from '../generation-options.js'
import { imageHelp } from '../input-image.js'
import { optionalPrompts } from '../prompts.js'

type Duration = NonNullable<VideoTransformationRequest['durationSeconds']>
type Options = GenerationOptions &
  Pick<VideoTransformationRequest, 'resolution' | 'aspectRatio'> & {
    readonly effect: string
    readonly duration?: Duration
  }

/** `mediagen animate IMAGE --effect ID`: a video from an image. */
export function animateCommand(createAction: CreateAction): Command {
  const { resolution, durationSeconds } = animateDefaults
  const command = new Command('animate')
    .description('Generate a video from an image, animated by an effect.')
    .argument('<image>', imageHelp)
    .argument('[prompts...]', 'what happens in the video, in addition to the effect; each prompt in quotes')
    .requiredOption('-e, --effect <id>', 'an effect of "mediagen effects --surface video"')
    .option(
      '-d, --duration <seconds>',
      `length of the video: ${animateSeconds.join(' or ')} seconds (default: the effect's, else ${durationSeconds})`,
      parseDuration,
    )
    .addOption(
      new Option(
        '-r, --resolution <size>',
        `720 or 1080 pixels on the short edge (default: the effect's, else ${resolution})`,
      ).choices(animateResolutions),
    )
    .addOption(
      new Option(
        '-a, --aspect-ratio <ratio>',
        "width to height (default: the effect's, else the image's)",
      ).choices(animateAspectRatios),
    )
  return addGenerationOptions(command).action(createAction(animateImage))
}

async function animateImage(
  context: Context,
  options: Options,
  image: string,
  words: string[],
): Promise<void> {
  const prompts = await optionalPrompts(words, options, context, image)
  const { effect: effectId, duration, ...rest } = requestOf(options)
  const fields = { ...rest, effectId, ...(duration !== undefined && { durationSeconds: duration }) }
  await generate(context, options, {
    pricingInput: { product: 'video.transform', ...fields },
    image,
    requests: prompts.map((prompt) => ({
      prompt,
      submit: (call, assetId) => {
        const request = { ...fields, ...(prompt !== undefined && { prompt }), assetId }
        return context.client.videos.transform(request, call)
      },
    })),
  })
}

function parseDuration(text: string): Duration {
  const found = animateSeconds.find((seconds) => String(seconds) === text)
  if (found === undefined) throw new InvalidArgumentError(`Allowed are ${animateSeconds.join(' and ')}.`)
  return found
}
