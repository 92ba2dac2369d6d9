import { describe, expect, test } from 'vitest'
import { limits } from '../../server/contract/src/generated/limits.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { readCompose, readSettings } from './support/compose.ts'
import { foreignSettings, knownSettings, readText, readYaml, stopSecondsMax } from './support/deployment.ts'

const nginx = readText('examples/self-host/nginx.conf')
const compose = readCompose('compose.yaml')
// biome-ignore lint/suspicious/noExplicitAny: of Docker Compose's own form.
const services: [string, any][] = Object.entries(compose.services)
const ours = services.filter(([, { image }]) => image?.startsWith('mediagen:'))

describe('the compose file', () => {
  test('runs each process that an installation is made of, API and workers twice', () => {
    const names = ours.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name)
    expect(names.sort()).toEqual(['api', 'create-bucket', 'migrate', 'worker'])
    for (const name of ['api', 'worker']) expect(compose.services[name].deploy.replicas).toBe(2)
  })

  test.each(ours)('%s gets settings that the server knows and accepts', (_name, { environment }) => {
    const unknown = Object.keys(environment).filter(
      (name) => ![...knownSettings, ...foreignSettings].includes(name),
    )
    expect(unknown).toEqual([])
    const config = readConfig(environment, '/app')
    expect(config.databaseUrl).toMatch(/^mysql:/)
    expect(config.objectStoreUrl).toMatch(/^s3:/)
  })

  test('builds the version that the server has', () => {
    const { version } = JSON.parse(readText('server/package.json'))
    for (const [, { image, build }] of ours) {
      expect(image).toBe(`mediagen:${version}`)
      expect(build.args).toEqual({ MEDIAGEN_VERSION: version })
    }
  })

  test.each(ours)('%s may write nothing, gain nothing, and has time to drain', (_name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(service.security_opt).toContain('no-new-privileges:true')
    const drainSeconds = service.environment?.WORKER_DRAIN_SECONDS
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(stopSecondsMax(drainSeconds))
  })

  test.each(services)('%s keeps a bounded amount of its log', (_name, { logging }) => {
    expect(logging).toEqual({
      driver: 'json-file',
      options: { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d+$/) },
    })
  })

  test.each(services)('%s has a limit of memory', (_name, { deploy }) => {
    expect(deploy.resources.limits.memory).toMatch(/^\d+[MG]$/)
  })

  test('publishes only nginx to the outside, and Prometheus to this machine', () => {
    const open = services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)
    expect(open.sort()).toEqual(['nginx', 'prometheus'])
    expect(compose.networks.inside.internal).toBe(true)
  })

  test('agrees with nginx and Prometheus on every port', () => {
    const { api, worker, nginx: proxy } = compose.services
    expect(nginx).toContain(`server api:${api.environment.PORT} resolve`)
    const store = new URL(api.environment.OBJECT_STORE_URL).searchParams
    expect(nginx).toContain(`server ${new URL(store.get('endpoint') ?? '').host} resolve`)
    const listening = [...nginx.matchAll(/^ {4}listen (\d+);/gm)].map(([, port]) => port)
    expect(proxy.ports.map((port: string) => port.split(':').at(-1))).toEqual(listening)
    const targets = readYaml(readText('examples/self-host/prometheus.yaml')).scrape_configs.map(
      // biome-ignore lint/suspicious/noExplicitAny: of Prometheus' own form.
      ({ dns_sd_configs: [config] }: any) => [config.names[0], String(config.port)],
    )
    expect(targets).toEqual([
      ['api', api.environment.METRICS_PORT],
      ['worker', worker.environment.METRICS_PORT],
    ])
  })
})

describe('the compose file of the clone', () => {
  const {
    name,
    include: [{ path, env_file: file }, ...others],
  } = readYaml(readText('compose.yaml'))
  const settings = readSettings(file)
  const local = readCompose('compose.yaml', settings)

  test('is the example, in a project of its own, with every setting that it requires', () => {
    expect([path, others]).toEqual(['examples/self-host/compose.yaml', []])
    expect(name).not.toBe(compose.name)
    for (const service of ['api', 'worker', 'migrate'])
      expect(readConfig(local.services[service].environment, '/app').databaseUrl).toMatch(/^mysql:/)
  })

  test('reaches no further than this machine, since everybody knows its secrets', () => {
    const ports: string[] = Object.values<{ ports?: string[] }>(local.services).flatMap(
      (service) => service.ports ?? [],
    )
    expect(ports.length).toBeGreaterThan(2)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(readConfig(local.services.api.environment, '/app').adminToken).toBeUndefined()
  })

  test('links to where its ports are', () => {
    const addressOf = (port: string) => port.replace(/^127\.0\.0\.1/, 'http://localhost')
    const { HTTP_PORT = '', OBJECTS_PORT = '', PUBLIC_URL, PUBLIC_OBJECTS_URL } = settings
    expect([PUBLIC_URL, PUBLIC_OBJECTS_URL]).toEqual([HTTP_PORT, OBJECTS_PORT].map(addressOf))
  })
})

describe('nginx', () => {
  test('passes the contract, the pages and the guides on, and nothing else', () => {
    const served = nginx.slice(nginx.indexOf('listen 8080'), nginx.indexOf('listen 9000'))
    const locations = [...served.matchAll(/location (?:[=~] )?(\S+) \{\s+proxy_pass/g)].map(
      ([, path]) => path,
    )
    expect(locations).toEqual([
      '/api/',
      '/gallery',
      '/gallery/',
      '/look/',
      '/status',
      '/status/',
      '/docs',
      '/docs/',
      '^/(robots\\.txt|sitemap\\.xml|llms\\.txt|favicon\\.ico)$',
      '/',
      '/playground/',
    ])
  })

  test("passes the operator's page on to this machine alone", () => {
    const served = nginx.slice(nginx.indexOf('listen 8081'))
    const locations = [...served.matchAll(/location (= )?(\/\S*) \{\s+proxy_pass/g)].map(([, , path]) => path)
    expect(locations).toEqual(['/admin', '/admin/'])
    expect(nginx.slice(0, nginx.indexOf('listen 8081'))).not.toMatch(/location.*admin/)
    const port = compose.services.nginx.ports.find((port: string) => port.endsWith(':8081'))
    expect(port).toMatch(/^127\.0\.0\.1:/)
    expect(compose.services.worker.environment.ADMIN_TOKEN).toBeUndefined()
    expect(readConfig(compose.services.api.environment, '/app').adminToken).toBeUndefined()
  })

  test('limits rate, connections and sizes', () => {
    for (const directive of [
      'limit_req zone=',
      'limit_conn connections',
      'client_max_body_size 256k',
      'client_max_body_size 32m',
    ])
      expect(nginx).toContain(directive)
  })

  test('has a longer API timeout than a poll may be held', () => {
    const [api] = [...nginx.matchAll(/proxy_read_timeout (\d+)s/g)].map(([, seconds]) => Number(seconds))
    expect(api).toBeGreaterThanOrEqual(limits.heldPollSecondsMax + 10)
  })

  test('never sends a POST twice', () => {
    expect(nginx).not.toContain('non_idempotent')
  })

  test('rejects in the form of the contract', () => {
    const bodies = [...nginx.matchAll(/return (\d+) '(\{.*\})'/g)]
    expect(bodies).toHaveLength(4)
    for (const [, status, body = ''] of bodies) {
      expect(JSON.parse(body)).toEqual({
        status: Number(status),
        code: expect.stringMatching(/^[A-Z_]+$/),
        message: expect.any(String),
        requestId: '$request_id',
      })
    }
  })
})
