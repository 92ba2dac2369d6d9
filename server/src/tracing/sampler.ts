import type { Sampler } from '@opentelemetry/sdk-trace'
import type { TraceSettings } from '../config/trace-settings.ts'
import type { OpenTelemetry } from './load-packages.ts'

/**
 * Decides which traces are recorded. The first span of a task's run has no parent, so a sampler that follows
 * the parent follows the order that it is linked to: a trace is recorded whole or not at all.
 */
export function createSampler({ api, sdk }: OpenTelemetry, settings: TraceSettings): Sampler {
  const sampler = samplerOf(sdk, settings)
  return {
    shouldSample(context, traceId, name, kind, attributes, links) {
      const [link] = links
      const isRun = link !== undefined && api.trace.getSpanContext(context) === undefined
      const followed = isRun ? api.trace.setSpanContext(context, link.context) : context
      return sampler.shouldSample(followed, traceId, name, kind, attributes, links)
    },
    toString: () => sampler.toString(),
  }
}

function samplerOf(sdk: OpenTelemetry['sdk'], { sampler, samplerRatio }: TraceSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new sdk.AlwaysOnSampler()
    case 'always_off':
      return new sdk.AlwaysOffSampler()
    case 'traceidratio':
      return new sdk.TraceIdRatioBasedSampler(samplerRatio)
    case 'parentbased_always_on':
      return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new sdk.ParentBasedSampler({ root: new sdk.AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(samplerRatio) })
  }
}
