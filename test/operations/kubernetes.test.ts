import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config/config.ts'
import {
  fillIn,
  foreignSettings,
  knownSettings,
  readManifests,
  readText,
  readYaml,
  stopSecondsMax,
} from './support/deployment.ts'

const folder = 'examples/kubernetes'
const { resources, images } = readYaml(readText(`${folder}/kustomization.yaml`))
const manifests = (resources as string[]).flatMap((file) =>
  readManifests(`${folder}/${file === 'secret.yaml' ? 'secret.example.yaml' : file}`),
)
// biome-ignore lint/suspicious/noExplicitAny: of Kubernetes' own form.
const of = (kind: string): any[] => manifests.filter((manifest) => manifest.kind === kind)
const workloads = [...of('Deployment'), ...of('Job')]
const podOf = (workload: (typeof workloads)[number]) => workload.spec.template.spec
const secret = Object.entries<string>(of('Secret')[0].stringData)
const filledIn = Object.fromEntries(secret.map(([name, value]) => [name, fillIn(name, value)]))
const shared = { ...of('ConfigMap')[0].data, ...filledIn }

/** What a container gets: the shared settings and its own. */
function settingsOf(workload: (typeof workloads)[number]): Record<string, string> {
  const own = (podOf(workload).containers[0].env ?? []).map(
    ({ name, value }: { name: string; value: string }) => [name, value],
  )
  return { HOST: '0.0.0.0', ...shared, ...Object.fromEntries(own) }
}

describe('the Kubernetes manifests', () => {
  test('have API, workers and the migration, with what belongs to each', () => {
    expect(workloads.map(({ metadata }) => metadata.name)).toEqual([
      'mediagen-api',
      'mediagen-worker',
      'mediagen-migrate-1-0-0',
    ])
    for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget'])
      expect(of(kind).map(({ metadata }) => metadata.name)).toEqual(['mediagen-api', 'mediagen-worker'])
  })

  test.each(workloads)('$metadata.name gets settings that the server knows and accepts', (workload) => {
    const settings = settingsOf(workload)
    const unknown = Object.keys(settings).filter(
      (name) => ![...knownSettings, ...foreignSettings].includes(name),
    )
    expect(unknown).toEqual([])
    const config = readConfig(settings, '/app')
    expect(config.databaseUrl).toMatch(/^mysql:/)
    const [container] = podOf(workload).containers
    const [command] = container.args
    const ports = { api: { http: config.port, metrics: 9464 }, worker: { metrics: 9464 } }[command as string]
    const declared = (container.ports ?? []).map(
      ({ name, containerPort }: { name: string; containerPort: number }) => [name, containerPort],
    )
    expect(Object.fromEntries(declared)).toEqual(ports ?? {})
    expect(config.metrics?.port).toBe(ports?.metrics)
    // The port that clients reach is the one that must respond.
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
      expect(probe?.httpGet.port).toBe(declared[0]?.[0])
    const { annotations = {} } = workload.spec.template.metadata
    expect(annotations['prometheus.io/port']).toBe(ports && String(ports.metrics))
  })

  test.each(workloads)('$metadata.name is confined', (workload) => {
    const [container] = podOf(workload).containers
    expect(podOf(workload).securityContext).toMatchObject({ runAsNonRoot: true })
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.resources.limits.memory).toBeDefined()
  })

  test.each(of('Deployment'))('$metadata.name has time to drain, with what preStop takes', (workload) => {
    const [container] = podOf(workload).containers
    const preStop = Number(container.lifecycle?.preStop.exec.command[1] ?? 0)
    const drain = container.env?.find(({ name }: { name: string }) => name === 'WORKER_DRAIN_SECONDS')
    expect(podOf(workload).terminationGracePeriodSeconds).toBeGreaterThan(
      stopSecondsMax(drain?.value) + preStop,
    )
  })

  test('select the pods that they mean', () => {
    const labels = of('Deployment').map(({ spec }) => spec.template.metadata.labels)
    for (const { spec } of [...of('Service'), ...of('PodDisruptionBudget')])
      expect(labels).toContainEqual(spec.selector.matchLabels ?? spec.selector)
    for (const { spec } of of('Deployment'))
      expect(spec.selector.matchLabels).toEqual(spec.template.metadata.labels)
    for (const { spec } of of('HorizontalPodAutoscaler'))
      expect(of('Deployment').map(({ metadata }) => metadata.name)).toContain(spec.scaleTargetRef.name)
  })

  test('run the version that the server has', () => {
    const { version } = JSON.parse(readText('server/package.json'))
    expect(images).toEqual([{ name: 'mediagen', newName: expect.any(String), newTag: version }])
    expect(of('Job')[0].metadata.name).toBe(`mediagen-migrate-${version.replaceAll('.', '-')}`)
  })

  test('let the ingress reach the API alone, and Prometheus the metrics alone', () => {
    const open = of('NetworkPolicy').map(({ metadata, spec }) => [
      metadata.name,
      // biome-ignore lint/suspicious/noExplicitAny: of Kubernetes' own form.
      (spec.ingress ?? []).map(({ from, ports }: any) => [
        // biome-ignore lint/suspicious/noExplicitAny: of Kubernetes' own form.
        ...from.map(({ namespaceSelector }: any) => Object.values(namespaceSelector.matchLabels)[0]),
        ...ports.map(({ port }: { port: number }) => port),
      ]),
    ])
    expect(open).toEqual([
      [
        'mediagen-api',
        [
          ['ingress-nginx', 3000],
          ['monitoring', 9464],
        ],
      ],
      ['mediagen-worker', [['monitoring', 9464]]],
      ['mediagen-migrate', []],
    ])
    for (const { spec } of of('Service'))
      expect(spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(['http'])
  })

  test('let the world reach the contract, the pages and the guides, and nothing else', () => {
    const paths = of('Ingress')[0].spec.rules[0].http.paths.map(({ path }: { path: string }) => path)
    expect(paths).toEqual([
      '/api',
      '/',
      '/playground',
      '/gallery',
      '/look',
      '/status',
      '/robots.txt',
      '/sitemap.xml',
      '/llms.txt',
      '/favicon.ico',
      '/docs',
    ])
  })
})
