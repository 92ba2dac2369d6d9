import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import type { MysqlGroup } from '../../breakage/faults/mysql-group.ts'

/** What clients saw since the last look. */
export interface Seen {
  /** Values that were older than one acknowledged before they were asked for. */
  readonly stale: readonly string[]
  readonly writes: number
  readonly reads: number
}

export interface StaleReads {
  look(): Seen
  stop(): Promise<void>
}

const answerMsMax = 2_000
const pauseMs = 3
const retryMs = 20

/**
 * A client that counts up through one HAProxy, and clients that read the count: through the other one, and from each
 * member, as a session that a proxy has forgotten would.
 */
export async function watchForStaleReads(group: MysqlGroup): Promise<StaleReads> {
  await withSession(group.url, async (session) => {
    await session.query('create table counts (id int primary key, value int not null)')
    await session.query('insert into counts values (1, 0)')
  })
  let goesOn = true
  let asked = 0
  let acknowledged = 0
  let seen = { stale: [] as string[], writes: 0, reads: 0 }

  /** Does it again and again in one session, and in another after an error. */
  async function repeat(url: string, step: (session: Connection) => Promise<void>): Promise<void> {
    while (goesOn)
      await withSession(url, async (session) => {
        while (goesOn) {
          await inTime(step(session))
          await sleep(pauseMs)
        }
      }).catch(() => sleep(retryMs))
  }
  const write = repeat(group.url, async (session) => {
    asked += 1
    const value = asked
    await session.query('update counts set value = ? where id = 1', [value])
    acknowledged = value
    seen.writes += 1
  })
  const read = (url: string) =>
    repeat(url, async (session) => {
      const least = acknowledged
      const [[row]] = await session.query<RowDataPacket[]>('select value from counts where id = 1')
      seen.reads += 1
      if (Number(row?.value) < least) seen.stale.push(`${row?.value} after ${least} from ${url}`)
    })
  const urls = [group.otherUrl, ...group.members.map(({ address }) => directUrl(group, address))]
  const clients = [write, ...urls.map(read)]
  return {
    look() {
      const last = seen
      seen = { stale: [], writes: 0, reads: 0 }
      return last
    },
    async stop() {
      goesOn = false
      await Promise.all(clients)
    },
  }
}

function directUrl({ url }: MysqlGroup, address: string): string {
  const direct = new URL(url)
  direct.host = `${address}:3306`
  return direct.href
}

async function withSession(url: string, work: (session: Connection) => Promise<void>): Promise<void> {
  const session = await inTime(createConnection({ uri: url, connectTimeout: answerMsMax }))
  session.on('error', () => undefined)
  try {
    await work(session)
  } finally {
    session.destroy()
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  const late = sleep(answerMsMax, undefined, { ref: false }).then(() => {
    throw new Error('It takes too long.')
  })
  return Promise.race([work, late])
}
