import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { contractFetch } from '../../openapi/checks/contract-fetch.ts'
import { publishedFolders } from '../../scripts/release/packages.mjs'
import { findFreePort } from '../support/free-port.ts'
import { npm, quietNpm } from '../support/install-locked.ts'
import { bytesBelow, filesBelow } from './support/installed-size.ts'
import { type Finished, type NodeName, type Outside, openOutside } from './support/outside.ts'
import { type Registry, startRegistry } from './support/registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const source = 'https://git.example/studio/mediagen'
const timeoutMs = 300_000
/** All that an installation of the SDK puts on the disk, with its dependencies and types. */
const sdkBytesMax = 1_200_000
/** All that an installation of the server without the studio puts on the disk. */
const serverBytesMax = 150_000_000

const folder = mkdtempSync(join(tmpdir(), 'mediagen-rehearsal-'))
const { version }: Manifest = JSON.parse(readFileSync(join(root, 'server', 'package.json'), 'utf8'))
const set = publishedFolders.filter((place) => !manifestOf(join(root, place)).private)
let registry: Registry

interface Manifest {
  name: string
  version: string
  private?: boolean
  bin?: Record<string, string>
  exports?: object
  repository?: { url: string; directory: string }
  homepage?: string
  bugs?: { url: string }
}

function manifestOf(place: string): Manifest {
  return JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
}

/** Where the packages of the set are laid out, as they are published. */
const laidOut = (place: string) => join(root, 'out', 'packages', place.replaceAll('/', '-'))

/** Runs a step of the release as a maintainer on CI would, with what is built already. */
async function release(words: string[], repository = 'studio/mediagen'): Promise<Finished> {
  const args = ['scripts/run.mjs', 'release', ...words, '--rehearsal']
  const env = {
    ...registry.env,
    GITHUB_SERVER_URL: 'https://git.example',
    GITHUB_REPOSITORY: repository,
  }
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 2 ** 26 })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout, complaint: stderr }),
    (error) => ({ code: error.code, output: error.stdout, complaint: error.stderr }),
  )
}

async function publishedVersions(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const place of set) {
    const { name } = manifestOf(join(root, place))
    const response = await fetch(`${registry.url}/${encodeURIComponent(name)}`)
    const { versions = {} }: { versions?: object } = await response.json()
    found[name] = Object.keys(versions)
  }
  return found
}

const outside = (name: string): Promise<Outside> => openOutside(folder, name, registry)

beforeAll(async () => {
  // Waits for a build of the site by another test, and has nothing to do after it.
  const docs = ['scripts/docs/main.ts', '--if-stale']
  await promisify(execFile)(process.execPath, docs, { cwd: root, maxBuffer: 2 ** 26 })
  registry = await startRegistry(folder)
  expect(await release(['publish'])).toMatchObject({ code: 0 })
}, 2 * timeoutMs)
afterAll(async () => {
  await registry?.close()
  rmSync(folder, { recursive: true })
})

