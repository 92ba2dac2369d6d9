import type { VideoTransformationRequest } from '@mediagen/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import { animateAspectRatios, animateResolutions, animateSeconds } from '../choices.js'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import { addGenerationOptions, type GenerationOptions, requestOf } from '../generation-options.js'
import { imageHelp } from '../input-image.js'

type Duration = NonNullable<VideoTransformationRequest['durationSeconds']>
type Options = GenerationOptions &
  Pick<VideoTransformationRequest, 'resolution' | 'aspectRatio'> & {
    readonly effect: string
    readonly duration?: Duration
  }

/** `mediagen animate IMAGE --effect ID`: a video from an image. */
export function animateCommand(createAction: CreateAction): Command {
  const command = new Command('animate')
    .description('Make a video from a picture: an effect moves it.')
    .argument('<picture>', imageHelp)
    .argument('[prompt]', 'more about what happens')
    .requiredOption('-e, --effect <id>', 'an effect of "mediagen effects --surface video"')
    .option(
      '-d, --duration <seconds>',
      `how long it is, ${animateSeconds.join(' or ')} seconds`,
      parseDuration,
    )
    .addOption(
      new Option('-r, --resolution <size>', '720 or 1080 pixels for the short edge').choices(
        animateResolutions,
      ),
    )
    .addOption(new Option('-a, --aspect-ratio <shape>', 'width to height').choices(animateAspectRatios))
  return addGenerationOptions(command).action(createAction(animateImage))
}

async function animateImage(
  context: Context,
  options: Options,
  picture: string,
  prompt?: string,
): Promise<void> {
  const { effect: effectId, duration, ...rest } = requestOf(options)
  const request = {
    ...rest,
    effectId,
    ...(prompt !== undefined && { prompt }),
    ...(duration !== undefined && { durationSeconds: duration }),
  }
  await generate(context, options, {
    pricingInput: { product: 'video.transform', ...request },
    expectedSeconds: 15,
    picture,
    submit: (call, assetId) => context.client.videos.transform({ ...request, assetId }, call),
  })
}

function parseDuration(text: string): Duration {
  const found = animateSeconds.find((seconds) => String(seconds) === text)
  if (found === undefined) throw new InvalidArgumentError(`Allowed are ${animateSeconds.join(' and ')}.`)
  return found
}
