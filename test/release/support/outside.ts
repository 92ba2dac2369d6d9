import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npm, quietNpm } from '../../support/install-locked.ts'
import { untilPrinted } from '../../support/running-program.ts'
import type { Registry } from './registry.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const platform = `${process.platform}-${process.arch}`

/** The oldest Node of each major version that the packages promise to run on, and the project's own. */
export const nodes = {
  22: fileURLToPath(new URL(`../node_modules/node-22-${platform}/bin/node`, import.meta.url)),
  24: fileURLToPath(new URL(`../node_modules/node-24-${platform}/bin/node`, import.meta.url)),
  own: process.execPath,
} as const
export type NodeName = keyof typeof nodes

/** A folder that knows nothing of this project. */
export interface Outside {
  readonly folder: string
  /** Runs a program to its end, by its path in the folder, or as one of npm's. */
  run(node: NodeName, words: readonly string[], settings?: Record<string, string>): Promise<Finished>
  /** Starts a program that serves; resolves with what it printed until it was ready. */
  serve(
    node: NodeName,
    words: readonly string[],
    ready: RegExp,
    settings?: Record<string, string>,
  ): Promise<Serving>
  install(...packages: string[]): Promise<void>
}

export interface Finished {
  readonly code: number
  readonly output: string
  readonly complaint: string
}

export interface Serving {
  readonly found: RegExpExecArray
  /** All that it has printed so far. */
  printed(): string
  stop(): Promise<void>
}

/** Makes an empty folder below `parent`, where npm has the packages of `registry` beside all others. */
export async function openOutside(parent: string, name: string, registry: Registry): Promise<Outside> {
  const folder = join(parent, name)
  const cache = await makeCache(parent)
  mkdirSync(folder)
  const environment = (node: NodeName, settings: Record<string, string> = {}) => ({
    ...environmentOutside,
    npm_config_registry: registry.configured,
    'npm_config_@mediagen:registry': registry.url,
    npm_config_cache: cache,
    npm_config_audit: 'false',
    npm_config_loglevel: 'error',
    npm_config_update_notifier: 'false',
    PATH: [dirname(nodes[node]), ...pathOutside()].join(delimiter),
    ...settings,
  })
  return {
    folder,
    async run(node, words, settings) {
      const [program = '', ...args] = words
      try {
        const done = await promisify(execFile)(program, args, {
          cwd: folder,
          env: environment(node, settings),
        })
        return { code: 0, output: done.stdout, complaint: done.stderr }
      } catch (error) {
        if (!(error instanceof Error && 'stdout' in error && 'stderr' in error && 'code' in error))
          throw error
        return { code: Number(error.code), output: String(error.stdout), complaint: String(error.stderr) }
      }
    },
    async serve(node, words, ready, settings) {
      const [program = '', ...args] = words
      // A group of its own, because npx starts the program as another process.
      const child = spawn(program, args, { cwd: folder, env: environment(node, settings), detached: true })
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
        })
      const found = await untilPrinted(child, ready)
      return {
        found,
        printed: () => printed,
        async stop() {
          if (child.exitCode !== null || child.pid === undefined) return
          process.kill(-child.pid, 'SIGTERM')
          await once(child, 'close')
        },
      }
    },
    async install(...packages) {
      writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
      const options = { cwd: folder, env: environment(24), maxBuffer: 2 ** 26 }
      await promisify(execFile)('npm', ['install', ...quietNpm, ...packages], options)
    },
  }
}

/**
 * A cache with what npm has downloaded before, and without what npx has installed: the same version of an
 * earlier run is another program.
 */
async function makeCache(parent: string): Promise<string> {
  const cache = join(parent, 'cache')
  if (existsSync(cache)) return cache
  const downloads = join((await npm(parent, ['config', 'get', 'cache'])).trim(), '_cacache')
  mkdirSync(cache)
  if (existsSync(downloads)) symlinkSync(downloads, join(cache, '_cacache'))
  return cache
}

/** Without what npm tells the programs that it runs, such as the folder of this project. */
const environmentOutside = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_|INIT_CWD|NODE_)/i.test(name) || name === 'NODE_EXTRA_CA_CERTS',
  ),
)

/** The PATH of this machine without this project's programs. */
function pathOutside(): string[] {
  return (process.env.PATH ?? '').split(delimiter).filter((entry) => !`${entry}/`.startsWith(root))
}
