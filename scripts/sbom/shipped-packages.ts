import { type LockEntry, nameOf, placeOf } from '../check/lock-problems.mjs'

/** A package that a product includes, as pinned by the lock file. */
export interface ShippedPackage {
  /** Its path in the lock file. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly license: string | undefined
  /** Undefined for packages of this repository. */
  readonly integrity: string | undefined
  /** Whether every installation has it; the others are for some platforms only. */
  readonly isRequired: boolean
  /** The paths of the packages it depends on. */
  readonly dependsOn: readonly string[]
}

export interface Lock {
  readonly packages: Readonly<Record<string, LockEntry>>
  /** By folder: the packages that the build bundles, which are not dependencies of its manifest. */
  readonly bundled: Readonly<Record<string, readonly string[]>>
}

/**
 * The product in a folder of the project, followed by every package that it ships: its run-time dependencies
 * on any platform, and theirs, without development dependencies and optional peers.
 */
export function shippedPackages(lock: Lock, folder: string): ShippedPackage[] {
  const all = reach(lock, folder, (edges) => [...edges.required, ...edges.optional])
  const required = reach(lock, folder, (edges) => edges.required)
  return [...all].map((path) => describe(lock, path, { all, isRequired: required.has(path) }))
}

function describe(
  lock: Lock,
  path: string,
  { all, isRequired }: { all: ReadonlySet<string>; isRequired: boolean },
): ShippedPackage {
  const entry = lock.packages[path] ?? {}
  const { required, optional } = edgesOf(lock, path)
  const { version, license, integrity } = entry
  // A bundled package may name others that are not in the bundle.
  const dependsOn = [...required, ...optional].filter((one) => all.has(one))
  // An alias is listed under another name than its own.
  const name = entry.name ?? nameOf(path)
  if (name === undefined || version === undefined)
    throw new Error(`${path} has no name or version in the lock file.`)
  return { path, name, version, license, integrity, isRequired, dependsOn }
}

interface Edges {
  readonly required: string[]
  readonly optional: string[]
}

/** The paths reached from one, itself included, in the order of the search. */
function reach(lock: Lock, from: string, choose: (edges: Edges) => readonly string[]): Set<string> {
  const found = new Set([from])
  // The set grows during the walk, so that each path is visited once.
  for (const path of found) {
    // A bundle contains the code that it needs, not the dependencies of the bundled packages.
    if (isBundled(lock, path, found)) continue
    for (const next of choose(edgesOf(lock, path))) found.add(next)
  }
  return found
}

/** Whether a package is installed only as part of the bundle of one of these products. */
function isBundled(lock: Lock, path: string, products: ReadonlySet<string>): boolean {
  return Object.entries(lock.bundled)
    .filter(([product]) => products.has(product))
    .some(([product, names]) => names.some((name) => targetOf(lock, product, name) === path))
}

function edgesOf(lock: Lock, path: string): Edges {
  const { dependencies = {}, optionalDependencies = {}, ...entry } = lock.packages[path] ?? {}
  const { peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  const names = new Set([...Object.keys(dependencies), ...peers, ...(lock.bundled[path] ?? [])])
  const optional = Object.keys(optionalDependencies).filter((name) => !names.has(name))
  return {
    required: [...names].map((name) => targetOf(lock, path, name)),
    optional: optional.map((name) => targetOf(lock, path, name)),
  }
}

/** Throws if the lock lacks it, so that no package is omitted silently. */
function targetOf(lock: Lock, path: string, name: string): string {
  const place = placeOf(lock.packages, path, name)
  if (place === undefined) throw new Error(`${path} depends on ${name}, which is missing in the lock file.`)
  const entry = lock.packages[place]
  return entry?.link === true && entry.resolved !== undefined ? entry.resolved : place
}
