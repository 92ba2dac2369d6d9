import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { caddy, nginx, systemdAnalyze } from '../../scripts/set-up/debian.mjs'
import { requiredBy } from '../../scripts/set-up/requirements.mjs'
import { serviceFlags } from '../../scripts/set-up/runtime.mjs'
import { limits } from '../../server/contract/src/generated/limits.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { findFreePort } from '../support/free-port.ts'
import { listenLocally } from '../support/listen-locally.ts'
import { readText, readYaml, root, stopSecondsMax } from './support/deployment.ts'
import { runNginx } from './support/run-nginx.ts'
import { pathOfProgram } from './support/system-program.ts'
import { makeCertificate, makeTlsFolder } from './support/tls-folder.ts'

const folder = 'examples/single-host'
const unit = readText(`${folder}/mediagen.service`)
const nginxSite = readText(`${folder}/nginx.conf`)
const caddyFile = readText(`${folder}/Caddyfile`)
const programs = {
  nginx: pathOfProgram(nginx),
  caddy: pathOfProgram(caddy),
  systemdAnalyze: pathOfProgram(systemdAnalyze),
  compose: findCompose(),
}

/** The plugin of Docker; the older docker-compose, which Debian 12 has, reads another format. */
function findCompose(): string | undefined {
  const folders = [
    join(homedir(), '.docker'),
    '/usr/local/lib/docker',
    '/usr/libexec/docker',
    '/usr/lib/docker',
  ]
  const paths = folders.map((path) => join(path, 'cli-plugins', 'docker-compose'))
  const found = paths.find((path) => existsSync(path))
  const setting = requiredBy('compose')
  if (found === undefined && setting !== undefined)
    throw new Error(`${setting}, but Docker Compose is not on this machine.`)
  return found
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'mediagen-service-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

describe('the systemd unit', () => {
  test.skipIf(programs.systemdAnalyze === undefined)('is valid for systemd', () => {
    // The program that it starts is there once the package is installed.
    const file = join(temporaryFolder(), 'mediagen.service')
    writeFileSync(file, unit.replace('=/usr/bin/node', `=${process.execPath}`))
    const printed = execFileSync(programs.systemdAnalyze ?? '', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    expect(printed).toBe('')
  })

  test('gives the service time to stop, and bounds its memory', () => {
    const drainSeconds = readConfig({}, '/app').workerDrainMs / 1000
    const seconds = Number(/^TimeoutStopSec=(\d+)s$/m.exec(unit)?.[1])
    expect(seconds).toBeGreaterThan(stopSecondsMax(String(drainSeconds)))
    expect(unit).toMatch(/^MemoryMax=\d+G$/m)
  })

  test.each([`${folder}/mediagen.service`, 'examples/two-machines/mediagen@.service'])(
    '%s sizes the heap as the image and npm start do',
    (file) => {
      expect(/^ExecStart=\/usr\/bin\/node (.*) \/opt\/.*$/m.exec(readText(file))?.[1]?.split(' ')).toEqual(
        serviceFlags,
      )
    },
  )

  test('a program that is started without them sets the one that works from within', () => {
    const { bin } = JSON.parse(readText('server/package.json'))
    const [, flag] = /setFlagsFromString\('(.+)'\)/.exec(readText(`server/${bin['mediagen-server']}`)) ?? []
    expect(serviceFlags).toContain(flag)
  })

  test('starts the program that the package has', () => {
    const { bin } = JSON.parse(readText('server/package.json'))
    expect(unit).toContain(`/node_modules/@mediagen/server/${bin['mediagen-server']} serve\n`)
  })
})

describe('the reverse proxies of one machine', () => {
  test.skipIf(programs.nginx === undefined)('nginx accepts its configuration', () => {
    const certificate = makeCertificate()
    const site = nginxSite.replaceAll('/etc/letsencrypt/live/media.example.com', certificate)
    const file = join(certificate, 'nginx.conf')
    writeFileSync(file, `pid ${certificate}/pid;\nevents {}\nhttp {\naccess_log off;\n${site}}\n`)
    // Throws what nginx prints, unless it accepts all of it.
    execFileSync(programs.nginx ?? '', ['-t', '-e', 'stderr', '-p', certificate, '-c', file], {
      stdio: 'pipe',
    })
  })

  test.skipIf(programs.caddy === undefined)('Caddy accepts its configuration', () => {
    const home = temporaryFolder()
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(root, folder, 'Caddyfile')]
    execFileSync(programs.caddy ?? '', args, { stdio: 'pipe', env: { HOME: home, XDG_DATA_HOME: home } })
  })

  test('pass what clients need, and nothing that is for operators', () => {
    const passed = [...nginxSite.matchAll(/location (\S.*) \{/g)].map(([, path]) => path)
    expect(passed).toEqual([
      '~ ^/((api|gallery|docs|look|playground|status)(/|$)|(robots\\.txt|sitemap\\.xml|llms\\.txt|favicon\\.ico)$)',
      '= /',
      '/objects/',
      '/',
    ])
    const [, publicPaths = ''] = /@public path (.*)/.exec(caddyFile) ?? []
    expect(new Set(publicPaths.split(' ').map((path) => path.split('/')[1]))).toEqual(
      new Set([
        ...['', 'api', 'gallery', 'docs', 'look', 'playground', 'status'],
        ...['robots.txt', 'sitemap.xml', 'llms.txt', 'favicon.ico'],
      ]),
    )
    expect(caddyFile).toContain('@files path /objects/*')
  })

  test('wait longer than a poll may be held, and pass the largest upload', () => {
    const seconds = [
      /proxy_read_timeout (\d+)s/.exec(nginxSite)?.[1],
      /response_header_timeout (\d+)s/.exec(caddyFile)?.[1],
    ].map(Number)
    for (const waits of seconds) expect(waits).toBeGreaterThanOrEqual(limits.heldPollSecondsMax + 10)
    const megabytes = [
      /client_max_body_size (\d+)m/.exec(nginxSite)?.[1],
      /max_size (\d+)MB/.exec(caddyFile)?.[1],
    ].map(Number)
    for (const size of megabytes) expect(size * 1_000_000).toBeGreaterThan(limits.uploadBytesMax)
  })
})

test.skipIf(programs.nginx === undefined)('Compose with TLS serves HTTP/2 on both ports', async () => {
  const { port: apiPort, close } = await listenLocally(
    createServer((_request, response) => void response.end('{}')),
  )
  onTestFinished(close)
  const ports = { api: await findFreePort(), objects: await findFreePort() }
  await runNginx(programs.nginx ?? '', {
    apiPort,
    trustedProxies: '',
    tlsFolder: makeTlsFolder(ports),
  })
  const statusOf = async (port: number, path: string): Promise<unknown> => {
    const client = connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const [headers] = await once(client.request({ ':path': path }), 'response')
    client.destroy()
    return headers[':status']
  }
  expect(await statusOf(ports.api, '/api/v1/me')).toBe(200)
  // Without a signature.
  expect(await statusOf(ports.objects, '/mediagen/x')).toBe(403)
})

describe('the Compose file of `mediagen-server init`', () => {
  const template = readText('server/templates/compose.yaml').replaceAll('{{version}}', '1.2.3')
  const service = readYaml(template).services.mediagen

  test('confines the service, bounds its log and memory, and gives it time to stop', () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: '2g',
      logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
    })
    const drainSeconds = readConfig({}, '/app').workerDrainMs / 1000
    expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(
      stopSecondsMax(String(drainSeconds)),
    )
    expect(service.build.dockerfile_inline).toContain('\nUSER 1000:1000\n')
  })

  test('takes the version as a variable, by default the one that wrote it', () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is Compose's own.
    expect(service.image).toBe('mediagen:${MEDIAGEN_VERSION:-1.2.3}')
  })

  test('says that no image is published, and how to pin one from a registry', () => {
    expect(readText('docs/supply-chain.md')).toMatch(/No image is\s+published/)
    expect(template).toContain('# No image is published')
    expect(template).toContain('image: registry.example.com/mediagen:1.2.3@sha256:DIGEST')
  })

  test('gives it settings that it accepts, reachable from this machine alone', () => {
    const { PUBLIC_URL: _, ...environment } = service.environment
    expect(readConfig(environment, '/app').port).toBe(3000)
    expect(service.ports).toEqual(['127.0.0.1:3000:3000'])
  })
})

describe.skipIf(programs.compose === undefined)('Docker Compose accepts', () => {
  const validate = (environment: string, ...files: readonly string[]) => {
    const home = temporaryFolder()
    const envFile = join(home, '.env')
    writeFileSync(envFile, environment)
    const args = ['--env-file', envFile, ...files.flatMap((file) => ['--file', file])]
    execFileSync(programs.compose ?? '', [...args, 'config', '--quiet'], { stdio: 'pipe' })
  }
  const inSelfHost = (file: string) => join(root, 'examples/self-host', file)

  test.each([[[]], [['compose.tls.yaml']], [['compose.engines.yaml']]])('the example, with %j', (more) => {
    validate(
      readText('examples/self-host/.env.example'),
      ...['compose.yaml', ...more].map((file) => inSelfHost(file)),
    )
  })

  test('the file of the clone, without a setting', () => validate('', join(root, 'compose.yaml')))

  test('what `mediagen-server init` writes', () => {
    const home = temporaryFolder()
    const file = join(home, 'compose.yaml')
    writeFileSync(file, readText('server/templates/compose.yaml').replaceAll('{{version}}', '1.2.3'))
    writeFileSync(join(home, '.env'), readText('server/templates/env'))
    validate('', file)
  })
})
