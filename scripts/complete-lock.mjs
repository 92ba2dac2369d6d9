// @ts-check
// node scripts/complete-lock.mjs [FILE]: adds to package-lock.json, or to another lock, the optional packages of other
// platforms that npm left out.
//
// npm writes an optional package into the lock only if the registry at hand offers it; a mirror may lack those of other
// platforms, and `npm ci` then refuses the lock on every platform. Such entries state version and platform alone; npm
// fills in the rest where they are installed. Run it after `npm install` where you work with such a mirror.
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * @typedef {{ version: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   optionalDependencies?: Record<string, string> }} LockEntry
 */

const systems = new Set(['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32'])
const processors = new Set(['arm', 'arm64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'])

const path = process.argv[2] ?? new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
/** @type {Record<string, LockEntry>} */
const packages = lock.packages
const before = Object.keys(packages).length

for (const [owner, entry] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${owner}/node_modules/${name}`
    const top = `node_modules/${name}`
    // A range, not a version, belongs to an ordinary optional package, of which nothing can be told by its name.
    if (packages[nested] || packages[top] || !/^\d/.test(version)) continue
    const platform = platformOf(name)
    if (platform) packages[top] = { version, ...(entry.dev && { dev: true }), optional: true, ...platform }
  }
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${Object.keys(packages).length - before} entries added\n`)

/**
 * What a package is for, by the words that native packages carry in their names.
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
