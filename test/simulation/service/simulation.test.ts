import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { outcomeOf } from '../../breakage/judge/outcomes.ts'
import { runNumber, runOption } from '../../support/run-option.ts'
import { prepareEpisodes, type Report } from './episode.ts'
import { type FaultKind, faultKinds } from './scheduler.ts'
import { simulate } from './simulate.ts'

/** `npm run simulation` has 700, of a million calls in all. */
const episodes = runNumber('episodes', 40)
const seed = runNumber('seed', randomInt(2 ** 31))
const path = runOption('path')

describe('the whole service in one process, with every call in an order that a seed decides', () => {
  const outcomes = new Set<string>()
  const faults = new Map<FaultKind, number>()
  let calls = 0
  const add = <K>(counts: Map<K, number>, key: K, count = 1) =>
    counts.set(key, (counts.get(key) ?? 0) + count)

  function count(report: Report): void {
    calls += report.calls.length
    for (const [kind, times] of report.faults) add(faults, kind, times)
    for (const line of report.lines) outcomes.add(outcomeOf(line))
  }

  test('keeps every guarantee, whichever calls fail and whichever process dies between two of them', async () => {
    process.stdout.write(`simulation seed: ${seed} (npm run simulation -- --seed ${seed})\n`)
    const violation = await simulate({ seed, path, episodes, onEpisode: count })
    process.stdout.write(`simulation calls: ${calls}, ${JSON.stringify(Object.fromEntries(faults))}\n`)
    expect(
      violation,
      `repeat it with npm run simulation -- --seed ${seed} --path ${violation?.path}`,
    ).toBeUndefined()
    // A run in which some of these never happened would have proved little.
    for (const kind of faultKinds) expect(faults.get(kind) ?? 0, kind).toBeGreaterThan(5)
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        'accept ok {}',
        'accept info {}',
        'accept fail {"code":"IDEMPOTENCY_CONFLICT"}',
        'accept fail {"code":"INSUFFICIENT_BALANCE"}',
        'accept fail {"code":"TOO_MANY_OPEN_TASKS"}',
        'accept fail {"code":"KEY_LIMIT_REACHED"}',
        ...['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'].map(
          (status) => `poll ok {"status":"${status}"}`,
        ),
        'cancel ok {"isGranted":true}',
        'cancel ok {"isGranted":false}',
      ]),
    )
  }, 3_600_000)

  test('repeats every call of a plan', async () => {
    const prepared = await prepareEpisodes()
    const plan = { seed, durationMs: 10_000, faults: [{ at: 100, kind: 'crash after' as const }] }
    const [first, second] = [await prepared.run(plan), await prepared.run(plan)]
    await prepared.close()
    const shape = ({ lines }: Report) => lines.map(({ time: _, ...line }) => line)
    expect(second.calls).toEqual(first.calls)
    expect(shape(second)).toEqual(shape(first))
  })
})
