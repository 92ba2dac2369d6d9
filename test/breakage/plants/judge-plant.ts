import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type CheckerName, checkerNames } from '../judge/checker-names.ts'
import type { Verdicts } from '../judge/judge.ts'
import type { Plant } from './plants.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('./planted.ts', import.meta.url))

/** MySQL's need two transactions to meet; a revoked key may work for 5 seconds. */
const durationMs = (where: Plant['where']) => (where === 'mysql' ? 15_000 : 10_000)
/** Two transactions may not have met in the first run. */
const runsMax = 6
const outputBytesMax = 2 ** 28

/**
 * Has a plant judged on the server with its changes, with one seed after another until something is found; returns the
 * checkers that find it, each with the first of its errors.
 */
export async function judgePlant({ name, where }: Plant, seed: number): Promise<Map<CheckerName, string>> {
  const modules = new URL('./planted-modules.ts', import.meta.url)
  modules.searchParams.set('plant', name)
  // By the environment, as the processes of the service need it, too.
  const env = { ...process.env, NODE_OPTIONS: `--import=${modules}` }
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
}
