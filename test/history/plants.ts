import { execFile } from 'node:child_process'
import { cp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { projectRoot as root } from '../../scripts/set-up/project.mjs'
import { type CheckerName, checkerNames } from './checker-names.ts'
import type { Verdicts } from './judge.ts'
import type { DatabaseName } from './service.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./planted.ts', import.meta.url))

/** A fault that is built into the server, and the checker that must find it. */
export interface Plant {
  /** Its patch in `plants/`. */
  readonly name: string
  readonly foundBy: CheckerName
  /**
   * Where it shows: in the simulation; or in a history without faults, if it needs transactions that run at the same
   * time, of which faults would leave fewer, or what the simulation's load lacks.
   */
  readonly where: DatabaseName | 'simulation'
  /** Of the simulation, whose first plan with it shows the fault, and nothing that follows from it. */
  readonly seed?: number
}

export const plants: readonly Plant[] = [
  { name: 'balance-read-then-written', foundBy: 'bank', where: 'mysql' },
  { name: 'refund-of-half', foundBy: 'bank', where: 'simulation', seed: 4 },
  { name: 'half-of-the-price-refunded', foundBy: 'bank', where: 'simulation', seed: 4 },
  { name: 'second-of-a-video-free', foundBy: 'bank', where: 'simulation', seed: 1 },
  { name: 'poll-from-cache', foundBy: 'task register', where: 'simulation', seed: 21 },
  { name: 'cancel-of-a-running-task', foundBy: 'task register', where: 'simulation', seed: 4 },
  { name: 'retaken-task-queued-again', foundBy: 'task register', where: 'simulation', seed: 5 },
  { name: 'refund-outside-transaction', foundBy: 'bank', where: 'simulation', seed: 301 },
  { name: 'started-after-its-deadline', foundBy: 'endings', where: 'simulation', seed: 5 },
  { name: 'failure-charged', foundBy: 'ledger', where: 'simulation', seed: 4 },
  { name: 'key-written-after-commit', foundBy: 'idempotence', where: 'simulation', seed: 1 },
  { name: 'replay-of-another-body', foundBy: 'idempotence', where: 'simulation', seed: 11 },
  { name: 'running-tasks-not-counted', foundBy: 'limits', where: 'simulation', seed: 10 },
  { name: 'ambiguous-start-repeated', foundBy: 'engines', where: 'simulation', seed: 5 },
  { name: 'another-engine-after-ambiguous-start', foundBy: 'engines', where: 'simulation', seed: 95 },
  { name: 'copied-without-its-version', foundBy: 'files', where: 'sqlite' },
  { name: 'revoked-key-trusted-on', foundBy: 'keys', where: 'sqlite' },
  { name: 'rotated-key-with-limits-of-its-own', foundBy: 'limits', where: 'sqlite' },
  { name: 'open-tasks-counted-first', foundBy: 'limits', where: 'mysql' },
  { name: 'spending-not-limited', foundBy: 'limits', where: 'simulation', seed: 9 },
  { name: 'refund-left-in-key-spending', foundBy: 'refusals', where: 'simulation', seed: 19 },
  { name: 'retention-deletes-input-of-running-task', foundBy: 'files', where: 'simulation', seed: 5 },
  { name: 'results-of-an-account-under-one-key', foundBy: 'files', where: 'simulation', seed: 4 },
  { name: 'keys-swept-too-early', foundBy: 'idempotence', where: 'simulation', seed: 1 },
  { name: 'silent-gate-allows', foundBy: 'gates', where: 'simulation', seed: 4 },
  { name: 'task-of-any-account', foundBy: 'isolation', where: 'simulation', seed: 4 },
  { name: 'outage-of-the-store-as-an-error', foundBy: 'responses', where: 'simulation', seed: 35 },
  {
    // Both guards are gone: a revived lease alone is harmless, as every write of an attempt has its epoch as a guard.
    name: 'lease-renewed-after-expiry',
    foundBy: 'engines',
    where: 'simulation',
    seed: 111,
  },
]

/** MySQL's need two transactions to meet; a revoked key may work for 5 seconds. */
const durationMs = (where: Plant['where']) => (where === 'sqlite' ? 10_000 : 15_000)
/** Two transactions may not have met in the first run. */
const runsMax = 6
const outputBytesMax = 2 ** 28

/**
 * Has a plant judged on the server with its patch, with one seed after another until something is found; returns the
 * checkers that find it, each with the first of its errors.
 */
export async function judgePlant(
  { name, where }: Plant,
  { folder, seed }: { readonly folder: string; readonly seed: number },
): Promise<Map<CheckerName, string>> {
  const patched = join(folder, name)
  await patchCopies(name, patched)
  const modules = new URL('./planted-modules.ts', import.meta.url)
  modules.searchParams.set('folder', patched)
  // By the environment, as the processes of the service need it, too.
  const env = { ...process.env, NODE_OPTIONS: `--import=${modules}` }
  try {
    for (let at = 0; at < runsMax; at += 1) {
      const words = [program, where, String(seed + at), String(durationMs(where))]
      const { stdout } = await run(process.execPath, words, { env, maxBuffer: outputBytesMax })
      const verdicts: Verdicts = JSON.parse(stdout)
      const found = new Map<CheckerName, string>()
      for (const checker of checkerNames) {
        const [error] = verdicts[checker] ?? []
        if (error !== undefined) found.set(checker, error)
      }
      if (found.size > 0) return found
    }
    return new Map()
  } finally {
    await rm(patched, { recursive: true, force: true })
  }
}

/** Copies the files of a patch, under their paths in the project, and applies it to the copies. */
async function patchCopies(name: string, folder: string): Promise<void> {
  const patch = join(root, 'test/history/plants', `${name}.patch`)
  await rm(folder, { recursive: true, force: true })
  for (const [, path = ''] of (await readFile(patch, 'utf8')).matchAll(/^\+\+\+ b\/(.+)$/gm))
    await cp(join(root, path), join(folder, path))
  // Outside a repository, so that it patches files and not an index.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: join(folder, '..') }
  await run('git', ['apply', patch], { cwd: folder, env })
}
