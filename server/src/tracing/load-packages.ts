import { importOptional } from '../core/async/import-optional.ts'

/** The packages that record and export traces; an operator who wants traces installs them. */
export const packageNames = [
  '@opentelemetry/api',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@opentelemetry/exporter-trace-otlp-proto',
] as const

export interface OpenTelemetry {
  readonly api: typeof import('@opentelemetry/api')
  readonly resources: typeof import('@opentelemetry/resources')
  readonly sdk: typeof import('@opentelemetry/sdk-trace')
  readonly otlp: typeof import('@opentelemetry/exporter-trace-otlp-proto')
}

/** OpenTelemetry's packages, or undefined if one of them is not installed. */
export async function loadOpenTelemetry(): Promise<OpenTelemetry | undefined> {
  const [apiName, resourcesName, sdkName, otlpName] = packageNames
  const [api, resources, sdk, otlp] = await Promise.all([
    importOptional(apiName, () => import('@opentelemetry/api')),
    importOptional(resourcesName, () => import('@opentelemetry/resources')),
    importOptional(sdkName, () => import('@opentelemetry/sdk-trace')),
    importOptional(otlpName, () => import('@opentelemetry/exporter-trace-otlp-proto')),
  ])
  if (api === undefined || resources === undefined || sdk === undefined || otlp === undefined)
    return undefined
  return { api, resources, sdk, otlp }
}
