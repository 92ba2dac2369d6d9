import type { PricingInput, VideoGenerationRequest } from '@mediagen/sdk'
import { CommandError } from '../command-error.js'
import { requestFields } from '../generated/request-fields.js'
import { inputSchemas } from './generation-schemas.js'
import type { McpServer } from './protocol.js'
import type { ToolContext } from './tool-context.js'
import { respond } from './tool-result.js'

const annotations = { readOnlyHint: true, openWorldHint: true }

/** Adds the tools that read lists and the account; they cost nothing. */
export function addCatalogueTools(server: McpServer, { client, spendLimit }: ToolContext): void {
  server.registerTool(
    'list_effects',
    {
      title: 'List effects',
      description: 'Lists the effects for transform_image (surface image) and animate_image (surface video).',
      inputSchema: inputSchemas.list_effects,
      annotations,
    },
    ({ surface }, { signal }) =>
      respond(async () => ({ effects: await client.effects({ surface, signal }) })),
  )
  server.registerTool(
    'estimate_cost',
    {
      title: 'Estimate the cost',
      description: 'Returns the price of a call of another tool before you make it. Costs nothing.',
      inputSchema: inputSchemas.estimate_cost,
      annotations,
    },
    (input, { signal }) =>
      respond(async () => {
        const estimate = await client.estimate(pricingInputOf(input), { signal })
        return { ...estimate, spending: spendLimit.state() }
      }),
  )
  server.registerTool(
    'get_balance',
    {
      title: 'Get the balance',
      description: "Returns the account's balance, and what this server has spent of its limit.",
      inputSchema: inputSchemas.get_balance,
      annotations,
    },
    (_, { signal }) =>
      respond(async () => {
        const { balance, currency } = await client.account({ signal })
        return { balance, currency, spending: spendLimit.state() }
      }),
  )
  server.registerTool(
    'get_usage',
    {
      title: 'Get the usage',
      description:
        'Returns per day, product and key how many tasks ended, and what was charged. Costs nothing.',
      inputSchema: inputSchemas.get_usage,
      annotations,
    },
    (days, { signal }) => respond(async () => ({ ...(await client.usage({ ...days, signal })) })),
  )
}

interface EstimateInput {
  readonly tool: 'generate_image' | 'generate_video' | 'transform_image' | 'animate_image'
  readonly resolution?: string
  readonly effectId?: string
  readonly durationSeconds?: number
}

const { generateImage, transformImage, generateVideo, transformVideo } = requestFields

/** The input that sets the price. Throws a CommandError for a choice that the tool does not have. */
function pricingInputOf({ tool, effectId, resolution, durationSeconds }: EstimateInput): PricingInput {
  switch (tool) {
    case 'generate_image':
      return { product: 'image.generate', resolution: choose(generateImage.resolution.enum, resolution) }
    case 'transform_image':
      return {
        product: 'image.transform',
        effectId,
        resolution: choose(transformImage.resolution.enum, resolution),
      }
    case 'generate_video':
      return {
        product: 'video.generate',
        resolution: choose(generateVideo.resolution.enum, resolution),
        durationSeconds: checkSeconds(durationSeconds),
      }
    case 'animate_image':
      return {
        product: 'video.transform',
        effectId,
        resolution: choose(transformVideo.resolution.enum, resolution),
        durationSeconds: choose(transformVideo.durationSeconds.enum, durationSeconds),
      }
  }
}

function checkSeconds(seconds: number | undefined): VideoGenerationRequest['durationSeconds'] {
  if (seconds === undefined || isSeconds(seconds)) return seconds
  const { minimum, maximum } = generateVideo.durationSeconds
  throw new CommandError('usage', `It is a whole number from ${minimum} to ${maximum}, not ${seconds}`)
}

function isSeconds(value: number): value is NonNullable<VideoGenerationRequest['durationSeconds']> {
  const { minimum, maximum } = generateVideo.durationSeconds
  return Number.isInteger(value) && value >= minimum && value <= maximum
}

function choose<Choice>(choices: readonly Choice[], value: unknown): Choice | undefined {
  if (value === undefined) return undefined
  const found = choices.find((one) => one === value)
  if (found === undefined) throw new CommandError('usage', `It is one of ${choices.join(', ')}, not ${value}`)
  return found
}
