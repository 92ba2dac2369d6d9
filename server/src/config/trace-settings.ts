import type { Environment } from './environment.ts'

/** The settings of OpenTelemetry that the service reads itself; its packages read the others. */
export interface TraceSettings {
  /** Where spans are sent. */
  readonly url: string
  /** @default mediagen, unless OTEL_RESOURCE_ATTRIBUTES has another name */
  readonly serviceName: string | undefined
  readonly sampler: SamplerName
  /** The share of traces that are recorded, by the samplers that need one. */
  readonly samplerRatio: number
  /** How often spans are sent. */
  readonly sendEveryMs: number
}

const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof samplerNames)[number]

const protocol = 'http/protobuf'
const sendEveryMsDefault = 5_000

/**
 * The settings of traces, or what is wrong with them; undefined if there is no collector to send them to.
 * Without one, the variables concern other programs and may have any value.
 */
export function readTraceSettings(value: Environment): TraceSettings | string[] | undefined {
  const [variable, url] = endpointOf(value)
  if (url === undefined || value.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined
  const ratio = Number(value.OTEL_TRACES_SAMPLER_ARG ?? 1)
  const sendEveryMs = Number(value.OTEL_BSP_SCHEDULE_DELAY ?? sendEveryMsDefault)
  const given = value.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on'
  const sampler = samplerNames.find((name) => name === given)
  const problems = [
    ...(URL.canParse(url) && /^https?:/.test(url)
      ? []
      : [`"${variable}" must be a URL that begins with http:// or https://`]),
    ...((value.OTEL_EXPORTER_OTLP_PROTOCOL ?? protocol) === protocol
      ? []
      : [`"OTEL_EXPORTER_OTLP_PROTOCOL" must be ${protocol}, usually on port 4318`]),
    ...(sampler === undefined ? [`"OTEL_TRACES_SAMPLER" must be one of ${samplerNames.join(', ')}`] : []),
    ...(ratio >= 0 && ratio <= 1 ? [] : ['"OTEL_TRACES_SAMPLER_ARG" must be a number from 0 to 1']),
    ...(sendEveryMs >= 1 && sendEveryMs <= 3_600_000
      ? []
      : ['"OTEL_BSP_SCHEDULE_DELAY" must be a number of milliseconds from 1 to 3600000']),
  ]
  if (sampler === undefined || problems.length > 0) return problems
  return { url, serviceName: value.OTEL_SERVICE_NAME, sampler, samplerRatio: ratio, sendEveryMs }
}

/** With its variable. The one for traces is a whole URL; the one for all signals gets the path of traces. */
function endpointOf({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: whole,
  OTEL_EXPORTER_OTLP_ENDPOINT: base,
}: Environment): [variable: keyof Environment, url: string | undefined] {
  if (whole !== undefined) return ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', whole]
  return ['OTEL_EXPORTER_OTLP_ENDPOINT', base && `${base.replace(/(?<!\/)\/+$/, '')}/v1/traces`]
}
