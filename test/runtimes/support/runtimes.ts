import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** One way to run a program with the SDK. */
export interface Runtime {
  readonly name: string
  /** The program and what comes before the file that it runs; undefined where this machine has none. */
  readonly command: readonly string[] | undefined
}

const platform = `${process.platform}-${process.arch}`

const bunPackages: Readonly<Record<string, string>> = {
  // The one that runs on processors of any age.
  'linux-x64': 'bun-linux-x64-baseline',
  'linux-arm64': 'bun-linux-aarch64',
}

/** Every runtime that the SDK says it runs on, browsers aside. To be called once they are installed. */
export const findRuntimes = (): readonly Runtime[] => [
  // Of Node 22 the oldest that the packages say they run on, where npm has it for this machine.
  ...['22', '26'].map((major) => ({
    name: `Node ${major}`,
    command: installed(`node-${major}-${platform}/bin/node`),
  })),
  { name: 'Node 24', command: [process.execPath] },
  { name: 'Bun', command: installed(`@oven/${bunPackages[platform]}/bin/bun`) },
  {
    name: 'Deno',
    // Nothing is fetched: all that is needed is in node_modules.
    command: installed(
      `@deno/${platform}-glibc/deno`,
      'run',
      '--allow-all',
      '--no-remote',
      '--node-modules-dir=manual',
    ),
  },
]

function installed(program: string, ...args: string[]): readonly string[] | undefined {
  const path = fileURLToPath(new URL(`../node_modules/${program}`, import.meta.url))
  // There may be a program that this machine cannot run, such as one for another C library.
  const runs = existsSync(path) && spawnSync(path, ['--version']).status === 0
  return runs ? [path, ...args] : undefined
}
