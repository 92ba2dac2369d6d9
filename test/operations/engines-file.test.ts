import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../server/src/config/config.ts'
import { loadProviders } from '../../server/src/config/load-providers.ts'
import { engineKinds } from '../../server/src/engines/engine-kinds.ts'
import { routesNotServed } from '../../server/src/wiring/make-providers.ts'
import { readCompose } from './support/compose.ts'
import { readManifests, readText, readYaml, root } from './support/deployment.ts'

const image = '/app'

describe('engines of your own with Docker Compose', () => {
  const base = readCompose('compose.yaml')
  const added = readCompose('compose.engines.yaml')

  test('are off: without the second file no process has a providers file', () => {
    for (const name of ['api', 'worker'])
      expect(readConfig(base.services[name].environment, image).providersFile).toBeUndefined()
  })

  test.each(['api', 'worker'])('give %s a file from a folder that it mounts read-only', (name) => {
    const { environment, volumes } = added.services[name]
    const config = readConfig({ ...base.services[name].environment, ...environment }, image)
    const [mount] = volumes
    expect(config.providersFile).toBe(`${mount.target}/providers.yaml`)
    // A folder that Docker creates by itself would be empty, and owned by root.
    expect(mount).toMatchObject({ type: 'bind', read_only: true, bind: { create_host_path: false } })
    expect(readdirSync(`${root}examples/self-host/${mount.source}`)).toContain('providers.example.yaml')
  })

  test('change API and workers alone, and let only the workers out', () => {
    expect(Object.keys(added.services)).toEqual(['api', 'worker'])
    expect(added.services.api.networks).toBeUndefined()
    expect(added.services.worker.networks).toEqual(['inside', 'outside'])
  })

  test('take their keys from a file that is never committed', () => {
    const [{ path }] = added.services.worker.env_file
    expect(added.services.api.env_file).toEqual(added.services.worker.env_file)
    expect(readText('examples/self-host/.gitignore').split('\n')).toContain(path)
  })
})

describe('engines of your own on Kubernetes', () => {
  const folder = 'examples/kubernetes/engines'
  const component = readYaml(readText(`${folder}/kustomization.yaml`))
  const patches = component.patches.map(({ path }: { path: string }) => readManifests(`${folder}/${path}`)[0])

  test('are off: the kustomization names their component in a comment alone', () => {
    const text = readText('examples/kubernetes/kustomization.yaml')
    expect(readYaml(text).components).toBeUndefined()
    const [, list = ''] = /^# components: (.*)$/m.exec(text) ?? []
    expect(readYaml(list)).toEqual(['engines'])
    expect(component.kind).toBe('Component')
  })

  test('give API and workers the file of a config map by the setting that the server reads', () => {
    const [{ name: map, files }] = component.configMapGenerator
    for (const [index, name] of ['api', 'worker'].entries()) {
      const { metadata, spec } = patches[index]
      const [container] = spec.template.spec.containers
      const [mount] = container.volumeMounts
      expect([metadata.name, container.name]).toEqual([`mediagen-${name}`, name])
      expect(container.env).toEqual([{ name: 'PROVIDERS_FILE', value: `${mount.mountPath}/${files[0]}` }])
      expect(mount).toMatchObject({ readOnly: true })
      expect(spec.template.spec.volumes).toEqual([{ name: mount.name, configMap: { name: map } }])
    }
  })

  test('patch containers that the deployments have', () => {
    for (const patch of patches) {
      const manifests = readManifests(
        `examples/kubernetes/${patch.spec.template.spec.containers[0].name}.yaml`,
      )
      const deployment = manifests.find(({ metadata }) => metadata.name === patch.metadata.name)
      expect(deployment.kind).toBe(patch.kind)
      expect(deployment.spec.template.spec.containers[0].name).toBe(
        patch.spec.template.spec.containers[0].name,
      )
    }
  })

  test('have a place for the key of each engine in the secret', () => {
    const [, ...keys] = readText(`${folder}/providers.yaml`).split('apiKeyEnv: ')
    const secret = readText('examples/kubernetes/secret.example.yaml')
    expect(keys).toHaveLength(1)
    for (const key of keys) expect(secret).toContain(`# ${key.split('\n', 1)[0]}: `)
  })
})

test.each(['self-host/engines/providers.example.yaml', 'kubernetes/engines/providers.yaml'])(
  'the providers file examples/%s is one that the server accepts, and offers every product',
  async (path) => {
    const file = await loadProviders(
      `${root}examples/${path}`,
      engineKinds,
      () => 'a key',
      (file) => routesNotServed(file, engineKinds),
    )
    expect(new Set(file.routes.map(({ product }) => product)).size).toBe(4)
  },
)
