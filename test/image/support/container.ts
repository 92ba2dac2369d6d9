import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import type { ImageStore } from './image-store.ts'

/** What an image says about how it runs. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly Labels: Readonly<Record<string, string>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** An image that runs as its configuration says, with a root that nobody can write to, and two places that may. */
export interface Container {
  readonly config: ImageConfig
  /** Where its files are, to look at. */
  readonly files: string
  /** Runs a program in it to its end, and returns what it prints. */
  run(words: readonly string[], environment?: Readonly<Record<string, string>>): string
  /** Starts what the image starts. */
  start(environment: Readonly<Record<string, string>>): ChildProcess
}

/** Every word is an argument; each `exec` replaces the program, so that a signal reaches the last one. */
const confine = `
mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"
mount --bind "$2" "$1/data"
mount -t tmpfs -o size=256m,mode=1777 tmpfs "$1/tmp"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
shift 2
exec chroot "$@"`

export function openContainer(store: ImageStore, image: string, dataFolder: string): Container {
  const container = store.buildah(['from', '--pull-never', image]).trim()
  const files = store.buildah(['mount', container]).trim()
  const config: ImageConfig = JSON.parse(store.buildah(['inspect', '--type', 'image', image])).Docker.config
  const confined = (words: readonly string[], environment: Readonly<Record<string, string>>) => {
    const settings = [
      ...config.Env,
      ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
    ]
    const inside = ['env', '--ignore-environment', `--chdir=${config.WorkingDir}`, ...settings, ...words]
    const shell = ['sh', '-ec', confine, 'sh', files, dataFolder, `--userspec=${config.User}`, files]
    return ['--mount', '--propagation', 'private', ...shell, ...inside]
  }
  return {
    config,
    files,
    run: (words, environment = {}) =>
      execFileSync('unshare', confined(words, environment), { encoding: 'utf8', stdio: 'pipe' }),
    start: (environment) =>
      spawn('unshare', confined([...config.Entrypoint, ...config.Cmd], environment), {
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  }
}
