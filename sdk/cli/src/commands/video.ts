import type { VideoGenerationRequest } from '@mediagen/sdk'
import { InvalidArgumentError, Option } from 'commander'
import { videoAspectRatios, videoDefaults, videoResolutions, videoSeconds } from '../choices.js'
import { choiceOption, fromPrompts, generationCommand } from '../generation-command.js'
import { type GenerationOptions, parseSeconds, requestOf } from '../generation-options.js'

type Options = GenerationOptions &
  Pick<VideoGenerationRequest, 'resolution' | 'aspectRatio'> & { readonly duration?: number }

const { min, max } = videoSeconds
const { resolution, aspectRatio, durationSeconds } = videoDefaults

/** `mediagen video PROMPT…`: a video from each prompt. */
export const videoCommand = generationCommand<Options, string>({
  name: 'video',
  description: 'Generate a video from each prompt.',
  promptHelp: 'what happens in the video',
  ...fromPrompts,
  fields: [
    new Option(
      '-d, --duration <seconds>',
      `length of the video: ${min} to ${max} seconds (default: ${durationSeconds})`,
    ).argParser(parseDuration),
    choiceOption(
      '-r, --resolution <size>',
      `pixels on the short edge (default: ${resolution})`,
      videoResolutions,
    ),
    choiceOption(
      '-a, --aspect-ratio <ratio>',
      `width to height (default: ${aspectRatio})`,
      videoAspectRatios,
    ),
  ],
  pricingInput: (options) => ({ product: 'video.generate', ...fieldsOf(options) }),
  prepare: (client, options, prompt) => (call) =>
    client.videos.generate({ ...fieldsOf(options), prompt }, call),
})

function fieldsOf(options: Options) {
  const { duration, ...fields } = requestOf(options)
  return { ...fields, durationSeconds: duration }
}

/** Checked for an estimate too: a duration that the service rejects has no price. */
function parseDuration(text: string): number {
  const seconds = parseSeconds(text)
  if (seconds < min || seconds > max) throw new InvalidArgumentError(`Allowed are ${min} to ${max} seconds.`)
  return seconds
}
