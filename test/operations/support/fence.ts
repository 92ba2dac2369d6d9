import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { root } from './deployment.ts'

const clockFile = fileURLToPath(new URL('./set-clock.ts', import.meta.url))
const port = 8306

/** What the fence waits for: an answer of MySQL to `look`, `close` or `open`, or of another fence. */
export type Question = 'look' | 'close' | 'open' | 'other fence'

/** What MySQL and the other fences are, as the fence can learn it. */
export interface World {
  isPrimary: boolean
  isOffline: boolean
  /** What each of the other fences says; undefined for one that does not answer. */
  others: readonly (string | undefined)[]
}

export interface RunningFence {
  readonly world: World
  /** What it says to HAProxy and to other fences. */
  state(): Promise<string>
  /** Its clock goes on, which otherwise stands still. */
  advance(ms: number): Promise<void>
  /** Called before each question is answered; what the answer is has been decided by then. */
  onQuestion(listener: (question: Question) => Promise<void>): void
  stop(): Promise<void>
}

/** The program of examples/three-machines/, with a MySQL, two other fences and a clock that the test decides. On Linux. */
export async function startFence(): Promise<RunningFence> {
  const home = mkdtempSync(join(tmpdir(), 'mediagen-fence-'))
  const net = `127.${10 + Math.floor(Math.random() * 200)}.${Math.floor(Math.random() * 250)}`
  const [own = '', ...others] = [1, 2, 3].map((at) => `${net}.${at}`)
  const socket = join(home, 'mysql.sock')
  const world: World = { isPrimary: true, isOffline: true, others: ['closed', 'closed'] }
  let listener: (question: Question) => Promise<void> = async () => undefined
  const listening = new Set<Promise<void>>()
  const heard = async (question: Question): Promise<void> => {
    const hearing = listener(question)
    listening.add(hearing)
    await hearing
    listening.delete(hearing)
  }

  const sockets = new Set<Socket>()
  const mysql = createServer((client) => {
    sockets.add(client)
    client.on('error', () => undefined).on('close', () => sockets.delete(client))
    const lines = createInterface({ input: client })
    // It passes on the error of a client that a fence ends because the answer was late.
    lines.on('error', () => undefined)
    lines.on('line', async (statement) => {
      const [question, answer] = answerOf(world, statement)
      await heard(question)
      client.write(`${answer}\n`)
    })
  })
  mysql.listen(socket)
  const peers = others.map((address, at) =>
    createHttpServer(async (_request, response: ServerResponse) => {
      const said = world.others[at]
      await heard('other fence')
      if (said === undefined) response.destroy()
      else response.end(said)
    }).listen(port, address),
  )
  await Promise.all([mysql, ...peers].map((server) => server.listening || once(server, 'listening')))

  const options = join(home, 'fence.cnf')
  writeFileSync(options, `[client]\nsocket = ${socket}\n`)
  const client = join(home, 'mysql')
  const program = `process.stdin.pipe(require("net").connect("${socket}")).pipe(process.stdout)`
  writeFileSync(client, `#!/bin/sh\nexec '${process.execPath}' -e '${program}'\n`, { mode: 0o700 })
  const fence = fork(join(root, 'examples/three-machines/fence.mjs'), {
    execArgv: ['--import', clockFile],
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      OWN: own,
      MEMBERS: [own, ...others].join(','),
      MYSQL_OPTIONS: options,
      MYSQL: client,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let aheadMs = 0
  return {
    world,
    async state() {
      const response = await fetch(`http://${own}:${port}/`)
      return response.text()
    },
    async advance(ms) {
      aheadMs += ms
      const set = once(fence, 'message')
      fence.send({ aheadMs })
      await set
    },
    onQuestion(next) {
      listener = next
    },
    async stop() {
      listener = async () => undefined
      await Promise.allSettled(listening)
      fence.kill('SIGKILL')
      await once(fence, 'close')
      for (const client of sockets) client.destroy()
      for (const peer of peers) peer.closeAllConnections()
      await Promise.all([mysql, ...peers].map((server) => new Promise((done) => server.close(done))))
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** What MySQL does at a statement of the fence, and the line that it answers. */
function answerOf(world: World, statement: string): [Question, string] {
  const question = questionOf(statement)
  if (question === 'close') world.isOffline = true
  if (question === 'open') world.isOffline = !world.isPrimary
  const isOffline = world.isOffline ? '1' : '0'
  return [question, question === 'look' ? `${world.isPrimary ? '0' : '1'}${isOffline}` : isOffline]
}

function questionOf(statement: string): Question {
  if (statement.startsWith('SELECT')) return 'look'
  return statement.startsWith('SET GLOBAL offline_mode = ON') ? 'close' : 'open'
}
