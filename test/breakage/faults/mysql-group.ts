import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { findProgram } from '../../../scripts/set-up/debian.mjs'
import { projectRoot } from '../../../scripts/set-up/project.mjs'
import { findFreePort } from '../../support/free-port.ts'
import { endGuarded, startGuard } from '../../support/mysql.ts'
import { createMysqlData, isMariadbProgram, memoryFolderIfRoom } from '../../support/mysql-data.ts'
import { findMysqlProgram } from '../../support/mysql-source.ts'
import { createMember, drain, type GroupMember, type OwnMember } from './group-member.ts'
import { startNetwork } from './network.ts'

/** Three members of a group, each with its fence, and HAProxy before them, from the files of examples/three-machines/. */
export interface MysqlGroup {
  /** Through one HAProxy; `migrate` may use it, too. */
  readonly url: string
  /** The same through another HAProxy, as another machine has one. */
  readonly otherUrl: string
  readonly members: readonly GroupMember[]
  readonly hasFences: boolean
  /** The member whose fence is open; waits until there is one. */
  primary(): Promise<GroupMember>
  /** Resolves when all three are members of one group, and one is open. */
  untilWhole(): Promise<void>
  /** Ends all, with their data. */
  stop(): Promise<void>
}

export interface MysqlGroupOptions {
  /** Its name; empty at first. @default 'mediagen' */
  readonly database?: string
  /** Of all members. @default that of the example, BEFORE_ON_PRIMARY_FAILOVER */
  readonly consistency?: 'EVENTUAL'
  /** Whether members are closed while they are not the primary. @default true; without, HAProxy asks for roles */
  readonly hasFences?: boolean
}

/** Why this machine cannot have one, or undefined. */
export function groupIsMissing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'network namespaces take root on Linux'
  for (const name of ['haproxy', 'ip', 'nsenter', 'unshare'])
    if (findProgram(name) === undefined) return `${name} is not installed`
  if (spawnSync('unshare', ['--net', 'true']).status !== 0) return 'this program may not make networks'
  const program = findMysqlProgram()
  if (program === undefined || isMariadbProgram(program))
    return 'MEDIAGEN_TEST_MYSQLD names no mysqld of MySQL 8.4 or later'
  return undefined
}

const examples = join(projectRoot, 'examples/three-machines')
const membersCount = 3
export const groupPort = 33061
const untilMsMax = 180_000

export async function startMysqlGroup({
  database = 'mediagen',
  consistency,
  hasFences = true,
}: MysqlGroupOptions = {}): Promise<MysqlGroup> {
  const folder = mkdtempSync(join(memoryFolderIfRoom(), 'mediagen-group-'))
  const network = await startNetwork(membersCount, groupPort)
  const ends: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
    network.stop,
  ]
  const program = findMysqlProgram() ?? 'mysqld'
  const exampleOf = (file: string): string =>
    readFileSync(join(examples, file), 'utf8')
      .replaceAll('10.77.0.', `${network.prefix}.`)
      .replace(/\bmediagen\.\*/g, `${database}.*`)
      .replace('EXISTS mediagen ', `EXISTS ${database} `)
      .replace('offline_mode = ON', `offline_mode = ${hasFences ? 'ON' : 'OFF'}`)
      .replaceAll('replace-me-', 'of-this-run-')
      .replace('BEFORE_ON_PRIMARY_FAILOVER', consistency ?? 'BEFORE_ON_PRIMARY_FAILOVER')
  const data = createMysqlData(program, { within: folder })
  const members = await Promise.all(
    network.namespaces.map((namespace, at) =>
      createMember({
        at: at + 1,
        namespace,
        folder,
        program,
        from: data.folder,
        network,
        exampleOf,
        hasFences,
      }),
    ),
  )
  ends.push(() => Promise.all(members.map((member) => member.stop())))
  const stop = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end()
  }
  try {
    await bootstrap(members, exampleOf)
    const ports: number[] = []
    for (const name of ['one', 'other']) {
      const port = await findFreePort()
      const file = join(folder, `haproxy-${name}.cfg`)
      writeFileSync(file, exampleOf('haproxy.cfg').replace('127.0.0.1:6033', `127.0.0.1:${port}`))
      const proxy = startGuard([findProgram('haproxy') ?? 'haproxy', '-db', '-f', file], {
        folder: '',
        signal: 'KILL',
      })
      drain(proxy)
      ends.push(() => endGuarded(proxy, true))
      ports.push(port)
    }
    const group: MysqlGroup = {
      url: `mysql://mediagen_migrate:of-this-run-migrate@127.0.0.1:${ports[0]}/${database}`,
      otherUrl: `mysql://mediagen_migrate:of-this-run-migrate@127.0.0.1:${ports[1]}/${database}`,
      members,
      hasFences,
      async primary() {
        return until('a member that is open', async () => {
          const states = await Promise.all(members.map((member) => member.state()))
          return members[states.indexOf('open')]
        })
      },
      async untilWhole() {
        await until('three members', async () => {
          const [row] = await (await group.primary()).ask(
            "select count(*) as n from performance_schema.replication_group_members where member_state = 'ONLINE'",
          )
          return Number(row?.n) === members.length || undefined
        })
      },
      stop,
    }
    await group.untilWhole()
    for (const url of [group.url, group.otherUrl])
      await until('a way through HAProxy', async () => {
        await (await createConnection(url)).end()
        return true
      })
    return group
  } catch (error) {
    await stop()
    throw error
  }
}

/** As docs/three-machines.md says. */
async function bootstrap(members: readonly OwnMember[], exampleOf: (file: string) => string): Promise<void> {
  await Promise.all(members.map((member) => member.start()))
  const [first, ...others] = members
  await first?.load(exampleOf('bootstrap.sql'))
  await first?.load(exampleOf('users.sql'))
  for (const member of others) {
    await member.join()
    await until('a member that is copied', async () => {
      const [row] = await member.ask(
        'select member_state as state from performance_schema.replication_group_members where member_id = @@server_uuid',
      )
      return row?.state === 'ONLINE' || undefined
    })
  }
  for (const member of members) member.startFence()
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  const endsAtMs = performance.now() + untilMsMax
  for (let last: unknown; ; ) {
    try {
      const found = await find()
      if (found !== undefined) return found
    } catch (error) {
      last = error
    }
    if (performance.now() > endsAtMs) throw new Error(`There is not ${what}.`, { cause: last })
    await sleep(100)
  }
}
