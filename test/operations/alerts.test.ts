import { execFileSync } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { promtool } from '../../scripts/set-up/debian.mjs'
import { openDatabase } from '../../server/src/database/database.ts'
import { createServiceMetrics } from '../../server/src/metrics/service-metrics.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { readText, readYaml, root } from './support/deployment.ts'
import { pathOfProgram } from './support/system-program.ts'

const program = pathOfProgram(promtool)
const scenariosFile = 'test/operations/support/alert-scenarios.yaml'

interface Scenario {
  readonly input_series: readonly { readonly series: string }[]
  readonly promql_expr_test: readonly { readonly exp_samples: readonly { readonly labels: string }[] }[]
}
const scenarios: readonly Scenario[] = readYaml(readText(scenariosFile)).tests
const rules: readonly { readonly alert: string; readonly expr: string }[] = readYaml(
  readText('docs/alerts/mediagen.yaml'),
).groups.flatMap(({ rules }: { rules: unknown[] }) => rules)
const alerts = rules.map(({ alert }) => alert)
const nameOf = (series: string): string => series.replace(/\{.*/, '')

describe('the alerts', () => {
  test.skipIf(program === undefined)(
    'fire on a total outage, dead workers and a lost store, and are silent while all is well',
    () => {
      const run = (...args: string[]) =>
        execFileSync(program ?? '', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
      expect(run('check', 'rules', 'docs/alerts/mediagen.yaml')).toContain('SUCCESS')
      expect(run('test', 'rules', scenariosFile)).toContain('SUCCESS')
    },
  )

  test('each fire in a scenario', () => {
    const samples = scenarios.flatMap((scenario) =>
      scenario.promql_expr_test.flatMap(({ exp_samples }) => exp_samples.map(({ labels }) => labels)),
    )
    const fired = new Set(samples.map((labels) => /alertname="(\w+)"/.exec(labels)?.[1]))
    expect([...fired].sort()).toEqual([...alerts].sort())
  })
})

describe('each alert', () => {
  test.each(rules)(
    '$alert is silent in a scenario that feeds every series it looks at',
    ({ alert, expr }) => {
      const looked = expr.replace(/\{[^}]*\}/g, '').match(/\b(?:up|mediagen_\w+|http_\w+)\b/g) ?? []
      expect(looked).not.toHaveLength(0)
      const silent = scenarios.filter(({ input_series, promql_expr_test }) => {
        const fed = input_series.map(({ series }) => nameOf(series))
        const isFed = looked.every((name) => fed.includes(name))
        return isFed && !JSON.stringify(promql_expr_test.at(-1)).includes(`"${alert}\\"`)
      })
      expect(silent).not.toHaveLength(0)
    },
  )
})

describe('the series of the scenarios', () => {
  const database = openDatabase({ url: 'sqlite::memory:' })
  const parts = {
    database,
    providers: { list: () => [] },
    logger: createLogger({ logLevel: 'silent' }),
  }
  const { registry } = createServiceMetrics(parts, 'api', {})
  afterAll(() => database.close())

  test('are ones that a service exports, with its own labels', () => {
    const all = scenarios.flatMap(({ input_series }) => input_series.map(({ series }) => series))
    // Of Prometheus, and of the script that makes the backup.
    const foreign = ['up', 'mediagen_backup_timestamp_seconds']
    const own = all.filter((series) => !foreign.includes(nameOf(series)))
    expect(own.length).toBeGreaterThan(20)
    const unknown = own.filter((series) => {
      const name = nameOf(series).replace(/_(bucket|count|sum)$/, '')
      const labels = [...series.matchAll(/(\w+)="/g)].map(([, label]) => label)
      const known = Reflect.get(registry.getSingleMetric(name) ?? {}, 'labelNames') ?? []
      // What Prometheus adds to every series, and to the buckets of histograms.
      return (
        registry.getSingleMetric(name) === undefined ||
        labels.some((label) => ![...known, 'job', 'instance', 'le'].includes(label))
      )
    })
    expect(unknown).toEqual([])
  })
})
