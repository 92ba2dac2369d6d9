import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startMockServer } from '@mediagen/sdk/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { describePackages, publishedFolders } from '../../scripts/release/describe-packages.mjs'
import { npm, quietNpm } from '../support/install-locked.ts'
import { type Registry, startRegistry } from './support/registry.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const changesets = join(root, 'node_modules/@changesets/cli/bin.js')
const source = { url: 'https://git.example/studio/mediagen', commit: 'c0ffee' }
const timeoutMs = 120_000
/** All that an installation of the SDK puts on the disk, with its dependencies, source maps and types. */
const installedBytesMax = 1_200_000

const folder = mkdtempSync(join(tmpdir(), 'mediagen-rehearsal-'))
const project = join(folder, 'project')
const consumer = join(folder, 'consumer')
let registry: Registry

interface Manifest {
  name: string
  version: string
  repository?: { url: string; directory: string }
  homepage?: string
  bugs?: { url: string }
  publishConfig: { provenance?: boolean }
}

beforeAll(async () => {
  registry = await startRegistry(folder)
  await copyPackages()
  describePackages(project, source)
}, timeoutMs)

afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true })
})

/** The files of the packages as npm packs them, in a project of their own. */
async function copyPackages(): Promise<void> {
  for (const place of publishedFolders) {
    const target = join(project, place)
    mkdirSync(target, { recursive: true })
    const output = await npm(join(root, place), ['pack', '--json', '--pack-destination', folder, ...quietNpm])
    const [{ filename }]: [{ filename: string }] = JSON.parse(output)
    execFileSync('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', target])
  }
  cpSync(join(root, '.changeset/config.json'), join(project, '.changeset/config.json'))
  writeFileSync(
    join(project, 'package.json'),
    JSON.stringify({ name: 'rehearsal', private: true, workspaces: publishedFolders }),
  )
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: {} }))
}

/** A link that means the same wherever the page is. */
const isAnywhere = /^(https:|#)/

function linksOf(readme: string): string[] {
  return [...readFileSync(readme, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
}

function manifestOf(place: string): Manifest {
  return JSON.parse(readFileSync(join(project, place, 'package.json'), 'utf8'))
}

/** Publishes as the workflow does; resolves to all that was printed and the exit code. */
async function publish(): Promise<{ code: number; output: string }> {
  const args = [changesets, 'publish', '--no-git-tag']
  // Outside a supported CI, as on a developer's machine.
  const { GITHUB_ACTIONS: _, GITLAB_CI: __, CI: ___, ...env } = registry.env
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: project, env })
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    if (!(error instanceof Error && 'stdout' in error && 'stderr' in error)) throw error
    return { code: 1, output: `${error.stdout}${error.stderr}` }
  }
}

async function publishedVersions(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const place of publishedFolders) {
    const { name } = manifestOf(place)
    const response = await fetch(`${registry.url}/${encodeURIComponent(name)}`)
    const { versions = {} }: { versions?: object } = await response.json()
    found[name] = Object.keys(versions)
  }
  return found
}

describe('a release against a registry of its own', { timeout: timeoutMs }, () => {
  test('publishes nothing without provenance', async () => {
    const { code, output } = await publish()
    expect(code).toBe(1)
    expect(output).toContain('provenance')
    expect(await publishedVersions()).toEqual({ '@mediagen/sdk': [], mediagen: [] })
  })

  test('publishes each package once, however often it is run', async () => {
    // A statement of provenance needs the identity of a CI service; everything else is as it is there.
    for (const place of publishedFolders) {
      const manifest = manifestOf(place)
      delete manifest.publishConfig.provenance
      writeFileSync(join(project, place, 'package.json'), JSON.stringify(manifest))
    }
    const [sdk, cli] = publishedFolders.map(manifestOf)
    const expected = { '@mediagen/sdk': [sdk?.version], mediagen: [cli?.version] }
    expect(await publish()).toMatchObject({ code: 0 })
    expect(await publishedVersions()).toEqual(expected)
    expect(await publish()).toMatchObject({ code: 0 })
    expect(await publishedVersions()).toEqual(expected)
  })

  test('installs as a new user would, and generates an image', async () => {
    mkdirSync(consumer)
    writeFileSync(join(consumer, 'package.json'), '{ "private": true, "type": "module" }')
    await npm(consumer, ['install', ...quietNpm, 'mediagen', '@mediagen/sdk'], registry.env)
    const service = await startMockServer({ port: 0 })
    onTestFinished(() => service.close())
    const env = { ...process.env, MEDIAGEN_BASE_URL: service.url, MEDIAGEN_API_KEY: 'any' }
    const mediagen = join(consumer, 'node_modules/.bin/mediagen')
    await promisify(execFile)(mediagen, ['image', 'a lighthouse', '-o', 'lighthouse.png'], {
      cwd: consumer,
      env,
    })
    const head = readFileSync(join(consumer, 'lighthouse.png')).subarray(1, 4).toString('latin1')
    expect(head).toBe('PNG')
  })

  test('installs the SDK with its dependencies in at most 1.2 MB', async ({ annotate }) => {
    const empty = join(folder, 'sdk-only')
    mkdirSync(empty)
    writeFileSync(join(empty, 'package.json'), '{ "private": true }')
    await npm(empty, ['install', ...quietNpm, '@mediagen/sdk'], registry.env)
    const entries = readdirSync(join(empty, 'node_modules'), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    expect(files.some((path) => path.includes('/openapi-fetch/'))).toBe(true)
    const bytes = files.reduce((total, path) => total + statSync(path).size, 0)
    await annotate(`${bytes} bytes`)
    expect(bytes).toBeLessThanOrEqual(installedBytesMax)
  })

  test.each(publishedFolders)(
    'gives the package of %s its source, its licence and absolute links',
    (place) => {
      const { name } = manifestOf(place)
      const installed = join(consumer, 'node_modules', name)
      const { repository, homepage, bugs }: Manifest = JSON.parse(
        readFileSync(join(installed, 'package.json'), 'utf8'),
      )
      expect({ repository, homepage, bugs }).toEqual({
        repository: { type: 'git', url: `git+${source.url}.git`, directory: place },
        homepage: `${source.url}/tree/c0ffee/${place}#readme`,
        bugs: { url: `${source.url}/issues` },
      })
      expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe(
        readFileSync(join(root, 'LICENSE'), 'utf8'),
      )
      const base = `${source.url}/blob/c0ffee/`
      const links = linksOf(join(installed, 'README.md'))
      const files = links.filter((link) => link.startsWith(base)).map((link) => link.slice(base.length))
      const relative = linksOf(join(root, place, 'README.md')).filter((link) => !isAnywhere.test(link))
      expect(links.filter((link) => !isAnywhere.test(link))).toEqual([])
      expect(files.map((path) => join(root, path))).toEqual(relative.map((link) => join(root, place, link)))
      for (const path of files) expect(existsSync(join(root, path.replace(/#.*/, ''))), path).toBe(true)
    },
  )
})
