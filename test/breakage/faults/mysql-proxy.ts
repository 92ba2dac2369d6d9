import { once } from 'node:events'
import { createConnection, createServer, type Socket } from 'node:net'
import { type InterruptibleServer, listenInterruptibly } from '../../support/listen-locally.ts'
import { firstPacket, hookError, rollback, statementOf } from './mysql-packets.ts'

/**
 * What happens to one COMMIT in transit. The client cannot tell which: its connection breaks, or it gets an error
 * that does not say.
 */
export type CommitFault =
  /** It never reaches the server, which rolls back. */
  | 'request lost'
  /** It reaches the server, which commits; the reply is lost. */
  | 'reply lost'
  /**
   * It reaches the server late: only after the client has begun its next writing or locking statement on
   * another connection.
   */
  | 'request late'
  /** The server rolls back, and its reply is the error of a primary that leaves its group. */
  | 'error, rolled back'
  /** It takes effect, and the reply is that error. */
  | 'error, committed'

/** A transaction as it was sent: its statements from BEGIN to COMMIT or ROLLBACK. */
export type SentTransaction = readonly string[]

/**
 * A network link between the service and its MySQL that can be broken at will. It understands unencrypted
 * MySQL.
 */
export interface MysqlProxy extends Pick<InterruptibleServer, 'refuse' | 'restore' | 'close'> {
  /** The same database, reached through this proxy. */
  urlOf(databaseUrl: string): string
  /**
   * Does this to the next COMMIT of a transaction that contains such a statement; resolves when it has
   * happened.
   */
  breakCommit(fault: CommitFault, statement: RegExp): Promise<void>
  /**
   * Delivers the delayed COMMIT now; resolves when the server has replied to it. Does nothing if there is
   * none.
   */
  deliverLate(): Promise<void>
  /** Breaks the connection just before such a statement reaches the server; resolves when it has. */
  breakBefore(statement: RegExp): Promise<void>
  /**
   * Such a statement does not reach the server, and its connection stays silent; resolves when that has
   * happened.
   */
  hangBefore(statement: RegExp): Promise<void>
  /** The same, and its connection breaks after this time. */
  breakLate(statement: RegExp, afterMs: number): Promise<void>
  /**
   * From now on nothing gets through in either direction, without any notification. A connection breaks after this
   * time. @default never
   */
  hang(afterMs?: number): void
  /** Works again; whatever hung continues, and nothing that was planned happens any more. */
  restore(): Promise<void>
  /** Breaks every open connection, once. */
  cut(): void
  /** Connections since the start. */
  connections(): number
  /** Every transaction that has ended since the start, in order of its end. */
  readonly transactions: readonly SentTransaction[]
  /** Every statement since the start, in order. */
  readonly statements: readonly string[]
  /** The kinds of commands that were sent, by their first byte. */
  readonly commandBytes: ReadonlySet<number>
}

interface Plan {
  readonly kind: CommitFault | 'before' | 'hang before'
  readonly statement: RegExp
  /** When what hangs breaks. */
  readonly afterMs?: number
  readonly done: () => void
}

interface Session {
  readonly client: Socket
  readonly server: Socket
  /** Statements of the transaction that is open. */
  sent: string[]
}

/** Statements that wait for rows that another transaction has written. */
const writing = /^\s*(insert|update|delete)\b|\bfor update$/i

