import { setTimeout as sleep } from 'node:timers/promises'
import type { GroupMember } from './group-member.ts'
import type { MysqlGroup } from './mysql-group.ts'

/** What can go wrong with a group, by name; each resolves when all three are members again. */
export const groupFaults = {
  'primary killed': async (group) => {
    const primary = await group.primary()
    await primary.kill()
    await untilAnother(group, primary)
    await primary.start()
  },
  'MySQL of the primary frozen': (group) => freezePrimary(group, false),
  'machine of the primary frozen': (group) => freezePrimary(group, true),
  "group's port of the primary cut": (group) => cutPrimary(group, 'group'),
  'machine of the primary cut off': (group) => cutPrimary(group, 'machine'),
  'stop group_replication on the primary': async (group) => {
    const primary = await group.primary()
    await primary.ask('stop group_replication')
    await untilAnother(group, primary)
    await primary.ask('start group_replication')
  },
  'planned switch': async (group) => {
    await switchFrom(group, await group.primary())
  },
  'rolling restart': async (group) => {
    for (const member of group.members) {
      if ((await group.primary()) === member) await switchFrom(group, member)
      await member.shutDown()
      await member.start()
      await group.untilWhole()
    }
  },
  'primary killed, the others behind': async (group) => {
    const primary = await group.primary()
    const others = group.members.filter((member) => member !== primary)
    // What has arrived waits behind the lock, as it would on a slow disk.
    const locks = await Promise.all(others.map((member) => member.connect()))
    try {
      for (const lock of locks) await lock.query('flush tables with read lock')
      await sleep(2_000)
      await primary.kill()
      // Until one of them is the primary, and is asked for what it has not applied.
      while (!(await Promise.all(others.map(isPrimary))).includes(true)) await sleep(100)
      await sleep(3_000)
    } finally {
      for (const lock of locks) lock.destroy()
    }
    await untilAnother(group, primary)
    await primary.start()
  },
  'majority lost': async (group) => {
    const primary = await group.primary()
    const [survivor, other] = group.members.filter((member) => member !== primary)
    if (survivor === undefined || other === undefined) throw new Error('A group has three members.')
    await Promise.all([primary.kill(), other.kill()])
    await sleep(8_000)
    await survivor.ask(
      `set global group_replication_force_members = '${survivor.address}:33061'`,
      "set global group_replication_force_members = ''",
    )
    await untilAnother(group, primary)
    await primary.start()
    await other.start()
  },
  'all killed': async (group) => {
    await Promise.all(group.members.map((member) => member.kill()))
    await Promise.all(group.members.map((member) => member.start()))
    const newest = await newestOf(group.members)
    // Each looks for a group in vain.
    await Promise.all(group.members.map((member) => member.ask('stop group_replication')))
    await newest.ask(
      'set global group_replication_bootstrap_group = on',
      'start group_replication',
      'set global group_replication_bootstrap_group = off',
    )
    for (const member of group.members) if (member !== newest) await member.ask('start group_replication')
  },
  'a new machine instead of a secondary': async (group) => {
    const primary = await group.primary()
    await group.members.find((member) => member !== primary)?.replace()
  },
} as const satisfies Record<string, (group: MysqlGroup) => Promise<void>>

/** Longer than a group takes to expel a silent member and elect another primary. */
const frozenMs = 25_000

async function freezePrimary(group: MysqlGroup, withFence: boolean): Promise<void> {
  const primary = await group.primary()
  primary.freeze(withFence)
  await sleep(frozenMs)
  primary.thaw()
  await untilMember(primary)
}

async function cutPrimary(group: MysqlGroup, what: 'group' | 'machine'): Promise<void> {
  const primary = await group.primary()
  await primary.cut(what)
  await untilAnother(group, primary)
  await primary.restore()
  await untilMember(primary)
}

async function switchFrom(group: MysqlGroup, primary: GroupMember): Promise<void> {
  const [row] = await primary.ask(
    `select member_id as id from performance_schema.replication_group_members
     where member_role = 'SECONDARY' and member_state = 'ONLINE' limit 1`,
  )
  await primary.ask(`select group_replication_set_as_primary('${String(row?.id)}')`)
  await untilAnother(group, primary)
}

async function untilAnother(group: MysqlGroup, than: GroupMember): Promise<void> {
  while ((await group.primary()) === than) await sleep(100)
}

/** The one that has what each other one has. */
async function newestOf(members: readonly GroupMember[]): Promise<GroupMember> {
  const sets = await Promise.all(
    members.map(async (member) => {
      const [row] = await member.ask('select @@global.gtid_executed as gtids')
      return String(row?.gtids)
    }),
  )
  for (const member of members) {
    const [row] = await member.ask(
      `select ${sets.map((gtids) => `gtid_subset('${gtids}', @@global.gtid_executed)`).join(' and ')} as hasAll`,
    )
    if (Number(row?.hasAll) === 1) return member
  }
  throw new Error(`No member has all: ${sets.join('; ')}`)
}

/** A member that was expelled tries again each five minutes; a person does not wait for that. */
async function untilMember(member: GroupMember): Promise<void> {
  for (let waited = 1; ; waited += 1) {
    // One that was frozen takes a moment to answer.
    const state = await stateInGroup(member).catch(() => 'no answer')
    if (state === 'ONLINE' && (await member.state()) !== 'opening') return
    if (state !== 'ONLINE' && waited % 10 === 0)
      await member.ask('stop group_replication', 'start group_replication').catch(() => undefined)
    await sleep(1_000)
  }
}

async function stateInGroup(member: GroupMember): Promise<string> {
  return (await inGroup(member)).state
}

async function isPrimary(member: GroupMember): Promise<boolean> {
  return (await inGroup(member)).role === 'PRIMARY'
}

async function inGroup(member: GroupMember): Promise<{ readonly state: string; readonly role: string }> {
  const [row] = await member.ask(
    `select member_state as state, member_role as role
     from performance_schema.replication_group_members where member_id = @@server_uuid`,
  )
  return { state: String(row?.state), role: String(row?.role) }
}