describe('a release into a registry of its own', { timeout: timeoutMs }, () => {
  test('publishes every package of the set with one version, once, however often it is run', async () => {
    const expected = Object.fromEntries(set.map((place) => [manifestOf(join(root, place)).name, [version]]))
    expect(await publishedVersions()).toEqual(expected)
    expect(await release(['publish'])).toMatchObject({ code: 0 })
    expect(await publishedVersions()).toEqual(expected)
  })

  test('publishes nothing without provenance', async () => {
    const next = join(folder, 'without-provenance')
    cpSync(laidOut('sdk'), next, { recursive: true })
    writeFileSync(join(next, 'package.json'), JSON.stringify({ ...manifestOf(next), version: '99.0.0' }))
    // Outside a supported CI, as on a developer's machine.
    const { GITHUB_ACTIONS: _, GITLAB_CI: __, CI: ___, ...env } = registry.env
    await expect(npm(next, ['publish', ...quietNpm], env)).rejects.toThrow('provenance')
    expect((await publishedVersions())['@mediagen/sdk']).toEqual([version])
  })

  test('can be verified byte for byte by whoever packs it again', async () => {
    const { code, output } = await release(['verify', version])
    expect(output.match(/^same {4}\S+$/gm)).toHaveLength(set.length)
    expect(code).toBe(0)
  })

  test.each(set)('gives the package of %s its source, its licence and absolute links', async (place) => {
    const { repository, homepage, bugs } = manifestOf(laidOut(place))
    const { stdout } = await promisify(execFile)('git', ['rev-parse', 'HEAD'], { cwd: root })
    const commit = stdout.trim()
    expect({ repository, homepage, bugs }).toEqual({
      repository: { type: 'git', url: `git+${source}.git`, directory: place },
      homepage: `${source}/tree/${commit}/${place}#readme`,
      bugs: { url: `${source}/issues` },
    })
    expect(readFileSync(join(laidOut(place), 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(root, 'LICENSE'), 'utf8'),
    )
    const base = `${source}/blob/${commit}/`
    const links = linksOf(join(laidOut(place), 'README.md'))
    const files = links.filter((link) => link.startsWith(base)).map((link) => link.slice(base.length))
    const local = linksOf(join(root, place, 'README.md')).filter((link) => !isAnywhere.test(link))
    expect(links.filter((link) => !isAnywhere.test(link))).toEqual([])
    expect(files.map((path) => join(root, path))).toEqual(local.map((link) => join(root, place, link)))
    for (const path of files) expect(existsSync(join(root, path.replace(/#.*/, ''))), path).toBe(true)
  })
})

test.each(set)('the published files of %s are all that it refers to, and no test', (place) => {
  const files = [...filesBelow(laidOut(place)).keys()].map((path) => relative(laidOut(place), path))
  const { bin = {}, exports = {} } = manifestOf(laidOut(place))
  for (const target of [bin, exports].flatMap(targetsOf)) expect(files).toContain(normalize(target))
  expect(files).toEqual(expect.arrayContaining(['package.json', 'README.md', 'LICENSE']))
  expect(
    files.filter((path) =>
      /\.test\.|^(?!docs\/).*(test|support|node_modules)\/|^(?!starter\/).*tsconfig|\.env$/.test(path),
    ),
  ).toEqual([])
})

function targetsOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry]
  return typeof entry === 'object' && entry !== null ? Object.values(entry).flatMap(targetsOf) : []
}

/** A link that means the same wherever the page is. */
const isAnywhere = /^(https?:|#)/

function linksOf(readme: string): string[] {
  return [...readFileSync(readme, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}

describe('in an empty folder outside the project', { timeout: timeoutMs }, () => {
  test('one line serves the server, less than 150 MB, which says one version everywhere', async ({
    annotate,
  }) => {
    const { folder: empty, run, serve } = await outside('operator')
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const settings = { PORT: String(port), METRICS_PORT: String(metricsPort) }
    const startedAt = performance.now()
    const { found, printed, stop } = await serve(24, ['npx', '--yes', '@mediagen/server'], demoKey, settings)
    onTestFinished(stop)
    await annotate(`${((performance.now() - startedAt) / 1000).toFixed(1)} s until it serves`)
    expect(found[1]).toMatch(/^mgk_/)
    expect(printed()).toContain('@mediagen/studio')

    const bytes = bytesBelow(join(folder, 'cache', '_npx'))
    await annotate(`${bytes} bytes`)
    expect(bytes).toBeLessThan(serverBytesMax)

    expect(printed()).toContain(`"version":"${version}","role":"serve"`)
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    expect(metrics).toContain(`mediagen_build_info{version="${version}",role="api"} 1`)
    expect((await fetch(`http://127.0.0.1:${port}/docs/errors/INTERNAL`)).status).toBe(200)
    const line = await run(24, ['npx', '--yes', '@mediagen/server', '--version'])
    expect(line).toMatchObject({ code: 0, output: `${version}\n` })
    expect(existsSync(join(empty, '.data'))).toBe(true)
  })

  test('the SDK takes at most 1.2 MB with its dependencies', async ({ annotate }) => {
    const { folder: empty, install } = await outside('sdk')
    await install('@mediagen/sdk')
    const files = filesBelow(join(empty, 'node_modules'))
    expect([...files.keys()].some((path) => path.includes('/openapi-fetch/'))).toBe(true)
    const bytes = bytesBelow(join(empty, 'node_modules'))
    await annotate(`${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(sdkBytesMax)
  })

  describe('with server, studio, SDK and command line', () => {
    let all: Outside
    beforeAll(async () => {
      all = await outside('all')
      // Its name has no scope that could lead to this registry.
      const commandLine = `${registry.url}/mediagen/-/mediagen-${version}.tgz`
      await all.install('@mediagen/server', '@mediagen/studio', '@mediagen/sdk', commandLine)
      cpSync(new URL('support/sdk-program.mjs', import.meta.url), join(all.folder, 'sdk-program.mjs'))
    }, timeoutMs)

    test.each([
      [24, 22],
      ['own', 'own'],
    ] as const)('the service on Node %s makes a picture for clients on Node %s', async (server, client) => {
      const port = await findFreePort()
      const data = `data-${server}`
      const settings = { PORT: String(port), DATA_DIR: data }
      const { found, stop } = await all.serve(server, ['npx', 'mediagen-server'], demoKey, settings)
      onTestFinished(stop)
      const account = { MEDIAGEN_BASE_URL: `http://127.0.0.1:${port}`, MEDIAGEN_API_KEY: found[1] ?? '' }
      const file = `by-command-line-${server}.png`
      const words = ['npx', 'mediagen', 'image', 'a lighthouse', '-o', file]
      expect(await all.run(client, words, account)).toMatchObject({ code: 0, output: `${file}\n` })
      expect(await all.run(client, ['node', 'sdk-program.mjs'], account)).toMatchObject({ code: 0 })
      for (const picture of [file, 'by-sdk.png'])
        expect(readFileSync(join(all.folder, picture)).subarray(1, 4).toString('latin1')).toBe('PNG')
    })

    test('the server refuses Node 22, with the line that helps', async () => {
      const { code, complaint } = await all.run(22, ['node_modules/.bin/mediagen-server'])
      expect(code).toBe(1)
      expect(complaint).toContain('mediagen needs Node 24 or newer')
      expect(complaint).toContain('npx -p node@24 -p @mediagen/server -p @mediagen/studio mediagen-server')
    })
  })

  test('a backend implements one operation of the contract with nothing but Express', async () => {
    const backend = await outside('backend')
    await backend.install('@mediagen/contract', 'express')
    const program = 'backend-program.mjs'
    cpSync(new URL(`support/${program}`, import.meta.url), join(backend.folder, program))
    for (const node of [22, 'own'] satisfies NodeName[]) {
      const { found, stop } = await backend.serve(node, ['node', program], /Listening on (\S+) /)
      const create = (contentType: string) =>
        contractFetch(found[1] ?? '')('/api/v1/uploads', {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: 'Bearer any' },
          body: JSON.stringify({ contentType }),
        })
      // contractFetch rejects whatever the contract does not describe.
      expect([node, (await create('image/png')).status]).toEqual([node, 200])
      expect([node, (await create('text/plain')).status]).toEqual([node, 400])
      await stop()
    }
  })
})

// Last, because it lays the packages out anew.
test('a published package is told from what another repository builds, by the files that differ', {
  timeout: timeoutMs,
}, async () => {
  const { code, output } = await release(['verify', version], 'studio/fork')
  expect(output.match(/^DIFFER {2}\S+$/gm)).toHaveLength(set.length)
  expect(output).toContain('Files built/package/package.json and registry/package/package.json differ')
  expect(code).toBe(1)
})

/** The last line of the embedded service's welcome that programs need. */
const demoKey = /Demo API key\s+(\S+)\n/
