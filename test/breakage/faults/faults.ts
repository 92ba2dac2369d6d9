import { setTimeout as sleep } from 'node:timers/promises'
import type { OwnMysql } from '../../support/mysql.ts'
import type { SmallDisk } from '../../support/small-disk.ts'
import type { ProcessGroup } from '../service/process-group.ts'
import { leaseMs, type Service } from '../service/service.ts'
import { groupFaults } from './group-faults.ts'
import type { Link } from './link.ts'
import type { MysqlGroup } from './mysql-group.ts'
import type { MysqlPair } from './mysql-pair.ts'
import type { CommitFault, MysqlProxy } from './mysql-proxy.ts'
import type { Fault } from './nemesis.ts'
import type { ObjectStorage } from './object-storage.ts'

/** As far as S3, which refuses a skew of 15 minutes, lets a clock be wrong. */
const clockMsMax = 12 * 60_000

/** What can go wrong with this service, in two streams at the same time; promotions are a stream of their own. */
export function faultStreams(service: Service): readonly (readonly Fault[])[] {
  const { group, proxy, links, mysql, pair, mysqlGroup, objects, disk } = service
  const faults = [
    ...ofProcesses(group),
    ...(proxy === undefined ? [] : ofNetwork(proxy, links)),
    ...(mysql === undefined ? [] : ofDatabase(mysql)),
    ...(objects === undefined ? [] : ofObjects(objects)),
    // A MySQL that is killed does not start on a full disk.
    ...(disk === undefined ? [] : ofDisk(disk, mysql)),
  ]
  // What is planted shows without other faults.
  if (mysqlGroup?.hasFences === false)
    return [ofGroup(mysqlGroup).filter(({ name }) => name.startsWith('stop group_replication'))]
  if (mysqlGroup !== undefined) return [faults, ofGroup(mysqlGroup)]
  return [faults, pair === undefined ? faults : ofPair(pair)]
}

function ofProcesses(group: ProcessGroup): Fault[] {
  return [
    {
      name: 'SIGKILL of a process',
      weight: 6,
      part: 'processes',
      run: async (random) => group.killOne(random()),
    },
    {
      name: 'SIGSTOP for longer than the lease',
      weight: 2,
      part: 'processes',
      async run(random) {
        const durationMs = leaseMs * (1.5 + random())
        group.freezeOne(random(), durationMs)
        await sleep(durationMs)
      },
    },
    {
      name: 'clock of a process jumps',
      weight: 2,
      part: 'clock',
      run: async (random) => group.setClockOfOne(random(), Math.round((2 * random() - 1) * clockMsMax)),
    },
  ]
}

function ofNetwork(proxy: MysqlProxy, links: readonly Link[]): Fault[] {
  const loseCommit = (fault: CommitFault): Fault => ({
    name: `COMMIT: ${fault}`,
    weight: 4,
    part: 'network',
    async run() {
      // Whichever transaction is next to move money.
      await Promise.race([proxy.breakCommit(fault, /ledger_entries/), sleep(500)])
    },
  })
  const some = (random: () => number): readonly Link[] => {
    const one = links[Math.floor(random() * links.length)]
    return random() < 0.5 || one === undefined ? links : [one]
  }
  return [
    loseCommit('request lost'),
    loseCommit('reply lost'),
    loseCommit('request late'),
    { name: 'connections cut', weight: 2, part: 'network', run: async () => proxy.cut() },
    {
      name: 'network of one process or all silent',
      weight: 2,
      part: 'network',
      async run(random) {
        const cut = some(random)
        for (const link of cut) link.hang()
        await sleep(500 + random() * 2 * leaseMs)
        for (const link of cut) link.restore()
      },
    },
    {
      name: 'network of one process or all slow',
      weight: 2,
      part: 'network',
      async run(random) {
        const slowed = some(random)
        for (const link of slowed) link.delay(20 + random() * 280)
        await sleep(1_000 + random() * 3_000)
        for (const link of slowed) link.restore()
      },
    },
  ]
}

function ofDatabase(mysql: OwnMysql): Fault[] {
  return [
    {
      name: 'database killed',
      weight: 2,
      part: 'database',
      async run(random) {
        await mysql.kill()
        await sleep(random() * 1_000)
        await mysql.start()
      },
    },
  ]
}

function ofPair(pair: MysqlPair): Fault[] {
  const lagMs = (random: () => number): number => 200 + random() * 2_000
  return [
    {
      name: 'primary killed, replica promoted',
      weight: 4,
      part: 'database',
      run: () => pair.failOver(0),
    },
    {
      name: 'the same with a replica behind',
      weight: 4,
      part: 'database',
      run: (random) => pair.failOver(lagMs(random)),
    },
    { name: 'replica behind', weight: 1, part: 'database', run: (random) => pair.lag(lagMs(random)) },
  ]
}

function ofGroup(group: MysqlGroup): Fault[] {
  return Object.entries(groupFaults).map(([name, run]) => ({
    name,
    // Those that take seconds, and not half a minute.
    weight: /^(planned|stop)/.test(name) ? 3 : 1,
    part: 'database',
    async run() {
      await run(group)
      await group.untilWhole()
    },
  }))
}

function ofObjects({ link, proxy, timeoutMs, disturb }: ObjectStorage): Fault[] {
  const away = (random: () => number): Promise<void> => sleep(500 + random() * 3_000)
  return [
    {
      name: 'S3 refuses connections',
      weight: 1,
      part: 'objects',
      async run(random) {
        await proxy.refuse()
        await away(random)
        await proxy.recover()
      },
    },
    ...(['503', 'silence', 'lost response'] as const).map(
      (kind): Fault => ({
        name: `S3: ${kind}`,
        weight: 1,
        part: 'objects',
        async run(random) {
          disturb(kind)
          await away(random)
          await proxy.recover()
        },
      }),
    ),
    ...([0.1, 0.8] as const).map(
      (share): Fault => ({
        name: share < 0.5 ? 'S3 slow' : 'S3 slower than its timeout',
        weight: 1,
        part: 'objects',
        async run(random) {
          // Each way.
          link.delay(timeoutMs * share)
          await away(random)
          link.restore()
        },
      }),
    ),
  ]
}

function ofDisk(disk: SmallDisk, mysql: OwnMysql | undefined): Fault[] {
  return [
    {
      name: 'disk full',
      weight: 2,
      part: mysql === undefined ? 'disk' : 'database',
      async run(random) {
        // Not to the last byte each time, so that different writes fail.
        await disk.fill(random() * 64 * 1024)
        await sleep(500 + random() * 3_000)
        await disk.free()
        await mysql?.startIfEnded()
      },
    },
  ]
}
