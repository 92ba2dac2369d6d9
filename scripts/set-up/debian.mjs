// @ts-check
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runQuietly } from './child-process.mjs'
import { SetUpError, say } from './project.mjs'
import { requiredBy } from './requirements.mjs'

/**
 * Something that a command uses from the operating system. `programs`: it is installed where one program of each
 * list is.
 * @typedef {object} SystemProgram
 * @property {string} name
 * @property {readonly string[]} debianPackages
 * @property {readonly (readonly string[])[]} programs
 * @property {readonly string[]} [insteadOf] settings that name another one
 */

/**
 * What some tests need and others do not.
 * @typedef {SystemProgram & { purpose: string, requirement: import('./requirements.mjs').Requirement }} TestProgram
 */

/**
 * @type {TestProgram}
 */
export const mariadb = {
  name: 'mariadb-server',
  debianPackages: ['mariadb-server'],
  purpose: 'the tests on MySQL',
  programs: [['mariadbd', 'mysqld']],
  insteadOf: ['MEDIAGEN_TEST_MYSQL_URL', 'MEDIAGEN_TEST_MYSQLD'],
  requirement: 'mysql',
}

/**
 * @type {TestProgram}
 */
export const chromium = {
  name: 'chromium',
  debianPackages: ['chromium'],
  purpose: 'the tests in a browser',
  programs: [['chromium']],
  insteadOf: ['CHROMIUM_PATH'],
  requirement: 'browser',
}

/**
 * OpenStack Swift: four servers and a cache, which together are a real S3 server.
 * @type {TestProgram}
 */
export const swift = {
  name: 'OpenStack Swift',
  debianPackages: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  purpose: 'the tests on S3',
  programs: [
    ['swift-proxy-server'],
    ['swift-account-server'],
    ['swift-container-server'],
    ['swift-object-server'],
    ['memcached'],
  ],
  insteadOf: ['MEDIAGEN_TEST_S3_URL'],
  requirement: 's3',
}

/**
 * Plays series to the rules of docs/alerts/.
 * @type {TestProgram}
 */
export const promtool = {
  name: 'promtool',
  debianPackages: ['prometheus'],
  purpose: 'the tests of the alerts',
  programs: [['promtool']],
  requirement: 'promtool',
}

/**
 * Runs the configurations of examples/self-host/ and examples/single-host/.
 * @type {TestProgram}
 */
export const nginx = {
  name: 'nginx',
  debianPackages: ['nginx'],
  purpose: 'the tests of its configuration',
  programs: [['nginx']],
  requirement: 'nginx',
}

/**
 * Reads the configuration of examples/single-host/.
 * @type {TestProgram}
 */
export const caddy = {
  name: 'caddy',
  debianPackages: ['caddy'],
  purpose: 'the tests of its configuration',
  programs: [['caddy']],
  requirement: 'caddy',
}

/**
 * Reads the unit of examples/single-host/.
 * @type {TestProgram}
 */
export const systemdAnalyze = {
  name: 'systemd-analyze',
  debianPackages: ['systemd'],
  purpose: 'the tests of the systemd unit',
  programs: [['systemd-analyze']],
  requirement: 'systemd',
}

/**
 * Builds the image. Only `npm test -- --project image` uses it.
 * @type {SystemProgram}
 */
export const buildah = {
  name: 'buildah',
  debianPackages: ['buildah'],
  programs: [['buildah']],
}

/**
 * Makes the base of the image where no container registry can be reached. Only `npm test -- --project image` uses
 * it.
 * @type {SystemProgram}
 */
export const debootstrap = {
  name: 'debootstrap',
  debianPackages: ['debootstrap'],
  programs: [['debootstrap']],
}

/**
 * The system programs that the tests use. MEDIAGEN_REQUIRE turns the absence of one from a message into a
 * failure, so that continuous integration cannot pass by skipping tests.
 * @type {readonly TestProgram[]}
 */
export const systemPrograms = [
  mariadb,
  swift,
  chromium,
  {
    name: 'ffmpeg',
    debianPackages: ['ffmpeg'],
    purpose: 'the tests of videos with its programs',
    programs: [['ffmpeg'], ['ffprobe']],
    requirement: 'ffmpeg',
  },
  {
    name: 'exiftool',
    debianPackages: ['libimage-exiftool-perl'],
    purpose: 'the tests of the marks in results',
    programs: [['exiftool']],
    requirement: 'exiftool',
  },
  {
    name: 'zsh or fish',
    debianPackages: ['zsh', 'fish'],
    purpose: 'the tests of their completions',
    programs: [['zsh'], ['fish']],
    requirement: 'shells',
  },
  promtool,
  nginx,
  caddy,
  systemdAnalyze,
]

/**
 * Takes `--no-system` out of the arguments of a command that runs tests: it leaves out the tests of system programs
 * that are missing, instead of installing these.
 * @param {readonly string[]} args
 * @returns {{ args: string[], mayInstall: boolean }}
 */
export function readNoSystem(args) {
  return { args: args.filter((word) => word !== '--no-system'), mayInstall: !args.includes('--no-system') }
}

