import { execFileSync } from 'node:child_process'
import { appendFileSync, copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { readText } from '../../operations/support/deployment.ts'
import type { ImageStore } from './image-store.ts'

const certificates = '/etc/ssl/certs/ca-certificates.crt'
const npmFolder = 'usr/local/lib/node_modules/npm'

/** Behind some firewalls a registry does not fail, but never responds. */
const pullMsMax = 180_000

/**
 * The base that the Dockerfile names; where its registry cannot be reached, the same system and version of Node
 * from the packages of Debian and npm.
 */
export function findBase(store: ImageStore, folder: string, pinned: string): string {
  const [, name, digest] = /^([^:]+):[^@]+@(.+)$/.exec(pinned) ?? []
  const image = `docker.io/library/${name}@${digest}`
  try {
    store.buildah(['pull', '--quiet', image], pullMsMax)
    return image
  } catch {
    return debianBase(store, folder)
  }
}

/**
 * A stand-in for the official image of Node, from the packages of Debian and npm, with this machine's settings of
 * npm. Returns the image's name.
 */
function debianBase(store: ImageStore, folder: string): string {
  const container = store.buildah(['from', 'scratch']).trim()
  const base = store.buildah(['mount', container]).trim()
  run('debootstrap', '--variant=minbase', '--include=ca-certificates,libstdc++6', 'bookworm', base)
  for (const left of ['var/cache/apt', 'var/lib/apt/lists'])
    rmSync(join(base, left), { recursive: true, force: true })
  run('chroot', base, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node')
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'))
  installNpm(base, folder)
  store.buildah(['umount', container])
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  store.buildah(['config', '--env', `PATH=${path}`, container])
  store.buildah(['commit', '--quiet', '--rm', container, 'mediagen-base'])
  return 'localhost/mediagen-base'
}

function installNpm(base: string, folder: string): void {
  const { packageManager } = JSON.parse(readText('package.json'))
  const archive = run('npm', 'pack', '--silent', '--pack-destination', folder, packageManager).trim()
  run('tar', 'xzf', join(folder, archive), '-C', folder)
  const target = join(base, npmFolder)
  mkdirSync(target, { recursive: true })
  cpSync(join(folder, 'package'), target, { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(base, 'usr/local/bin', name))
  // The authorities that this machine trusts, for a registry behind a proxy.
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  if (authorities !== undefined) copyFileSync(authorities, join(base, certificates))
  const registry = run('npm', 'config', 'get', 'registry').trim()
  appendFileSync(join(target, 'npmrc'), `\nregistry=${registry}\ncafile=${certificates}\n`)
}

function run(program: string, ...args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
