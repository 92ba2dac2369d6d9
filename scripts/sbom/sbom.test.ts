import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import type { LockEntry } from '../check/lock-problems.mjs'
import { type BillOfMaterials, billOfMaterials, type Component } from './cyclonedx.ts'
import { shippedPackages } from './shipped-packages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'mediagen-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))

execFileSync(process.execPath, ['scripts/release.mjs', 'sbom', folder], { cwd: root })
const read = (product: string): BillOfMaterials =>
  JSON.parse(readFileSync(join(folder, `mediagen-${product}.cdx.json`), 'utf8'))
const nameOf = ({ group, name, version }: Component): string =>
  `${group === undefined ? '' : `${group}/`}${name}@${version}`
const namesOf = ({ components }: BillOfMaterials): string[] => components.map(nameOf)

/** The packages in the notices that a build writes. */
function noticed(workspace: string): string[] {
  const notices = readFileSync(join(root, workspace, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8')
  return [...notices.matchAll(/^(@?[a-z-/]+) (\d+\.\d+\.\d+)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  )
}

/** Installed here, and a separate product. */
const optionalPeer = '@mediagen/studio'
/** The package from which the server's build copies a file. */
const { version: scalarVersion } = JSON.parse(
  readFileSync(join(root, 'node_modules/@scalar/api-reference/package.json'), 'utf8'),
)

interface Listed {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Record<string, Listed>
}

/** The run-time dependencies of a workspace that npm itself has installed on this machine. */
function installed(workspace: string): string[] {
  const args = ['ls', '--all', '--json', '--omit=dev', '--workspace', workspace]
  // Its exit code is 1, because it reports the packages that the project excludes as missing.
  const listed: Listed = JSON.parse(spawnSync('npm', args, { cwd: root, encoding: 'utf8' }).stdout)
  const own = listed.dependencies ?? {}
  const packagesOf = ({ dependencies = {} }: Listed): string[] =>
    Object.entries(dependencies)
      .filter(([key]) => key !== optionalPeer)
      .flatMap(([key, one]) => [
        ...(one.version === undefined ? [] : [`${one.name ?? key}@${one.version}`]),
        ...packagesOf(one),
      ])
  const products = Object.entries(own).filter(
    ([key]) => (key === optionalPeer) === (workspace === 'server/studio'),
  )
  return [...new Set(products.flatMap(([, product]) => packagesOf(product)))].sort()
}

describe('the bills of materials', () => {
  test.each([
    ['server', 'server'],
    ['studio', 'server/studio'],
    ['cli', 'sdk/cli'],
  ])('of the %s names every package that npm installs for it', (product, workspace) => {
    const packages = installed(workspace)
    expect(packages.length).toBeGreaterThan(1)
    expect(namesOf(read(product))).toEqual(expect.arrayContaining(packages))
    // And everything that it marks as required is installed, on this machine as on any.
    const required = read(product).components.filter(({ scope }) => scope === 'required')
    const ofNpm = required.filter(({ type }) => type !== 'container').map(nameOf)
    const bundled = [...noticed('sdk/cli'), `@scalar/api-reference@${scalarVersion}`]
    expect(ofNpm.filter((name) => !packages.includes(name) && !bundled.includes(name))).toEqual([])
  })

  test('of the CLI names the bundled packages, and so do the notices that it ships', () => {
    expect(noticed('sdk/cli').length).toBeGreaterThan(5)
    expect(namesOf(read('cli'))).toEqual(expect.arrayContaining(noticed('sdk/cli')))
    // The web frameworks of the protocol's SDK are not in the bundle.
    expect(namesOf(read('cli')).filter((name) => name.startsWith('express'))).toEqual([])
  })

  test('of the server names the image that it is built on, by the digest of the Dockerfile', () => {
    const [container] = read('server').components.filter(({ type }) => type === 'container')
    const image = `${container?.name}:${container?.version}@sha256:${container?.hashes?.[0]?.content}`
    expect(readFileSync(join(root, 'server/Dockerfile'), 'utf8')).toContain(`ARG NODE_IMAGE=${image}\n`)
  })

  test.each(['server', 'sdk', 'cli'])(
    'of the %s have a hash of each package, and edges to existing packages',
    (name) => {
      const { metadata, components, dependencies } = read(name)
      for (const { purl, hashes } of components.filter(({ group }) => group !== '@mediagen'))
        expect([purl, hashes?.[0]?.content]).toEqual([purl, expect.stringMatching(/^([0-9a-f]{64}){1,2}$/)])
      const refs = [metadata.component, ...components].map((component) => component['bom-ref'])
      expect(new Set(refs).size).toBe(refs.length)
      expect(dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !refs.includes(ref))).toEqual(
        [],
      )
    },
  )

  test('are the same for the same lock file', () => {
    const before = readFileSync(join(folder, 'mediagen-server.cdx.json'), 'utf8')
    execFileSync(process.execPath, ['scripts/release.mjs', 'sbom', folder], { cwd: root })
    expect(readFileSync(join(folder, 'mediagen-server.cdx.json'), 'utf8')).toBe(before)
  })
})

test('development tools are not shipped', () => {
  const names = namesOf(read('server'))
  for (const name of ['vitest', 'typescript', 'knip'])
    expect([name, names.some((one) => one.startsWith(`${name}@`))]).toEqual([name, false])
})

test('two versions of one package are both named, and a package for some platforms is optional', () => {
  const integrity = `sha512-${'A'.repeat(86)}==`
  const one = (version: string, more: LockEntry = {}) => ({ version, integrity, ...more })
  const packages = {
    app: { name: '@me/app', version: '1.0.0', dependencies: { a: '1.0.0', b: '2.0.0' } },
    'node_modules/a': one('1.0.0', { dependencies: { b: '^1.0.0' } }),
    'node_modules/a/node_modules/b': one('1.0.0'),
    'node_modules/b': one('2.0.0', { optionalDependencies: { 'b-linux': '2.0.0' } }),
    'node_modules/b-linux': one('2.0.0', { optional: true }),
  }
  const bill = billOfMaterials(shippedPackages({ packages, bundled: {} }, 'app'), { type: 'application' })
  expect(bill.metadata.component).toMatchObject({
    group: '@me',
    name: 'app',
    purl: 'pkg:npm/%40me/app@1.0.0',
  })
  expect(bill.components.map((component) => [nameOf(component), component.scope])).toEqual([
    ['a@1.0.0', 'required'],
    ['b-linux@2.0.0', 'optional'],
    ['b@1.0.0', 'required'],
    ['b@2.0.0', 'required'],
  ])
  expect(bill.dependencies).toContainEqual({ ref: 'pkg:npm/a@1.0.0', dependsOn: ['pkg:npm/b@1.0.0'] })
})

test('a package that the lock file lacks stops the bill', () => {
  const packages = { app: { name: 'app', version: '1.0.0', dependencies: { a: '1.0.0' } } }
  expect(() => shippedPackages({ packages, bundled: {} }, 'app')).toThrow(
    'app depends on a, which is missing',
  )
})
