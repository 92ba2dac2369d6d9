import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../operations/support/deployment.ts'

/** A store of images of its own, apart from those of the machine. */
export interface ImageStore {
  /** Runs buildah, which needs root but no daemon, and returns what it prints. */
  buildah(args: readonly string[], msMax?: number): string
  /** Builds a target of server/Dockerfile as `docker build` does, and returns the image's name. */
  build(target: string, buildArguments: Readonly<Record<string, string>>): string
}

export function openImageStore(folder: string): ImageStore {
  const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
  const buildah: ImageStore['buildah'] = (args, msMax) =>
    execFileSync('buildah', [...places, ...args], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      ...(msMax !== undefined && { timeout: msMax }),
    })
  return {
    buildah,
    build(target, buildArguments) {
      const image = `localhost/mediagen:${target}`
      const values = Object.entries(buildArguments).flatMap(([name, value]) => [
        '--build-arg',
        `${name}=${value}`,
      ])
      const options = ['--isolation', 'chroot', '--layers', '--format', 'docker', '--target', target]
      buildah(['bud', ...options, ...values, '--file', 'server/Dockerfile', '--tag', image, '.'])
      return image
    },
  }
}

/** The size that `docker images` shows too. */
export function sizeOf(store: ImageStore, image: string): string {
  return store.buildah(['images', '--format', '{{.Size}}', image]).trim()
}
