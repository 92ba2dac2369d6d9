import type { VideoTransformationRequest } from '@mediagen/sdk'
import { InvalidArgumentError, Option } from 'commander'
import { animateAspectRatios, animateDefaults, animateResolutions, animateSeconds } from '../choices.js'
import { choiceOption, fromImage, generationCommand } from '../generation-command.js'
import { type GenerationOptions, requestOf } from '../generation-options.js'

type Duration = NonNullable<VideoTransformationRequest['durationSeconds']>
type Options = GenerationOptions &
  Pick<VideoTransformationRequest, 'resolution' | 'aspectRatio'> & {
    readonly effect: string
    readonly duration?: Duration
  }

const { resolution, durationSeconds } = animateDefaults

/** `mediagen animate IMAGE --effect ID`: a video from an image. */
export const animateCommand = generationCommand<Options, string | undefined>({
  name: 'animate',
  description: 'Generate a video from an image, animated by an effect.',
  promptHelp: 'what happens in the video, in addition to the effect',
  ...fromImage,
  fields: [
    new Option('-e, --effect <id>', 'an effect of "mediagen effects --surface video"').makeOptionMandatory(),
    new Option(
      '-d, --duration <seconds>',
      `length of the video: ${animateSeconds.join(' or ')} seconds (default: the effect's, else ${durationSeconds})`,
    ).argParser(parseDuration),
    choiceOption(
      '-r, --resolution <size>',
      `720 or 1080 pixels on the short edge (default: the effect's, else ${resolution})`,
      animateResolutions,
    ),
    choiceOption(
      '-a, --aspect-ratio <ratio>',
      "width to height (default: the effect's, else the image's)",
      animateAspectRatios,
    ),
  ],
  pricingInput: (options) => ({ product: 'video.transform', ...fieldsOf(options) }),
  prepare: (client, options, prompt) => (call, assetId) =>
    client.videos.transform({ ...fieldsOf(options), prompt, assetId }, call),
})

function fieldsOf(options: Options) {
  const { effect: effectId, duration, ...fields } = requestOf(options)
  return { ...fields, effectId, durationSeconds: duration }
}

function parseDuration(text: string): Duration {
  const found = animateSeconds.find((seconds) => String(seconds) === text)
  if (found === undefined) throw new InvalidArgumentError(`Allowed are ${animateSeconds.join(' and ')}.`)
  return found
}
