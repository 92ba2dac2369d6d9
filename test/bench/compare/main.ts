// What a commit costs beside another: the service's own processor time for one order, poll, held poll, and claim
// with settlement. Run it with `npm run bench -- compare COMMIT [NAME …]`, which prepares the other checkout.

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startBenchMysql } from '../support/bench-mysql.ts'
import { formatNumber, median } from '../support/figures.ts'
import { type Checkout, here } from '../support/measured-process.ts'
import { isQuick, sized } from '../support/options.ts'
import { type Measure, measures, type Turn } from './measures.ts'
import { openSide } from './sides.ts'
import { compareTurns } from './verdict.ts'

/** Dearer than this, with all of its spread, fails. */
const timesMax = 1.05
const turns = sized(9, 2)

const [root = '', node = '', label = '', ...words] = process.argv.slice(2)
const { serviceFlags = [] }: Partial<typeof import('../../../scripts/set-up/runtime.mjs')> = await import(
  pathToFileURL(join(root, 'scripts', 'set-up', 'runtime.mjs')).href
)
const other: Checkout = { root, node, flags: serviceFlags }
const names = words.filter((word) => !word.startsWith('--'))
const chosen = measures.filter(({ name }) => names.length === 0 || names.includes(name))

await using mysql = await startBenchMysql()
process.stdout.write(`this checkout against ${label}, ${turns} turns each, on ${mysql.version}\n`)
for (const measure of chosen) report(measure, await measureInTurns(measure))

/**
 * A turn of each side, whose order changes, so that neither profits from what the machine does meanwhile. The
 * databases are new, so that a measure finds no tasks of the one before it.
 */
async function measureInTurns({ prepare }: Measure): Promise<readonly [readonly Turn[], readonly Turn[]]> {
  await using stack = new AsyncDisposableStack()
  const before = stack.use(await openSide(other, mysql, 'compare_before'))
  const now = stack.use(await openSide(here, mysql, 'compare_now'))
  const take = [await prepare(before, stack), await prepare(now, stack)] as const
  const taken: [Turn[], Turn[]] = [[], []]
  // The first turn warms both up.
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const side of turn % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const result = await take[side]()
      if (turn > 0) taken[side].push(result)
    }
  }
  return taken
}

function report({ what }: Measure, [then, today]: readonly [readonly Turn[], readonly Turn[]]): void {
  const cpu = compareTurns(cpuOf(today), cpuOf(then))
  const rate = compareTurns(rateOf(today), rateOf(then))
  const isDearer = cpu.from > timesMax
  if (isDearer && !isQuick) process.exitCode = 1
  process.stdout.write(
    `${isDearer ? 'DEARER' : 'ok    '}  ${what.padEnd(46)} ${cpu.ratio.toFixed(3)} times the processor time ` +
      `(${cpu.from.toFixed(3)} to ${cpu.to.toFixed(3)}; ${formatNumber(median(cpuOf(then)))} ms, now ${formatNumber(median(cpuOf(today)))} ms), ` +
      `${rate.ratio.toFixed(3)} times the throughput\n`,
  )
}

function cpuOf(taken: readonly Turn[]): number[] {
  return taken.map(({ cpuMs }) => cpuMs)
}

function rateOf(taken: readonly Turn[]): number[] {
  return taken.map(({ perSecond }) => perSecond)
}
