import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { OperatorFileError } from './operator-file-error.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
const tracesOf = (variables: Record<string, string>) => readConfig(variables, '/srv').traces

describe('the settings of traces', () => {
  test('are none without a collector, whatever other programs have set', () => {
    expect(tracesOf({})).toBeUndefined()
    expect(tracesOf({ OTEL_TRACES_SAMPLER: 'xray', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeUndefined()
    expect(tracesOf({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  })

  test('have OpenTelemetry’s defaults', () => {
    expect(tracesOf(endpoint)).toEqual({
      url: 'http://collector:4318/v1/traces',
      serviceName: undefined,
      sampler: 'parentbased_always_on',
      samplerRatio: 1,
      sendEveryMs: 5000,
    })
  })

  test.each([
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'https://otel.test/otlp/' }, 'https://otel.test/otlp/v1/traces'],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces:4318/in' }, 'http://traces:4318/in'],
  ])('send spans to %j', (variables, url) => {
    expect(tracesOf(variables)?.url).toBe(url)
  })

  test('choose a share of the traces', () => {
    const share = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.05' }
    expect(tracesOf({ ...endpoint, ...share })).toMatchObject({
      sampler: 'parentbased_traceidratio',
      samplerRatio: 0.05,
    })
  })

  test.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'xray'],
    ['OTEL_TRACES_SAMPLER_ARG', '5%'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_BSP_SCHEDULE_DELAY', 'soon'],
  ])('%s=%s prevents the start, and the message names the variable', (name, value) => {
    const read = () => tracesOf({ ...endpoint, [name]: value })
    expect(read).toThrow(OperatorFileError)
    expect(read).toThrow(`"${name}" must`)
  })
})