export async function startMysqlProxy(targetUrl: string): Promise<MysqlProxy> {
  const target = new URL(targetUrl)
  const sessions = new Set<Session>()
  const transactions: SentTransaction[] = []
  const statements: string[] = []
  const commandBytes = new Set<number>()
  let plans: Plan[] = []
  let late: { readonly session: Session; readonly packet: Buffer } | undefined
  let hanging: { readonly afterMs: number | undefined } | undefined
  let connections = 0

  function breakAfter(session: Session, afterMs: number | undefined): void {
    if (afterMs !== undefined) setTimeout(() => breakSession(session), afterMs)
  }

  function breakSession(session: Session): void {
    session.client.destroy()
    session.server.destroy()
    sessions.delete(session)
  }

  async function deliverLate(): Promise<void> {
    if (late === undefined) return
    const { session, packet } = late
    late = undefined
    if (session.server.destroyed) return
    // A server that dies does not reply.
    const reply = Promise.race([once(session.server, 'data'), once(session.server, 'close')])
    session.server.write(packet)
    await reply.catch(() => undefined)
    breakSession(session)
  }

  /** True when the packet may pass. */
  function judge(session: Session, statement: string, packet: Buffer): boolean {
    statements.push(statement)
    if (/^begin$/i.test(statement)) session.sent = []
    session.sent.push(statement)
    if (late !== undefined && late.session !== session && writing.test(statement)) {
      void deliverLate()
    }
    const isCommit = /^commit$/i.test(statement)
    if (isCommit || /^rollback$/i.test(statement)) transactions.push(session.sent)
    const plan = plans.find(({ kind, statement: wanted }) =>
      kind.endsWith('before')
        ? wanted.test(statement)
        : isCommit && session.sent.some((one) => wanted.test(one)),
    )
    if (plan === undefined) return true
    plans = plans.filter((other) => other !== plan)
    switch (plan.kind) {
      case 'hang before':
        pause(session)
        breakAfter(session, plan.afterMs)
        break
      case 'before':
      case 'request lost':
        breakSession(session)
        break
      case 'reply lost':
        session.server.removeAllListeners('data')
        session.server.once('data', () => breakSession(session))
        session.server.write(packet)
        break
      case 'error, rolled back':
      case 'error, committed':
        session.server.removeAllListeners('data')
        session.server.once('data', () => {
          session.server.on('data', (chunk) => session.client.write(chunk))
          session.client.write(hookError)
        })
        session.server.write(plan.kind === 'error, committed' ? packet : rollback)
        break
      case 'request late':
        session.client.destroy()
        late = { session, packet }
    }
    plan.done()
    return false
  }

  function connect(client: Socket): void {
    const server = createConnection({ host: target.hostname, port: Number(target.port || 3306) })
    const session: Session = { client, server, sent: [] }
    sessions.add(session)
    connections += 1
    if (hanging !== undefined) {
      pause(session)
      breakAfter(session, hanging.afterMs)
    }
    let rest = Buffer.alloc(0)
    client.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let packet = firstPacket(rest); packet !== undefined; packet = firstPacket(rest)) {
        rest = rest.subarray(packet.length)
        // A command begins a new sequence; whatever else the client sends is part of the handshake.
        if (packet[3] === 0) commandBytes.add(packet[4] ?? 0)
        const statement = statementOf(packet)
        if (statement === undefined || judge(session, statement, packet)) server.write(packet)
      }
    })
    server.on('data', (chunk) => client.write(chunk))
    for (const socket of [client, server]) {
      socket.on('error', () => undefined) // The close that follows is what counts.
      socket.on('close', () => {
        // A late COMMIT is still to be delivered for a client that is gone.
        if (late?.session !== session || socket === server) breakSession(session)
      })
    }
  }

  const line = await listenInterruptibly(() => createServer(connect))
  const cut = (): void => {
    for (const session of [...sessions]) breakSession(session)
  }
  const refuse = (): Promise<void> => {
    cut()
    return line.refuse()
  }
  const plan = (kind: Plan['kind'], statement: RegExp): Promise<void> =>
    new Promise((done) => plans.push({ kind, statement, done }))

  return {
    transactions,
    statements,
    commandBytes,
    urlOf(databaseUrl) {
      const url = new URL(databaseUrl)
      url.host = `127.0.0.1:${line.port}`
      return url.href
    },
    breakCommit: plan,
    deliverLate,
    breakBefore: (statement) => plan('before', statement),
    hangBefore: (statement) => plan('hang before', statement),
    breakLate: (statement, afterMs) =>
      new Promise((done) => plans.push({ kind: 'hang before', statement, afterMs, done })),
    hang(afterMs) {
      hanging = { afterMs }
      for (const session of sessions) {
        pause(session)
        breakAfter(session, afterMs)
      }
    },
    connections: () => connections,
    refuse,
    async restore() {
      hanging = undefined
      plans = []
      for (const session of sessions) resume(session)
      await line.restore()
    },
    cut,
    close: refuse,
  }
}

function pause({ client, server }: Session): void {
  client.pause()
  server.pause()
}

function resume({ client, server }: Session): void {
  client.resume()
  server.resume()
}
