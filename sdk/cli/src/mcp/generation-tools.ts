import { CommandError } from '../command-error.js'
import { instructionOf } from '../instruction.js'
import { toCallExtra } from './call-extra.js'
import { runGeneration } from './generation-call.js'
import { inputSchemas } from './generation-schemas.js'
import type { McpServer } from './protocol.js'
import type { ToolContext } from './tool-context.js'
import { errorResult } from './tool-result.js'

/** They add files and spend money, and change nothing else. */
const annotations = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
}

/** Adds the four generating tools. */
export function addGenerationTools(server: McpServer, context: ToolContext): void {
  addImageTools(server, context)
  addVideoTools(server, context)
}

function addImageTools(server: McpServer, context: ToolContext): void {
  const { client } = context
  server.registerTool(
    'generate_image',
    {
      title: 'Generate an image',
      description: 'Generates an image from a prompt and saves it. Costs money.',
      inputSchema: inputSchemas.generate_image,
      annotations,
    },
    ({ idempotencyKey, waitSeconds, ...request }, extra) =>
      runGeneration(context, toCallExtra(server, context, extra), {
        pricingInput: { product: 'image.generate', ...request },
        idempotencyKey,
        waitSeconds,
        submit: (options) => client.images.generate(request, options),
      }),
  )
  server.registerTool(
    'transform_image',
    {
      title: 'Transform an image',
      description: 'Transforms an image with an effect, a prompt or both, and saves the result. Costs money.',
      inputSchema: inputSchemas.transform_image,
      annotations,
    },
    async ({ idempotencyKey, waitSeconds, image, effectId, prompt, ...request }, extra) => {
      const instruction = instructionOf(effectId, prompt)
      if (instruction === undefined)
        return errorResult(new CommandError('usage', 'Give effectId, prompt, or both'))
      return runGeneration(context, toCallExtra(server, context, extra), {
        pricingInput: { product: 'image.transform', effectId, ...request },
        image,
        idempotencyKey,
        waitSeconds,
        submit: (options, assetId) =>
          client.images.transform({ ...request, ...instruction, assetId }, options),
      })
    },
  )
}

function addVideoTools(server: McpServer, context: ToolContext): void {
  const { client } = context
  server.registerTool(
    'generate_video',
    {
      title: 'Generate a video',
      description: 'Generates a video of 4 to 15 seconds from a prompt and saves it. Costs money.',
      inputSchema: inputSchemas.generate_video,
      annotations,
    },
    ({ idempotencyKey, waitSeconds, ...request }, extra) =>
      runGeneration(context, toCallExtra(server, context, extra), {
        pricingInput: { product: 'video.generate', ...request },
        idempotencyKey,
        waitSeconds,
        submit: (options) => client.videos.generate(request, options),
      }),
  )
  server.registerTool(
    'animate_image',
    {
      title: 'Animate an image',
      description:
        'Generates a video of 5 or 8 seconds from an image and an effect, and saves it. Costs money.',
      inputSchema: inputSchemas.animate_image,
      annotations,
    },
    ({ idempotencyKey, waitSeconds, image, ...request }, extra) =>
      runGeneration(context, toCallExtra(server, context, extra), {
        pricingInput: { product: 'video.transform', ...request },
        image,
        idempotencyKey,
        waitSeconds,
        submit: (options, assetId) => client.videos.transform({ ...request, assetId }, options),
      }),
  )
}
