// Lets clients into the MySQL of this machine while it is the primary of a majority of its group, by switching its offline_mode off,
// and tells HAProxy so. At any other time MySQL itself cuts them off and refuses them, whatever a proxy believes.
//
// No two members are open at one time. Before a fence opens, it says so and asks the others: it opens once all are closed; one
// that does not answer is given the time in which every HAProxy leaves it, and its own fence closes it. A fence that was late,
// as after a freeze, or that sees another one open, closes first.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createConnection } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const { OWN = '', MEMBERS = '', MYSQL_OPTIONS = '', MYSQL = 'mysql' } = process.env
const port = 8306
const lookEveryMs = 200
const answerMsMax = 700
const peerMsMax = 250
/** A state that is older says nothing. */
const staleMs = lookEveryMs + answerMsMax + peerMsMax
/** Longer than that, and two checks of HAProxy with their time-outs after it. */
const unknownMsMax = 4_000

const peers = MEMBERS.split(',').filter((member) => member !== OWN)
if (OWN === '' || peers.length !== 2) throw new Error('OWN must be one of the three addresses in MEMBERS.')
const socket = /^socket\s*=\s*(\S+)/m.exec(readFileSync(MYSQL_OPTIONS, 'utf8'))?.[1] ?? ''

const isElsewhere = `(SELECT COALESCE(SUM(member_id = @@server_uuid AND member_role = 'PRIMARY' AND member_state = 'ONLINE'), 0) = 0
  OR SUM(member_state IN ('ONLINE', 'RECOVERING')) * 2 <= COUNT(*) FROM performance_schema.replication_group_members)`
const statements = {
  look: `SELECT CONCAT(${isElsewhere}, @@GLOBAL.offline_mode);`,
  close: 'SET GLOBAL offline_mode = ON; SELECT @@GLOBAL.offline_mode;',
  /** Decided by the server in the moment in which it is done. */
  open: `SET GLOBAL offline_mode = ${isElsewhere}; SELECT @@GLOBAL.offline_mode;`,
}

/** `closed`: MySQL refuses, and only this process changes that. `unknown`: it may be open. @type {'unknown' | 'closed' | 'opening' | 'open'} */
let state = 'unknown'
let lookedAtMs = Number.NEGATIVE_INFINITY
/** @type {number | undefined} */
let primarySinceMs
let mysql = connect()

createServer((_request, response) => {
  const isStale = state !== 'closed' && performance.now() - lookedAtMs > staleMs
  response.writeHead(state === 'open' && !isStale ? 200 : 503, { Connection: 'close' })
  response.end(isStale ? 'unknown' : state)
}).listen(port, OWN)

for (;;) {
  try {
    await look()
  } catch {
    mysql.end()
    mysql = connect()
    primarySinceMs = undefined
    // One that starts again is closed by its my.cnf.
    if (await isGone()) tell('closed')
    else if (state !== 'closed') tell('unknown')
  }
  await sleep(lookEveryMs)
}

async function look() {
  const [elsewhere, isOffline] = await mysql.ask(statements.look)
  if (performance.now() - lookedAtMs > staleMs) {
    // Before the look counts as a new one: another fence would believe that this one is open, and close.
    if (state === 'open') tell('unknown')
    primarySinceMs = undefined
  }
  lookedAtMs = performance.now()
  const isOpen = state === 'open' && isOffline === '0'
  if (elsewhere === '1') primarySinceMs = undefined
  else primarySinceMs ??= performance.now()
  if (elsewhere === '1' || (await statesOfPeers()).includes('open')) {
    await close(isOffline)
  } else if (!isOpen) {
    if (isOffline === '0') await close(isOffline)
    await open()
  }
}

/** @param {string | undefined} isOffline */
async function close(isOffline) {
  if (isOffline === '1' || (await mysql.ask(statements.close)) === '1') tell('closed')
}

async function open() {
  // Before it asks: of two that open at one time, at least one then hears of the other.
  tell('opening')
  const others = await statesOfPeers()
  if (others.includes('open') || others.includes('opening')) return
  if (others.includes('unknown') && performance.now() - (primarySinceMs ?? 0) < unknownMsMax) return
  const askedAtMs = performance.now()
  // After a freeze, what the others said is old.
  if (askedAtMs - lookedAtMs > staleMs) return
  const isOffline = await mysql.ask(statements.open)
  lookedAtMs = askedAtMs
  if (isOffline === '0') tell('open')
}

/** @param {typeof state} next */
function tell(next) {
  if (state !== next) process.stdout.write(`${new Date().toISOString()} ${next}\n`)
  state = next
}

function statesOfPeers() {
  return Promise.all(peers.map(stateOf))
}

/** @param {string} peer */
async function stateOf(peer) {
  try {
    const response = await fetch(`http://${peer}:${port}/`, { signal: AbortSignal.timeout(peerMsMax) })
    return await response.text()
  } catch {
    return 'unknown'
  }
}

/** Whether no MySQL runs; one that is frozen still has its socket. @returns {Promise<boolean>} */
async function isGone() {
  const connection = createConnection(socket)
  try {
    await once(connection, 'connect')
    return false
  } catch (error) {
    return ['ECONNREFUSED', 'ENOENT'].includes(Reflect.get(Object(error), 'code'))
  } finally {
    connection.destroy()
  }
}

/** One session of MySQL's own client, which needs no package. */
function connect() {
  const options = [`--defaults-file=${MYSQL_OPTIONS}`, '--batch', '--skip-column-names', '--unbuffered']
  const client = spawn(MYSQL, options, { stdio: ['pipe', 'pipe', 'ignore'] })
  client.on('error', (error) => process.stderr.write(`${error.message}\n`))
  client.stdin.on('error', () => undefined)
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]()
  return {
    /** @param {string} text statements that print one line @returns {Promise<string>} */
    async ask(text) {
      client.stdin.write(`${text.replaceAll('\n', ' ')}\n`)
      const late = sleep(answerMsMax, undefined, { ref: false }).then(() => {
        throw new Error('MySQL does not answer.')
      })
      const { done, value } = await Promise.race([lines.next(), late])
      if (done) throw new Error('The session has ended.')
      return value
    },
    end() {
      client.kill('SIGKILL')
    },
  }
}
