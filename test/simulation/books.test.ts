import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestService } from '../support/service.ts'
import { operations } from './operations.ts'
import { openSimulation } from './simulation.ts'

const operationsCount = 10_000
const operationsBetweenChecks = 500
/** A given seed repeats a run; otherwise each run is another one. */
const seed = Number(process.env.MEDIAGEN_SIMULATION_SEED ?? randomInt(2 ** 31))

test('after 10,000 random operations balances, reservations, ledger and tasks agree to the micro-dollar', async () => {
  process.stdout.write(`simulation seed: ${seed} (repeat it with MEDIAGEN_SIMULATION_SEED=${seed})\n`)
  const [run = []] = fc.sample(operations(operationsCount), { seed, numRuns: 1 })
  expect(run).toHaveLength(operationsCount)
  const service = await startTestService()
  const simulation = await openSimulation(service, 5)
  for (const [index, operation] of run.entries()) {
    await simulation.run(operation).catch((error: unknown) => {
      throw new Error(`operation ${index} of seed ${seed}: ${JSON.stringify(operation)}`, { cause: error })
    })
    if (index % operationsBetweenChecks === 0) await simulation.expectAgreement()
  }
  await simulation.expectAgreement()
  process.stdout.write(`simulation outcomes: ${JSON.stringify(simulation.counts)}\n`)
  // A run in which some of these never happened would have proved little.
  const everything = [
    'accepted',
    'replayed',
    'conflict',
    'too poor',
    'cancelled',
    'not cancellable',
    'succeeded',
    'failed',
    'settled in vain',
    'expired',
    'debited',
  ]
  for (const what of everything) expect(simulation.counts[what] ?? 0, what).toBeGreaterThan(10)
}, 120_000)
