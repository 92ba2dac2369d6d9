// @ts-check

/**
 * @typedef {{ version?: string, link?: boolean, dev?: boolean, optional?: boolean, resolved?: string, integrity?: string,
 *   os?: string[], cpu?: string[], libc?: string[], workspaces?: string[],
 *   dependencies?: Record<string, string>, devDependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string> }} LockEntry
 */

/**
 * Packages that no lock file of the project may hold although others depend on them, each with the reason.
 * @type {ReadonlyMap<string, string>}
 */
export const excludedPackages = new Map([
  ['@scarf/scarf', 'reports installations to its maker, and no code imports it'],
  ['werift', 'is a WebRTC stack of 20 MB that node-av needs for node-av/webrtc alone, which no code imports'],
])

/** Only SHA-512: npm installs whatever matches the strongest hash present. */
const sha512 = /^sha512-[A-Za-z0-9+/]{86}==$/

/**
 * The problems of a lock file, one sentence each. A valid one contains every dependency of its packages, and
 * pins the content of each by its hash, whichever registry delivers it.
 * @param {Record<string, LockEntry>} packages
 * @returns {string[]}
 */
export function lockProblems(packages) {
  const problems = []
  for (const [path, entry] of Object.entries(packages)) {
    const name = nameOf(path)
    const reason = name === undefined ? undefined : excludedPackages.get(name)
    if (reason !== undefined) problems.push(`${path} ${reason}`)
    if (name !== undefined && entry.link !== true) problems.push(...contentProblems(path, entry))
    for (const dependency of dependenciesOf(entry)) {
      const isExcluded = excludedPackages.has(dependency)
      if (isExcluded) problems.push(`${path || 'the project'} depends on ${dependency}, which is excluded`)
      else if (placeOf(packages, path, dependency) === undefined)
        problems.push(`${path || 'the project'} depends on ${dependency}, which is missing`)
    }
  }
  return problems
}

/**
 * The package at a path of the lock; undefined for a folder of the project.
 * @param {string} path
 */
export function nameOf(path) {
  return /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path)?.[1]
}

/**
 * @param {string} path
 * @param {LockEntry} entry
 */
function contentProblems(path, { version, integrity, resolved }) {
  const problems = []
  if (integrity === undefined) problems.push(`${path} ${version} has no integrity`)
  else if (!sha512.test(integrity)) problems.push(`${path} ${version} has an integrity other than SHA-512`)
  if (resolved !== undefined) problems.push(`${path} ${version} names where it comes from: ${resolved}`)
  return problems
}

/** @param {LockEntry} entry */
function dependenciesOf({ dependencies = {}, optionalDependencies = {} }) {
  return [...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)])]
}

/**
 * Where a dependency of the package at a path is found, as Node resolves it: in each folder from there up.
 * @param {Record<string, LockEntry>} packages
 * @param {string} path
 * @param {string} name
 * @returns {string | undefined}
 */
function placeOf(packages, path, name) {
  for (let folder = path; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (folder === '') return undefined
  }
}
