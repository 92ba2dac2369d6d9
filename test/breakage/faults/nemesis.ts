import { setTimeout as sleep } from 'node:timers/promises'
import type { Recorder } from '../judge/history.ts'
import { randomOf } from '../random.ts'
import type { Service } from '../service/service.ts'

/** Something that goes wrong with a part of the service, and right again. */
export interface Fault {
  readonly name: string
  /** How often among all. */
  readonly weight: number
  /** What it is done to: one part has one fault at a time, several parts may have one each. */
  readonly part: 'processes' | 'clock' | 'network' | 'database' | 'objects' | 'disk'
  /** Resolves when it is over. */
  run(random: () => number): Promise<void>
}

/** How often each fault has happened, by its name. */
export type FaultCounts = ReadonlyMap<string, number>

const pauseMsMax = 3_000

/**
 * Disturbs a service until `goesOn` says no, and kills all of its processes at last, so that what they were at is left
 * to others; resolves when no fault is in force any more.
 */
export async function disturb(
  service: Service,
  {
    streams,
    seed,
    recorder,
    goesOn,
  }: {
    /** Of each of these lists one fault after another. */
    readonly streams: readonly (readonly Fault[])[]
    readonly seed: number
    readonly recorder: Recorder
    readonly goesOn: () => boolean
  },
): Promise<FaultCounts> {
  const counts = new Map<string, number>()
  const disturbed = new Set<Fault['part']>()
  const run = async (faults: readonly Fault[], random: () => number): Promise<void> => {
    while (goesOn()) {
      const fault = pick(
        faults.filter(({ part }) => !disturbed.has(part)),
        random,
      )
      const { name, part } = fault
      disturbed.add(part)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      recorder.disturb(name, 'begins')
      await fault.run(random)
      recorder.disturb(name, 'ends')
      disturbed.delete(part)
      // Mostly with all processes up, as a service that is always down shows nothing.
      if (part === 'processes' && random() < 0.8) await service.group.untilUp()
      await sleep(random() * pauseMsMax)
    }
  }
  await Promise.all(streams.map((faults, at) => run(faults, randomOf(seed + at))))
  while (goesOn()) await sleep(100)
  // A COMMIT that no transaction was there for, or that is still on its way.
  await service.proxy?.restore()
  await service.proxy?.deliverLate()
  recorder.disturb('all processes killed', 'begins')
  service.group.killAll()
  await service.group.untilUp()
  recorder.disturb('all processes killed', 'ends')
  return counts
}

function pick(faults: readonly Fault[], random: () => number): Fault {
  let left = random() * faults.reduce((sum, { weight }) => sum + weight, 0)
  const fault = faults.find(({ weight }) => {
    left -= weight
    return left < 0
  })
  if (fault === undefined) throw new RangeError('There is no fault to pick from.')
  return fault
}
