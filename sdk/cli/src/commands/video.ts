import type { VideoGenerationRequest } from '@mediagen/sdk'
import { Command, InvalidArgumentError, Option } from 'commander'
import { videoAspectRatios, videoResolutions, videoSeconds } from '../choices.js'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { generate } from '../generate.js'
import {
  addGenerationOptions,
  type GenerationOptions,
  parseSeconds,
  requestOf,
} from '../generation-options.js'

type Options = GenerationOptions &
  Pick<VideoGenerationRequest, 'resolution' | 'aspectRatio'> & { readonly duration?: number }

const { min, max } = videoSeconds

/** `mediagen video PROMPT`: a video from a prompt. */
export function videoCommand(createAction: CreateAction): Command {
  const command = new Command('video')
    .description('Make a video from a prompt.')
    .argument('<prompt>', 'what happens in it')
    .option('-d, --duration <seconds>', `how long it is, ${min} to ${max} seconds`, parseDuration)
    .addOption(new Option('-r, --resolution <size>', 'pixels of its short edge').choices(videoResolutions))
    .addOption(new Option('-a, --aspect-ratio <shape>', 'width to height').choices(videoAspectRatios))
  return addGenerationOptions(command).action(createAction(makeVideo))
}

async function makeVideo(context: Context, options: Options, prompt: string): Promise<void> {
  const { duration, ...rest } = requestOf(options)
  const request = { ...rest, prompt, ...(duration !== undefined && { durationSeconds: duration }) }
  await generate(context, options, {
    pricingInput: { product: 'video.generate', ...request },
    expectedSeconds: 15,
    submit: (call) => context.client.videos.generate(request, call),
  })
}

/** Also where only the price is asked for: there is none for what the service refuses. */
function parseDuration(text: string): number {
  const seconds = parseSeconds(text)
  if (seconds < min || seconds > max) throw new InvalidArgumentError(`Allowed are ${min} to ${max} seconds.`)
  return seconds
}
