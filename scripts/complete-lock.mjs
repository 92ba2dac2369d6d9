// @ts-check
// node scripts/complete-lock.mjs [FILE]: completes package-lock.json, or another lock file. Run it after each
// `npm install` that changes the lock. It removes excluded packages and the addresses that packages came
// from, and adds the optional packages of other platforms that npm left out. What only an excluded package needed goes
// with the next `npm install`.
//
// npm writes an optional package into the lock only if the configured registry has it. A mirror may lack
// those of other platforms, and `npm ci` then refuses the lock on every platform. An added entry has only
// version and platform, so this command exits with 1 and `npm run check` fails until its integrity is there.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { excludedPackages, lockProblems } from './check/lock-problems.mjs'
import { readArguments } from './set-up/arguments.mjs'
import { runCommand } from './set-up/prepare.mjs'
import { projectRoot } from './set-up/project.mjs'

/** @typedef {import('./check/lock-problems.mjs').LockEntry} LockEntry */

const systems = new Set(['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'])
const processors = new Set(['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'])

await runCommand(async () => {
  const { words } = readArguments({ usage: 'node scripts/complete-lock.mjs [FILE]', wordsMax: 1 })
  const path = words[0] ?? join(projectRoot, 'package-lock.json')
  const lock = JSON.parse(readFileSync(path, 'utf8'))
  /** @type {Record<string, LockEntry>} */
  const packages = lock.packages

  const removed = removeExcluded(packages)
  for (const entry of Object.values(packages)) if (isRegistryTarball(entry.resolved)) delete entry.resolved
  const added = addOtherPlatforms(packages)

  lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
  process.stdout.write(`${added} entries added, ${removed} removed\n`)

  const problems = lockProblems(packages)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  return problems.length === 0 ? 0 : 1
})

/**
 * npm reads the dependencies of a package only from the lock; what no entry names is not installed.
 * @param {Record<string, LockEntry>} packages
 */
function removeExcluded(packages) {
  // Those in the folder of an excluded one, too.
  const paths = Object.keys(packages).filter((path) =>
    [...excludedPackages.keys()].some((name) => `${path}/`.includes(`node_modules/${name}/`)),
  )
  for (const path of paths) delete packages[path]
  for (const entry of Object.values(packages)) {
    for (const name of excludedPackages.keys()) {
      delete entry.dependencies?.[name]
      delete entry.optionalDependencies?.[name]
    }
    if (Object.keys(entry.dependencies ?? {}).length === 0) delete entry.dependencies
    if (Object.keys(entry.optionalDependencies ?? {}).length === 0) delete entry.optionalDependencies
  }
  return paths.length
}

/** @param {string | undefined} resolved */
function isRegistryTarball(resolved) {
  return resolved !== undefined && /^https?:\/\/.+\/-\/[^/]+\.tgz$/.test(resolved)
}

/** @param {Record<string, LockEntry>} packages */
function addOtherPlatforms(packages) {
  const before = Object.keys(packages).length
  for (const [owner, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const nested = `${owner}/node_modules/${name}`
      const top = `node_modules/${name}`
      // A range, not a version, means an ordinary optional package, whose name implies no platform.
      if (packages[nested] || packages[top] || !/^\d/.test(version)) continue
      const platform = platformOf(name)
      if (platform) packages[top] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform }
    }
  }
  return Object.keys(packages).length - before
}

/**
 * The platform of a native package, by the words in its name.
 * @param {string} name
 */
function platformOf(name) {
  const words = name.slice(name.lastIndexOf('/') + 1).split(/[-.]/)
  const os = words.includes('windows') ? 'win32' : words.find((word) => systems.has(word))
  if (os === undefined) return undefined
  const cpu = words.includes('64') ? 'x64' : (words.find((word) => processors.has(word)) ?? 'x64')
  const libc = os === 'linux' ? libcOf(words) : undefined
  return { os: [os], cpu: [cpu], ...(libc && { libc: [libc] }) }
}

/** @param {string[]} words */
function libcOf(words) {
  if (words.some((word) => word.startsWith('musl'))) return 'musl'
  return words.some((word) => word.startsWith('gnu')) ? 'glibc' : undefined
}
