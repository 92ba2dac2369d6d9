import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../set-up/project.mjs'
import { type BillOfMaterials, type Component, products } from './bill-of-materials.ts'

type Product = (typeof products)[number]

/** For two starts of npm per product, on a machine that is busy with other tests. */
const billsTimeoutMs = 180_000

const bills = new Map<string, BillOfMaterials>()
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-bills-'))
  try {
    const command = ['scripts/run.mjs', 'release', 'sbom', folder]
    await promisify(execFile)(process.execPath, command, { cwd: projectRoot })
    for (const { folder: of, name } of products)
      bills.set(of, JSON.parse(await readFile(join(folder, `${name}.cdx.json`), 'utf8')))
    expect(await readdir(folder)).toHaveLength(products.length)
  } finally {
    await rm(folder, { recursive: true })
  }
}, billsTimeoutMs)

function componentsOf(folder: string): readonly Component[] {
  return bills.get(folder)?.components ?? []
}

/** The packages of others that a bill names, as NAME@VERSION. */
function namesIn(folder: string): string[] {
  return othersIn(folder).map(({ 'bom-ref': reference }) => reference)
}

/** Without the packages of this repository, which have no hash. */
function othersIn(folder: string): readonly Component[] {
  return componentsOf(folder).filter(({ purl }) => !/^pkg:npm\/(%40mediagen\/|mediagen@)/.test(purl))
}

const readText = (path: string): string => readFileSync(join(projectRoot, path), 'utf8')

/** The packages in the notices that a build writes, if it bundles any, as NAME@VERSION. */
function noticed(folder: string): string[] {
  const file = `${folder}/dist/THIRD-PARTY-NOTICES.txt`
  if (!existsSync(join(projectRoot, file))) return []
  return [...readText(file).matchAll(/^(@?[a-z-/]+) (\d+\.\d+\.\d+)$/gm)].map(
    ([, name, version]) => `${name}@${version}`,
  )
}

interface Listed {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Record<string, Listed>
}

/** The run-time dependencies of a product that npm has installed on this machine. */
function installed(folder: string): string[] {
  const args = ['ls', '--all', '--json', '--omit=dev', '--workspace', folder]
  // Its exit code is 1, because it reports the packages that the project excludes as missing.
  const root: Listed = JSON.parse(spawnSync('npm', args, { cwd: projectRoot, encoding: 'utf8' }).stdout)
  const { name } = JSON.parse(readText(`${folder}/package.json`))
  const packagesOf = ({ dependencies = {} }: Listed): string[] =>
    Object.entries(dependencies)
      // An optional peer of the server, and a product of its own.
      .filter(([key]) => key !== '@mediagen/studio')
      .flatMap(([key, one]) => [
        ...(one.version === undefined || key.startsWith('@mediagen/')
          ? []
          : [`${one.name ?? key}@${one.version}`]),
        ...packagesOf(one),
      ])
  return [...new Set(packagesOf(root.dependencies?.[name] ?? {}))].sort()
}

describe('the bill of materials', () => {
  test.each(['server', 'server/studio', 'sdk/cli', 'sdk/ai-sdk'])(
    'of %s names every package that npm installs for it',
    (folder) => {
      const packages = installed(folder)
      expect(packages.length).toBeGreaterThan(1)
      expect(namesIn(folder)).toEqual(expect.arrayContaining(packages))
    },
  )

  test.each(['sdk', 'sdk/cli'])(
    'of %s names the packages inside it, as the notices that it ships',
    (folder) => {
      expect(namesIn(folder)).toEqual(expect.arrayContaining(noticed(folder)))
    },
  )

  test('of the command line names what is in its bundle, and not the web frameworks that are left out', () => {
    expect(noticed('sdk/cli').length).toBeGreaterThan(5)
    expect(namesIn('sdk/cli').filter((name) => name.startsWith('express'))).toEqual([])
  })

  test.each(products)(
    'of $folder pins each package by its hash, and names no development tool',
    ({ folder }) => {
      for (const { purl, hashes } of othersIn(folder))
        expect([purl, hashes?.[0]?.content]).toEqual([purl, expect.stringMatching(/^[0-9a-f]{128}$/)])
      expect(namesIn(folder).filter((name) => /^(vitest|typescript|knip)@/.test(name))).toEqual([])
    },
  )
})

/** Packages whose manifest names no licence, with the one that their repository or readme has. */
const licencesElsewhere: Readonly<Record<string, string>> = {
  'combine-errors': 'MIT',
}

test.each(products)('docs/licences.md lists the licences of $folder, and no other', ({ folder }: Product) => {
  const row = readText('docs/licences.md').match(
    new RegExp(`^\\| [^|]+ \\| \`${folder}\` \\| ([^|]+) \\|$`, 'm'),
  )
  const listed = [...(row?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, licence]) => licence)
  const shipped = othersIn(folder).map(({ name, licenses = [] }) => {
    const [{ expression, license } = {}] = licenses
    return expression ?? license?.id ?? license?.name ?? licencesElsewhere[name] ?? `none, of ${name}`
  })
  expect([...new Set(shipped)].sort()).toEqual(listed.sort())
})
