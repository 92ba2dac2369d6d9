import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { Mediagen } from '../../sdk/src/index.ts'
import { readText } from '../operations/support/deployment.ts'
import { findFreePort } from '../support/free-port.ts'
import { untilPrinted } from '../support/running-program.ts'
import { findBase } from './support/base-image.ts'
import { type Container, openContainer } from './support/container.ts'
import { type ImageStore, openImageStore, sizeOf } from './support/image-store.ts'

const buildMsMax = 30 * 60_000
const folder = mkdtempSync(join(tmpdir(), 'mediagen-image-'))
const store: ImageStore = openImageStore(folder)
const { version } = JSON.parse(readText('server/package.json'))
const pinnedBase = /^ARG NODE_IMAGE=(\S+)$/m.exec(readText('server/Dockerfile'))?.[1] ?? ''
let base = ''

beforeAll(() => {
  base = findBase(store, folder, pinnedBase)
}, buildMsMax)

afterAll(() => {
  store.buildah(['umount', '--all'])
  rmSync(folder, { recursive: true, force: true })
}, buildMsMax)

describe.each(['without-studio', 'with-studio'])('the image %s', (target) => {
  const dataFolder = join(folder, target)
  let container: Container

  beforeAll(() => {
    const startedAt = Date.now()
    const image = store.build(target, { NODE_IMAGE: base, MEDIAGEN_SOURCE: 'https://example.com/mediagen' })
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    const sizes = `${sizeOf(store, image)}, of which ${sizeOf(store, base)} are the base`
    process.stdout.write(`mediagen: the image ${target} has ${sizes}, built in ${seconds} s\n`)
    mkdirSync(dataFolder)
    chownSync(dataFolder, 1000, 1000)
    container = openContainer(store, image, dataFolder)
  }, buildMsMax)

  test('states what is inside', () => {
    expect(container.config.Labels).toMatchObject({
      'org.opencontainers.image.title': 'mediagen',
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.source': 'https://example.com/mediagen',
    })
    expect(container.run(['mediagen-server', '--version'])).toBe(`${version}\n`)
  })

  test('has the licence and the guides, and no declarations, source maps or tests of a package', () => {
    const app = join(container.files, 'app')
    for (const path of ['LICENSE', 'server/docs/index.html', 'server/docs/api/index.html'])
      expect([path, existsSync(join(app, path))]).toEqual([path, true])
    const unused = globSync('**/*.{d.ts,d.cts,d.mts,map,test.js}', { cwd: app })
    expect(unused).toEqual([])
    expect(globSync('node_modules/**/{test,tests}/', { cwd: app })).toEqual([])
    expect(existsSync(join(app, 'node_modules/node-av'))).toBe(target === 'with-studio')
  })

  test('runs as an ordinary user, who can write to /data and /tmp alone', () => {
    const script = `
      const { writeFileSync } = require('node:fs')
      const codeOf = (path) => { try { writeFileSync(path, ''); return 'written' } catch ({ code }) { return code } }
      console.log(JSON.stringify([process.getuid(), ...['/app/x', '/etc/x', '/data/x', '/tmp/x'].map(codeOf)]))`
    expect(JSON.parse(container.run(['node', '--eval', script]))).toEqual([
      1000,
      'EROFS',
      'EROFS',
      'written',
      'written',
    ])
  })

  test('serves, is healthy, has the guides, and ends with 0 on SIGTERM', async () => {
    const [port, metricsPort] = [String(await findFreePort()), String(await findFreePort())]
    const url = `http://127.0.0.1:${port}`
    const settings = { PORT: port, METRICS_PORT: metricsPort, PUBLIC_URL: url }
    const service = container.start(settings)
    onTestFinished(() => void service.kill('SIGKILL'))
    await untilPrinted(service, /is serving on/)

    const [, ...check] = container.config.Healthcheck.Test
    expect(container.run(check, settings)).toBe('')
    expect((await fetch(`${url}/docs/`)).status).toBe(200)
    const created = container.run(
      ['mediagen-server', 'admin', 'create-account', '--balance', '1.00', '--json'],
      settings,
    )
    const client = new Mediagen({ baseUrl: url, apiKey: JSON.parse(created).apiKey })
    if (target === 'with-studio') {
      const generation = await client.images.generate({ prompt: 'a lighthouse in a storm' })
      const path = await (await generation.wait()).saveTo(join(folder, 'lighthouse.png'))
      expect(existsSync(path)).toBe(true)
    } else expect((await client.pricing()).products).toEqual([])

    const ended = once(service, 'exit')
    service.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(() => container.run(check, settings)).toThrow()
  }, 120_000)
})
