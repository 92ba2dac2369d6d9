import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LockEntry, nameOf } from '../check/lock-problems.mjs'
import { npmProgram } from '../set-up/dependencies.mjs'
import { projectRoot } from '../set-up/project.mjs'

type Packages = Record<string, LockEntry>

/** What is shipped: the folder of its package, and the name of its bill. */
export const products = [
  { folder: 'server', name: 'mediagen-server', type: 'application' },
  { folder: 'server/studio', name: 'mediagen-studio', type: 'application' },
  { folder: 'server/contract', name: 'mediagen-contract', type: 'library' },
  { folder: 'sdk', name: 'mediagen-sdk', type: 'library' },
  { folder: 'sdk/ai-sdk', name: 'mediagen-ai-sdk', type: 'library' },
  { folder: 'sdk/cli', name: 'mediagen-cli', type: 'application' },
] as const

/** What is read of a bill of materials in CycloneDX. */
export interface BillOfMaterials {
  readonly components: readonly Component[]
}
export interface Component {
  /** NAME@VERSION. */
  readonly 'bom-ref': string
  readonly name: string
  readonly purl: string
  readonly hashes?: readonly { readonly content: string }[]
  readonly licenses?: readonly {
    readonly expression?: string
    readonly license?: { readonly id?: string; readonly name?: string }
  }[]
}

/**
 * The bill of materials of a product, which `npm sbom` writes from the lock file alone: it needs no network
 * and no installed package, and the same lock file makes the same bill.
 *
 * `npm sbom --workspace` recurses without end where a workspace depends on the one whose folder it is in, as
 * the command line does on the SDK, so the product is first made the root of a project of its own.
 */
export function billOfMaterials({ folder, name, type }: (typeof products)[number]): BillOfMaterials {
  const scratch = mkdtempSync(join(tmpdir(), 'mediagen-sbom-'))
  // npm names the product after its folder.
  const project = join(scratch, name)
  try {
    writeProject(project, productAlone(folder))
    npm(project, [
      'install',
      '--package-lock-only',
      '--offline',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
    ])
    const options = ['--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', `--sbom-type=${type}`]
    const { serialNumber: _, ...bill } = JSON.parse(npm(project, ['sbom', ...options]))
    delete bill.metadata.timestamp
    return bill
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/** The packages of a lock file whose root is the product, with its other packages of ours as workspaces. */
function productAlone(folder: string): Packages {
  const { packages }: { packages: Packages } = readJson('package-lock.json')
  const folders = ownFolders(packages, folder)
  const bundled = [...folders].flatMap(bundledIn)
  const workspaces = [...folders].filter((own) => own !== folder)
  const installed = Object.entries(packages).filter(([path, { link, resolved }]) =>
    link === true ? workspaces.includes(resolved ?? '') : path.startsWith('node_modules/'),
  )
  return {
    ...Object.fromEntries(installed),
    ...nearest(packages, folder),
    // A bundle contains the code that it needs, and not the dependencies of its packages.
    ...Object.fromEntries(
      bundled.map((path) => [`node_modules/${nameOf(path)}`, { ...packages[path], dependencies: {} }]),
    ),
    ...Object.fromEntries(workspaces.map((own) => [own, manifestOf(packages, own)])),
    '': { ...manifestOf(packages, folder), workspaces },
  }
}

/** The folder and those of the packages of ours that it depends on. */
function ownFolders(packages: Packages, folder: string): Set<string> {
  const found = new Set([folder])
  // The set grows during the walk.
  for (const own of found)
    for (const name of Object.keys(packages[own]?.dependencies ?? {})) {
      const { link, resolved } = packages[`node_modules/${name}`] ?? {}
      if (link === true && resolved !== undefined) found.add(resolved)
    }
  return found
}

/** What a package of ours ships: its run-time dependencies, and the packages that its build bundles. */
function manifestOf(packages: Packages, folder: string): LockEntry {
  const { devDependencies: _, ...manifest } = packages[folder] ?? {}
  const bundled = bundledIn(folder).map((path) => [nameOf(path), packages[path]?.version ?? '*'])
  return { ...manifest, dependencies: { ...manifest.dependencies, ...Object.fromEntries(bundled) } }
}

/** The paths in the lock of what the build of a package bundles. */
function bundledIn(folder: string): string[] {
  const file = join(folder, 'bundled-packages.json')
  const listed: string[] = existsSync(join(projectRoot, file)) ? readJson(file) : []
  return listed.map((path) => `node_modules/${path}`)
}

/** The packages in folders between the root and the product, which Node finds before those of the root. */
function nearest(packages: Packages, folder: string): Packages {
  const above = folder.split('/').map((_, index, parts) => `${parts.slice(0, index + 1).join('/')}/`)
  return Object.fromEntries(
    above.flatMap((prefix) =>
      Object.entries(packages)
        .filter(([path]) => path.startsWith(`${prefix}node_modules/`))
        .map(([path, entry]) => [path.slice(prefix.length), entry]),
    ),
  )
}

function writeProject(project: string, packages: Packages): void {
  for (const [path, manifest] of Object.entries(packages)) {
    if (nameOf(path) !== undefined) continue
    mkdirSync(join(project, path), { recursive: true })
    writeFileSync(join(project, path, 'package.json'), JSON.stringify(manifest))
  }
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }))
}

function npm(folder: string, args: readonly string[]): string {
  const { program, first } = npmProgram()
  return execFileSync(program, [...first, ...args, '--loglevel=error'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function readJson(path: string) {
  return JSON.parse(readFileSync(join(projectRoot, path), 'utf8'))
}
