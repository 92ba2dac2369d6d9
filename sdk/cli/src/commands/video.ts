import type { VideoGenerationRequest } from '@mediagen/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import { videoAspectRatios, videoDefaults, videoResolutions, videoSeconds } from '../choices.js'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import {
  addGenerationOptions,
  type GenerationOptions,
  parseSeconds,
  requestOf,
} from '../generation-options.js'
import { requirePrompts } from '../prompts.js'

type Options = GenerationOptions &
  Pick<VideoGenerationRequest, 'resolution' | 'aspectRatio'> & { readonly duration?: number }

const { min, max } = videoSeconds

/** `mediagen video PROMPT…`: a video from each prompt. */
export function videoCommand(createAction: CreateAction): Command {
  const { resolution, aspectRatio, durationSeconds } = videoDefaults
  const command = new Command('video')
    .description('Generate a video from each prompt.')
    .argument('[prompts...]', 'what happens in the video; each prompt in quotes')
    .option(
      '-d, --duration <seconds>',
      `length of the video: ${min} to ${max} seconds (default: ${durationSeconds})`,
      parseDuration,
    )
    .addOption(
      new Option('-r, --resolution <size>', `pixels on the short edge (default: ${resolution})`).choices(
        videoResolutions,
      ),
    )
    .addOption(
      new Option('-a, --aspect-ratio <ratio>', `width to height (default: ${aspectRatio})`).choices(
        videoAspectRatios,
      ),
    )
  return addGenerationOptions(command).action(createAction(makeVideos))
}

async function makeVideos(context: Context, options: Options, words: string[]): Promise<void> {
  const prompts = await requirePrompts(words, options, context)
  const { duration, ...rest } = requestOf(options)
  const fields = { ...rest, ...(duration !== undefined && { durationSeconds: duration }) }
  await generate(context, options, {
    pricingInput: { product: 'video.generate', ...fields },
    requests: prompts.map((prompt) => ({
      prompt,
      submit: (call) => context.client.videos.generate({ ...fields, prompt }, call),
    })),
  })
}

/** Checked for an estimate too: a duration that the service rejects has no price. */
function parseDuration(text: string): number {
  const seconds = parseSeconds(text)
  if (seconds < min || seconds > max) throw new InvalidArgumentError(`Allowed are ${min} to ${max} seconds.`)
  return seconds
}
