import { execFile } from 'node:child_process'
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot as root } from '../../scripts/set-up/project.mjs'
import { type CheckerName, checkerNames, type Verdicts } from './judge.ts'
import type { DatabaseName } from './service.ts'

const run = promisify(execFile)

/** A fault that is built into a copy of the server, and the checker that must find it. */
export interface Plant {
  /** Its patch in `plants/`. */
  readonly name: string
  readonly foundBy: CheckerName
  /** Where it shows: in the simulation, unless it needs transactions that run at the same time. */
  readonly where: DatabaseName | 'simulation'
}

export const plants: readonly Plant[] = [
  { name: 'balance-read-then-written', foundBy: 'bank', where: 'mysql' },
  { name: 'refund-of-half', foundBy: 'bank', where: 'simulation' },
  { name: 'poll-from-cache', foundBy: 'task register', where: 'simulation' },
  { name: 'cancel-of-a-running-task', foundBy: 'task register', where: 'simulation' },
  { name: 'retaken-task-queued-again', foundBy: 'task register', where: 'simulation' },
  { name: 'refund-outside-transaction', foundBy: 'ledger', where: 'simulation' },
  { name: 'failure-charged', foundBy: 'ledger', where: 'simulation' },
  { name: 'key-written-after-commit', foundBy: 'idempotence', where: 'simulation' },
  { name: 'replay-of-another-body', foundBy: 'idempotence', where: 'simulation' },
  { name: 'running-tasks-not-counted', foundBy: 'limits', where: 'simulation' },
  { name: 'ambiguous-start-repeated', foundBy: 'engines', where: 'simulation' },
  { name: 'open-tasks-counted-first', foundBy: 'limits', where: 'mysql' },
  { name: 'spending-not-limited', foundBy: 'limits', where: 'simulation' },
  { name: 'retention-deletes-input-of-running-task', foundBy: 'files', where: 'simulation' },
  { name: 'keys-swept-too-early', foundBy: 'idempotence', where: 'simulation' },
  { name: 'silent-gate-allows', foundBy: 'gates', where: 'simulation' },
  {
    // Both guards are gone: a revived lease alone is harmless, as every write of an attempt has its epoch as a guard.
    name: 'lease-renewed-after-expiry',
    foundBy: 'engines',
    where: 'simulation',
  },
]

const durationMs = 15_000
/** A fault that takes a kill at one moment may not show in the first run. */
const runsMax = 4
const outputBytesMax = 2 ** 28

/**
 * Has a plant judged in a copy of the project, with one seed after another until something is found; returns the
 * checkers that find it, each with the first of its errors.
 */
export async function judgePlant(
  { name, where }: Plant,
  { folder, seed }: { readonly folder: string; readonly seed: number },
): Promise<Map<CheckerName, string>> {
  const copy = await copyWithPlant(name, join(folder, name))
  const program = join(copy, 'test/history/planted.ts')
  try {
    for (let at = 0; at < runsMax; at += 1) {
      const words = [program, where, String(seed + at), String(durationMs)]
      const { stdout } = await run(process.execPath, words, { cwd: copy, maxBuffer: outputBytesMax })
      const verdicts: Partial<Verdicts> = JSON.parse(stdout)
      const found = new Map<CheckerName, string>()
      for (const checker of checkerNames) {
        const [error] = verdicts[checker] ?? []
        if (error !== undefined) found.set(checker, error)
      }
      if (found.size > 0) return found
    }
    return new Map()
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/**
 * Copies the server and its tests with a plant in it; returns the folder, which stands where this one does
 * for every import.
 */
async function copyWithPlant(name: string, folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const entry of await readdir(root)) {
    if (['.git', 'out', 'server', 'test'].includes(entry)) continue
    await symlink(join(root, entry), join(folder, entry))
  }
  await Promise.all([copyPackage('server', 'src', folder), copyPackage('test', undefined, folder)])
  // Outside a repository, so that it patches files and not an index.
  await run('git', ['apply', join(root, 'test/history/plants', `${name}.patch`)], {
    cwd: folder,
    env: { ...process.env, GIT_CEILING_DIRECTORIES: join(folder, '..') },
  })
  return folder
}

/** One folder of a package is copied, all else linked; or all of it but its packages. */
async function copyPackage(name: string, part: string | undefined, folder: string): Promise<void> {
  await mkdir(join(folder, name))
  for (const entry of await readdir(join(root, name))) {
    const [from, to] = [join(root, name, entry), join(folder, name, entry)]
    const isCopied = part === undefined ? entry !== 'node_modules' : entry === part
    if (isCopied) await cp(from, to, { recursive: true, verbatimSymlinks: true })
    else await symlink(from, to)
  }
}
