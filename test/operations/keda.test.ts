import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { promtool } from '../../scripts/set-up/debian.mjs'
import { openDatabase } from '../../server/src/database/database.ts'
import { createServiceMetrics } from '../../server/src/metrics/service-metrics.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { readManifests, readText, readYaml } from './support/deployment.ts'
import { pathOfProgram } from './support/system-program.ts'

const folder = 'examples/kubernetes'
const [scaledObject] = readManifests(`${folder}/keda/worker.yaml`)
const component = readYaml(readText(`${folder}/keda/kustomization.yaml`))
const workerManifests = readManifests(`${folder}/worker.yaml`)
const [trigger] = scaledObject.spec.triggers
const query: string = trigger.metadata.query

/** The fields of a ScaledObject with a trigger of Prometheus, as KEDA documents them; what a trigger gets is texts. */
const documented = {
  apiVersion: 'string',
  kind: 'string',
  metadata: { name: 'string' },
  spec: {
    scaleTargetRef: { name: 'string' },
    minReplicaCount: 'number',
    maxReplicaCount: 'number',
    pollingInterval: 'number',
    fallback: { failureThreshold: 'number', replicas: 'number' },
    advanced: {
      horizontalPodAutoscalerConfig: {
        behavior: { scaleDown: { stabilizationWindowSeconds: 'number' } },
      },
    },
    triggers: [
      {
        type: 'string',
        metricType: 'string',
        metadata: {
          serverAddress: 'string',
          query: 'string',
          threshold: 'string',
          ignoreNullValues: 'string',
        },
      },
    ],
  },
}

/** The same with the type of each value. */
function typesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(typesOf)
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, typesOf(each)]))
}

describe('the ScaledObject of the Kubernetes example', () => {
  test('has the fields that KEDA documents, of their types', () => {
    expect(typesOf(scaledObject)).toEqual(documented)
    expect(scaledObject).toMatchObject({ apiVersion: 'keda.sh/v1alpha1', kind: 'ScaledObject' })
    // A fallback needs AverageValue.
    expect(trigger).toMatchObject({ type: 'prometheus', metricType: 'AverageValue' })
  })

  test('scales the workers in place of their autoscaler, by as many tasks as each runs', () => {
    const [deployment, autoscaler] = workerManifests
    expect(scaledObject.spec.scaleTargetRef.name).toBe(deployment.metadata.name)
    expect(component.resources).toEqual(['worker.yaml'])
    const [{ patch }] = component.patches
    const { kind, metadata } = autoscaler
    expect(readYaml(patch)).toMatchObject({ kind, metadata, $patch: 'delete' })
    const [container] = deployment.spec.template.spec.containers
    const { value } = container.env.find(({ name }: { name: string }) => name === 'WORKER_CONCURRENCY')
    expect(trigger.metadata.threshold).toBe(value)
    expect(scaledObject.spec).toMatchObject({
      minReplicaCount: autoscaler.spec.minReplicas,
      maxReplicaCount: autoscaler.spec.maxReplicas,
    })
  })

  describe('asks for metrics', () => {
    const database = openDatabase({ url: 'sqlite::memory:' })
    afterAll(() => database.close())

    test('that the service exports', () => {
      const logger = createLogger({ logLevel: 'silent' })
      const parts = { database, providers: { list: () => [] }, logger }
      const { registry } = createServiceMetrics(parts, 'api', {})
      const names = query.match(/\bmediagen_\w+/g) ?? []
      expect(names).not.toHaveLength(0)
      expect(names.filter((name) => registry.getSingleMetric(name) === undefined)).toEqual([])
    })
  })

  test.skipIf(pathOfProgram(promtool) === undefined)(
    'counts running and waiting tasks, but not those that wait for their account alone',
    () => {
      const temporary = mkdtempSync(join(tmpdir(), 'mediagen-keda-'))
      onTestFinished(() => rmSync(temporary, { recursive: true }))
      const file = join(temporary, 'query.yaml')
      const scenario = (waiting: number, oldest: number, expected: number) => ({
        interval: '1m',
        input_series: [
          ...['a', 'b'].map((instance) => ({
            series: `mediagen_queue_tasks{state="running",instance="${instance}"}`,
            values: '4x5',
          })),
          { series: 'mediagen_queue_tasks{state="waiting",instance="a"}', values: `${waiting}x5` },
          { series: 'mediagen_queue_oldest_seconds{instance="a"}', values: `${oldest}x5` },
        ],
        promql_expr_test: [
          { expr: query, eval_time: '5m', exp_samples: [{ labels: '{}', value: expected }] },
        ],
      })
      const tests = [scenario(10, 30, 14), scenario(10, 0, 4), scenario(0, 0, 4)]
      const away = { expr: query, eval_time: '5m', exp_samples: [] }
      writeFileSync(file, stringify({ tests: [...tests, { input_series: [], promql_expr_test: [away] }] }))
      const run = execFileSync(pathOfProgram(promtool) ?? '', ['test', 'rules', file], { encoding: 'utf8' })
      expect(run).toContain('SUCCESS')
    },
  )
})
