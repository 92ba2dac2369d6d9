import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { sharedReadiness } from '../../server/src/http/health/health.ts'
import { createMetrics } from '../../server/src/metrics/metrics.ts'
import { createReadinessMetrics } from '../../server/src/metrics/readiness-metrics.ts'
import { createServiceMetrics } from '../../server/src/metrics/service-metrics.ts'
import { createStateMetrics } from '../../server/src/metrics/state-metrics.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { createLogger } from '../../server/src/wiring/wire-storage.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { readText, readYaml } from './support/deployment.ts'

const database = openDatabase({ url: 'sqlite::memory:' })
const logger = createLogger({ logLevel: 'silent' })
const checks = { database: async () => 1, databaseWritable: () => Promise.reject(new Error('read-only')) }
const providers = { list: () => [createFakeProvider({ name: 'sd' })] }
const { registry, onMessage } = createServiceMetrics({ database, providers, logger }, 'api', checks)
afterAll(() => database.close())

const registered = (await registry.getMetricsAsJSON()).filter(({ name }) => !/^(process|nodejs)_/.test(name))

/** Every name of a metric in queries, without what Prometheus appends for histograms. */
function metricsIn(text: string): string[] {
  const names = text.match(/\b(?:mediagen|http_server|process|nodejs)_[a-z_]+\b/g) ?? []
  return [...new Set(names)].map((name) => name.replace(/_(bucket|sum|count)$/, ''))
}

const isKnown = (name: string) =>
  /^(process|nodejs)_/.test(name) || registered.some((one) => one.name === name)

const dashboard = JSON.parse(readText('docs/grafana/mediagen.json'))
const queries: string[] = dashboard.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
)
const alerts: {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { runbook: string }
}[] = readYaml(readText('docs/alerts/mediagen.yaml')).groups.flatMap(
  ({ rules }: { rules: unknown[] }) => rules,
)

