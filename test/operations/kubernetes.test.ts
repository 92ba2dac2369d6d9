import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config.ts'
import {
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
const shared = { ...of('ConfigMap')[0].data, ...of('Secret')[0].stringData }

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
    const port = container.args[0] === 'api' ? config.port : config.metricsPort
    const declared = container.ports?.[0]
    expect(declared?.containerPort).toBe(port)
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe])
      expect(probe?.httpGet.port).toBe(declared?.name)
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
    expect(podOf(workload).terminationGracePeriodSeconds).toBeGreaterThan(stopSecondsMax + preStop)
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

  test('let the world reach the contract and the gallery, and nothing else', () => {
    const paths = of('Ingress')[0].spec.rules[0].http.paths.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(['/api', '/gallery'])
  })
})