/**
 * Installs the missing system programs of the tests, where that needs no question, and says so before. Prints which
 * tests are skipped without one, or throws a SetUpError if they are required.
 * @param {{ mayInstall?: boolean }} [options]
 */
export async function ensureSystemPrograms({ mayInstall = true } = {}) {
  // Before anything is installed, for the setting may name what nobody knows.
  const settings = new Map(systemPrograms.map((entry) => [entry, requiredBy(entry.requirement)]))
  const missing = mayInstall
    ? await installMissing(systemPrograms, '; with -- --no-system, their tests are skipped instead')
    : missingOf(systemPrograms)
  for (const entry of missing) {
    const sentence = `${entry.name} is not installed, so ${entry.purpose} cannot run`
    const setting = settings.get(entry)
    if (setting !== undefined)
      throw new SetUpError(`${sentence}, and ${setting} requires them. ${howToProvide(entry)}`)
    say(`${sentence} and are skipped`)
  }
  if (missing.length > 0) say(`on Debian, these are the packages ${debianPackagesOf(missing).join(' ')}`)
}

/**
 * Installs what a command cannot do without, where it may; throws a SetUpError where one is missing after all.
 * @param {readonly SystemProgram[]} programs
 * @param {{ mayInstall?: boolean }} [options]
 */
export async function requireSystemPrograms(programs, { mayInstall = true } = {}) {
  const [missing] = mayInstall ? await installMissing(programs) : missingOf(programs)
  if (missing !== undefined)
    throw new SetUpError(`${missing.name} is not installed. ${howToProvide(missing)}`)
}

/** @param {SystemProgram} entry */
function howToProvide({ insteadOf }) {
  return `Install it${insteadOf ? ` or set ${insteadOf.join(' or ')}` : ''}.`
}

/**
 * Installs without a question on Debian, as root, with apt; says before what, and how to refuse.
 * @template {SystemProgram} T
 * @param {readonly T[]} programs
 * @param {string} [howToRefuse]
 * @returns {Promise<T[]>} those that are missing after all
 */
async function installMissing(programs, howToRefuse = '') {
  const missing = missingOf(programs)
  if (missing.length === 0 || !canInstall()) return missing
  const packages = debianPackagesOf(missing)
  say(`installing with apt-get, as root: ${packages.join(' ')}${howToRefuse}`)
  const failure = await install(packages)
  if (failure !== undefined) say(`apt-get could not install them: ${failure}`)
  return missingOf(missing)
}

/**
 * Throws a SetUpError where a setting names a program that does not exist.
 * @template {SystemProgram} T
 * @param {readonly T[]} programs
 */
function missingOf(programs) {
  for (const entry of programs) checkNamed(entry)
  return programs.filter((entry) => !isPresent(entry))
}

/** @param {readonly SystemProgram[]} programs */
function debianPackagesOf(programs) {
  return programs.flatMap((entry) => entry.debianPackages)
}

/**
 * The path of a program, also in the folders of servers that are not in an ordinary user's PATH.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findProgram(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file))
}

/**
 * Whether all its programs are on this machine.
 * @param {Pick<SystemProgram, 'programs'>} entry
 */
export function isInstalled({ programs }) {
  return programs.every((names) => names.some((name) => findProgram(name) !== undefined))
}

/** @param {SystemProgram} entry */
function isPresent(entry) {
  return entry.insteadOf?.some((name) => process.env[name]) || isInstalled(entry)
}

/**
 * Throws a SetUpError where a setting names what does not exist: whatever starts it would not name the setting.
 * @param {SystemProgram} entry
 */
function checkNamed({ insteadOf = [] }) {
  for (const name of insteadOf) {
    const value = process.env[name]
    if (!value || name.endsWith('_URL') || existsSync(value) || findProgram(value) !== undefined) continue
    throw new SetUpError(`${name} is ${value}, which does not exist`)
  }
}

function canInstall() {
  return process.getuid?.() === 0 && findProgram('apt-get') !== undefined && existsSync('/etc/debian_version')
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string | undefined>} the reason of a failure
 */
async function install(packages) {
  const policy = forbidServiceStarts()
  const environment = { DEBIAN_FRONTEND: 'noninteractive' }
  try {
    const update = await runQuietly('apt-get', ['update', '-qq'], environment)
    const added = await runQuietly(
      'apt-get',
      ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...packages],
      environment,
    )
    if (added.code === 0) return undefined
    return `${update.code === 0 ? '' : update.output}${added.output}`.trim().split('\n').slice(-3).join(' ')
  } finally {
    policy.remove()
  }
}

/**
 * Keeps apt from starting the database it installs: the tests start their own, on their own port. Debian asks
 * the program policy-rc.d, whose exit code 101 means "forbidden".
 */
function forbidServiceStarts() {
  const file = '/usr/sbin/policy-rc.d'
  if (existsSync(file)) return { remove: () => {} }
  writeFileSync(file, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return { remove: () => rmSync(file, { force: true }) }
}
