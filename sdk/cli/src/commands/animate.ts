import type { VideoTransformationRequest } from '@mediagen/sdk'
import { fromImage, generationCommand } from '../generation-command.js'
import { type GenerationOptions, requestOf } from '../generation-options.js'

type Options = GenerationOptions & Omit<VideoTransformationRequest, 'assetId' | 'prompt'>

/** `mediagen animate IMAGE --effect ID`: a video from an image. */
export const animateCommand = generationCommand<Options, string | undefined>({
  name: 'animate',
  operation: 'transformVideo',
  description: 'Generate a video from an image, animated by an effect.',
  promptHelp: 'what happens in the video, in addition to the effect',
  ...fromImage,
  pricingInput: (options) => ({ product: 'video.transform', ...requestOf(options) }),
  prepare: (client, options, prompt) => (call, assetId) =>
    client.videos.transform({ ...requestOf(options), prompt, assetId }, call),
})
