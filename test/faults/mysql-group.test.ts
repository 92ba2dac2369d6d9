import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { groupFaults } from '../breakage/faults/group-faults.ts'
import { groupIsMissing, type MysqlGroup, startMysqlGroup } from '../breakage/faults/mysql-group.ts'
import { type StaleReads, watchForStaleReads } from './support/stale-reads.ts'

const missing = groupIsMissing()
const faultMsMax = 300_000

/** The files of examples/three-machines/, as docs/three-machines.md says. */
describe.skipIf(missing !== undefined)(
  `three machines${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let group: MysqlGroup
    let clients: StaleReads
    beforeAll(async () => {
      group = await startMysqlGroup()
      clients = await watchForStaleReads(group)
    }, faultMsMax)
    afterAll(async () => {
      await clients.stop()
      await group.stop()
    }, faultMsMax)

    test.for(Object.entries(groupFaults))(
      '%s: no client reads what is older than an acknowledged write, and writes go on afterwards',
      { timeout: faultMsMax },
      async ([_name, fault]) => {
        clients.look()
        await fault(group)
        await group.untilWhole()
        expect(clients.look().stale).toEqual([])
        await expect.poll(() => clients.look().writes, { timeout: faultMsMax }).toBeGreaterThan(0)
        await expect.poll(() => clients.look().reads, { timeout: faultMsMax }).toBeGreaterThan(0)
      },
    )

    test('a member that left without its fence: a client reads what is old, so these clients can see it', {
      timeout: faultMsMax,
    }, async () => {
      const left = await group.primary()
      await left.endFence()
      await left.ask('stop group_replication')
      await expect.poll(() => clients.look().stale, { timeout: faultMsMax }).not.toEqual([])
      left.startFence()
      await expect.poll(() => left.state(), { timeout: faultMsMax }).toBe('closed')
    })
  },
)
