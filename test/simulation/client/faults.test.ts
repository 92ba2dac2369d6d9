import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Plan, plan } from './plan.ts'
import type { Counts } from './run.ts'
import { runPlan } from './run-plan.ts'
import { seed, sequencesAsked, withinTime } from './run-settings.ts'

/** A short run has as many of 2,000 as fit into its time; `npm run simulation -- --sequences 100000` runs all of so many. */
const sequences = sequencesAsked ?? 2_000
const shortRunMs = 8_000

/** A run in which one of these never happened would have proved little. */
const everything = [
  ...['delay', 'drop', 'silence', 'twice', 'foreign', 'busy', 'cut', 'file', 'hold', 'replica', 'sleep'],
  ...['order resolved', 'twins resolved', 'transform resolved', 'generateMany() resolved', 'list() resolved'],
  ...[
    'wait() resolved',
    'updates() resolved',
    'download() resolved',
    'stream() resolved',
    'retry() resolved',
  ],
  ...['cancel() resolved', 'SubmitAmbiguousError', 'SubmitAbortedError', 'ConnectionError', 'ServerError'],
  ...['InvalidResponseError', 'WaitTimeoutError', 'TaskFailedError', 'RateLimitError', 'RequestTimeoutError'],
]

test('through any faults an order is charged once at most, no byte is wrong, nothing hangs, and each error says what to do', async () => {
  process.stdout.write(
    `fault sequences seed: ${seed} (npm run simulation -- --sequences ${sequences} --seed ${seed})\n`,
  )
  const counts: Counts = {}
  // fast-check shrinks a sequence that fails to the few calls and faults that matter, and prints them.
  const run = withinTime(shortRunMs, async (one: Plan) => {
    await runPlan(one, counts)
    counts.sequences = (counts.sequences ?? 0) + 1
  })
  await fc.assert(fc.asyncProperty(plan, run), { seed, numRuns: sequences })
  process.stdout.write(`fault sequences: ${JSON.stringify(counts)}\n`)
  if ((counts.sequences ?? 0) < 500) return
  for (const what of everything) expect(counts[what] ?? 0, what).toBeGreaterThan(0)
}, 3_600_000)