describe('the metrics', () => {
  test('are exactly those of docs/metrics.md, with their types and labels', () => {
    const rows = [
      ...readText('docs/metrics.md').matchAll(/^\| `(\w+)` \| (\w+) \|([^|]*)\| (own|shared) \|/gm),
    ]
    const documented = rows.map(([, name, type, labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    }))
    const real = registered.map(({ name, type }) => ({
      name,
      type,
      // prom-client keeps them to itself; the names are on every metric it makes.
      labels: Reflect.get(registry.getSingleMetric(name) ?? {}, 'labelNames'),
    }))
    const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }) =>
      String(a.name).localeCompare(String(b.name))
    expect(documented.sort(byName)).toEqual(real.sort(byName))
  })

  test('are the only ones that dashboard, alerts and documents use', () => {
    const asked = metricsIn(
      [
        ...queries,
        ...alerts.map(({ expr }) => expr),
        readText('docs/metrics.md'),
        readText('docs/runbook.md'),
        readText('docs/on-call.md'),
      ].join('\n'),
    ).filter((name) => !name.endsWith('_'))
    expect(asked.length).toBeGreaterThan(12)
    const ofTheBackup = 'mediagen_backup_timestamp_seconds'
    expect(asked.filter((name) => !isKnown(name))).toEqual([ofTheBackup])
    expect(readText('docs/backup.md')).toContain(`echo "${ofTheBackup} $(date +%s)" > `)
  })

  test('are all on the dashboard but the ones that say nothing over time', () => {
    const shown = metricsIn(queries.join('\n'))
    const hidden = registered.map(({ name }) => name).filter((name) => !shown.includes(name))
    expect(hidden).toEqual([
      'mediagen_ledger_reconciled_timestamp_seconds',
      'mediagen_ledger_proven_timestamp_seconds',
    ])
  })

  test('lead from every alert to the section of its name on the on-call page, and every section has its alert', () => {
    const sections = [...readText('docs/on-call.md').matchAll(/^## (Mediagen\w+)\n([\s\S]*?)(?=^## )/gm)]
    expect(sections.map(([, name]) => name)).toEqual(alerts.map(({ alert }) => alert))
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/on-call.md#${alert.toLowerCase()}`)
    for (const [, name, text = ''] of sections) {
      const { labels } = alerts.find(({ alert }) => alert === name) ?? {}
      expect(text, name).toContain(`*${labels?.severity}.*`)
      expect(text, name).toContain('\n**Impact.** ')
      for (const part of ['Cause', 'Fix']) expect(text, name).toContain(`- **${part}.** `)
      const [, commands = ''] = /```sh\n([\s\S]*?)```/.exec(text) ?? []
      expect(commands.trim().split('\n'), name).toHaveLength(3)
    }
  })

  test('and the on-call page explains every check of readiness', () => {
    const checks = [...readText('docs/on-call.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    const known = ['readiness-checks', 'worker']
      .map((file) => readText(`server/src/commands/${file}.ts`))
      .join('')
    expect(checks.length).toBe(5)
    for (const name of checks) expect(known).toContain(`${name}:`)
  })

  test('say which checks of readiness pass', async () => {
    const text = await registry.metrics()
    expect(text).toContain('mediagen_ready{check="database"} 1')
    expect(text).toContain('mediagen_ready{check="databaseWritable"} 0')
  })

  test('count what the jobs report', async () => {
    onMessage({
      kind: 'settled',
      product: 'image.generate',
      outcome: 'SUCCEEDED',
      waitSeconds: 0.04,
      seconds: 3,
    })
    onMessage({
      kind: 'settled',
      product: 'image.generate',
      outcome: 'WORKER_TIMEOUT',
      waitSeconds: 0,
      seconds: 9,
    })
    const paid = { provider: 'gpu-box', product: 'video.generate' }
    onMessage({ kind: 'engine-asked', ...paid, outcome: 'started' })
    onMessage({ kind: 'engine-delivered', ...paid, costUsd: 0.02, priceUsd: 0.25 })
    onMessage({ kind: 'engine-delivered', ...paid, costUsd: 0.5, priceUsd: 0.75 })
    const asked = { gate: 'moderation', stage: 'before', seconds: 0.2 }
    onMessage({ kind: 'gate-asked', ...asked, verdict: 'refused' })
    onMessage({ kind: 'leases-recovered', count: 2 })
    onMessage({ kind: 'renderer-crashed' })
    onMessage({ kind: 'connections', inUse: 4, waiting: 1, inUseMax: 10 })
    onMessage({ kind: 'job-failed', job: 'sweep-objects' })
    const text = await registry.metrics()
    for (const line of [
      'mediagen_tasks_settled_total{product="image.generate",outcome="SUCCEEDED"} 1',
      'mediagen_tasks_settled_total{product="image.generate",outcome="WORKER_TIMEOUT"} 1',
      'mediagen_task_wait_seconds_bucket{le="0.05",product="image.generate"} 2',
      'mediagen_provider_starts_total{provider="gpu-box",product="video.generate",outcome="started"} 1',
      'mediagen_provider_results_total{provider="gpu-box",product="video.generate"} 2',
      'mediagen_provider_cost_usd_total{provider="gpu-box",product="video.generate"} 0.52',
      'mediagen_provider_revenue_usd_total{provider="gpu-box",product="video.generate"} 1',
      'mediagen_gate_verdicts_total{gate="moderation",at="before",verdict="refused"} 1',
      'mediagen_gate_duration_seconds_bucket{le="0.25",gate="moderation",at="before"} 1',
      'mediagen_leases_recovered_total 2',
      'mediagen_renderer_crashes_total 1',
      'mediagen_database_connections{thread="task-worker",state="waiting"} 1',
      'mediagen_database_connections_max{thread="task-worker"} 10',
      'mediagen_job_failures_total{job_name="sweep-objects"} 1',
    ])
      expect(text).toContain(line)
  })
})

describe('the state of the service', () => {
  const measure = {
    databaseClockAheadMs: -1_500,
    waiting: 7,
    running: 2,
    interrupted: 1,
    liveWorkers: 4,
    slots: 16,
    tiers: [{ product: 'video.generate' as const, tier: '720p', waiting: 5, oldestWaitingSeconds: 12 }],
    oldestWaitingSeconds: 31,
    uploadBytesKept: 4_096_000,
    resultBytesKept: 0,
    reconciled: { endedAtMs: 1_800_000_000_500, disagreements: 3 },
    ledgerProvenSinceMs: 1_799_000_000_500,
    paused: [{ kind: 'product' as const, name: 'video.generate' }],
    troubledProviders: [
      { provider: 'sd', isDown: true },
      { provider: 'removed', isDown: true },
    ],
  }

  test('is read in every scrape from the first one on, and once for all gauges', async () => {
    let reads = 0
    const own = createMetrics({ withProcess: false }).registry
    createStateMetrics(own, { database, providers, role: 'api' }, async () => {
      reads += 1
      return measure
    })
    const text = await own.metrics()
    expect(text).toContain('mediagen_queue_tasks{state="waiting"} 7')
    expect(text).toContain('mediagen_queue_tasks{state="interrupted"} 1')
    expect(text).toContain('mediagen_workers 4')
    expect(text).toContain('mediagen_worker_slots 16')
    expect(text).toContain('mediagen_paused{kind="product",name="video.generate"} 1')
    expect(text).toContain('mediagen_queue_waiting_tasks{product="video.generate",tier="720p"} 5')
    expect(text).toContain('mediagen_queue_waiting_oldest_seconds{product="video.generate",tier="720p"} 12')
    expect(text).toContain('mediagen_database_clock_offset_seconds -1.5')
    expect(text).toContain('mediagen_queue_oldest_seconds 31')
    expect(text).toContain('mediagen_provider_down{provider="sd"} 1')
    expect(text).toContain('mediagen_uploads_kept_bytes 4096000')
    expect(text).toContain('mediagen_ledger_disagreements 3')
    expect(text).toContain('mediagen_ledger_reconciled_timestamp_seconds 1800000000.5')
    expect(text).toContain('mediagen_ledger_proven_timestamp_seconds 1799000000.5')
    expect(reads).toBe(1)
  })

  test('has no engine that the providers file no longer names, which would be down for ever', async () => {
    const own = createMetrics({ withProcess: false }).registry
    createStateMetrics(own, { database, providers, role: 'api' }, async () => measure)
    expect(await own.metrics()).not.toContain('provider="removed"')
  })

  test('does not count the connection that the scrape itself is waiting for', async () => {
    let waiting = 0
    const own = createMetrics({ withProcess: false }).registry
    const connectionUse = () => ({ inUse: 0, waiting, inUseMax: 10 })
    createStateMetrics(
      own,
      { database: { dialect: { ...database.dialect, connectionUse } }, providers, role: 'api' },
      async () => {
        waiting = 1
        await database.nowMs()
        waiting = 0
        return measure
      },
    )
    expect(await own.metrics()).toContain('mediagen_database_connections{thread="main",state="waiting"} 0')
  })

  test('is absent while the database is unavailable, and the scrape succeeds', async () => {
    let isUnavailable = false
    const own = createMetrics({ withProcess: false }).registry
    createStateMetrics(own, { database, providers, role: 'api' }, async () => {
      if (isUnavailable) throw new Error('connection refused')
      return measure
    })
    expect(await own.metrics()).toContain('mediagen_database_up 1')
    isUnavailable = true
    const text = await own.metrics()
    expect(text).toContain('mediagen_database_up 0')
    expect(text).not.toMatch(/^mediagen_(queue|workers?|provider|ledger|uploads)/m)
  })

  test('has the object store as up only while it responds', async () => {
    let isAway = false
    const own = createMetrics({ withProcess: false }).registry
    const objectStore = async () => {
      if (isAway) throw new Error('connection refused')
    }
    createReadinessMetrics(own, sharedReadiness({ logger, readinessChecks: { objectStore } }))
    expect(await own.metrics()).toContain('mediagen_object_store_up 1')
    isAway = true
    expect(await own.metrics()).toContain('mediagen_object_store_up 0')
  })

  test.for([
    ['ahead', 5],
    ['behind', -5],
  ] as const)(
    'tells how far the clock of the database is %s, and nothing of one that may be right',
    async ([, seconds]) => {
      const ownClock = openDatabase({ url: 'sqlite::memory:', clockOffsetMs: () => seconds * 1000 })
      await migrate(ownClock)
      const { databaseClockAheadMs } = await measureService(ownClock)
      expect(Math.round(databaseClockAheadMs / 1000)).toBe(seconds)
      await ownClock.close()
      await migrate(database)
      expect((await measureService(database)).databaseClockAheadMs).toBe(0)
    },
  )

  test('is read from a real database', async () => {
    const real = openDatabase({ url: 'sqlite::memory:' })
    await migrate(real)
    const text = await createServiceMetrics(
      { database: real, providers, logger },
      'api',
      checks,
    ).registry.metrics()
    expect(text).toContain('mediagen_queue_tasks{state="waiting"} 0')
    expect(text).toContain('mediagen_workers 0')
    expect(text).toContain('mediagen_database_up 1')
    expect(text).toContain('mediagen_ledger_reconciled_timestamp_seconds 0')
    expect(text).toContain('mediagen_ledger_proven_timestamp_seconds 0')
    await real.close()
  })
})
