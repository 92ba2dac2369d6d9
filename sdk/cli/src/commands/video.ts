import type { VideoGenerationRequest } from '@mediagen/sdk'
import { fromPrompts, generationCommand } from '../generation-command.js'
import { type GenerationOptions, requestOf } from '../generation-options.js'

type Options = GenerationOptions & Omit<VideoGenerationRequest, 'prompt'>

/** `mediagen video PROMPT…`: a video from each prompt. */
export const videoCommand = generationCommand<Options, string>({
  name: 'video',
  operation: 'generateVideo',
  description: 'Generate a video from each prompt.',
  promptHelp: 'what happens in the video',
  ...fromPrompts,
  pricingInput: (options) => ({ product: 'video.generate', ...requestOf(options) }),
  prepare: (client, options, prompt) => (call) =>
    client.videos.generate({ ...requestOf(options), prompt }, call),
})
