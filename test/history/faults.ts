import { setTimeout as sleep } from 'node:timers/promises'
import { leaseMs, type Service } from './service.ts'

/** What has been done to a service, by the name of the fault. */
export type FaultCounts = ReadonlyMap<string, number>

interface Fault {
  readonly name: string
  /** How often among all. */
  readonly weight: number
  run(): Promise<void>
}

const pauseMsMax = 3_000

/** Disturbs a service until `goesOn` says no; leaves everything in order. */
export async function runFaults(
  service: Service,
  { random, goesOn }: { readonly random: () => number; readonly goesOn: () => boolean },
): Promise<FaultCounts> {
  const counts = new Map<string, number>()
  const faults = faultsOf(service, random)
  const total = faults.reduce((sum, { weight }) => sum + weight, 0)
  while (goesOn()) {
    let left = random() * total
    const fault = faults.find(({ weight }) => {
      left -= weight
      return left < 0
    })
    if (fault !== undefined) {
      counts.set(fault.name, (counts.get(fault.name) ?? 0) + 1)
      await fault.run()
    }
    // Mostly one after another, as a service that is always down shows nothing.
    if (random() < 0.8) await service.group.untilUp()
    await sleep(random() * pauseMsMax)
  }
  await service.proxy?.restore()
  return counts
}

function faultsOf({ group, mysql, proxy }: Service, random: () => number): Fault[] {
  const ofProcesses: Fault[] = [
    {
      name: 'SIGKILL of a process',
      weight: 6,
      run: async () => void group.killOne(random()),
    },
    {
      name: 'SIGSTOP for longer than the lease',
      weight: 2,
      run: async () => void group.freezeOne(random(), leaseMs * (1.5 + random())),
    },
  ]
  if (mysql === undefined || proxy === undefined) return ofProcesses
  const loseCommit = (fault: 'request lost' | 'reply lost' | 'request late'): Fault => ({
    name: `COMMIT: ${fault}`,
    weight: 4,
    run: async () => {
      // Whichever transaction is next to move money.
      await Promise.race([proxy.breakCommit(fault, /ledger_entries/), sleep(500)])
    },
  })
  return [
    ...ofProcesses,
    loseCommit('request lost'),
    loseCommit('reply lost'),
    loseCommit('request late'),
    { name: 'connections cut', weight: 2, run: async () => proxy.cut() },
    {
      name: 'network silent',
      weight: 1,
      run: async () => {
        proxy.hang()
        await sleep(500 + random() * 3_000)
        await proxy.restore()
      },
    },
    {
      name: 'database killed',
      weight: 0.7,
      run: async () => {
        await mysql.kill()
        await sleep(random() * 1_000)
        await mysql.start()
      },
    },
  ]
}
