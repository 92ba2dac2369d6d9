import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createRunRecord, type RunRecord } from './run-record.ts'
import type { WorkerProcessOptions } from './worker.ts'

const worker = fileURLToPath(new URL('./worker.ts', import.meta.url))
/** As service managers wait before they restart what ended by itself. */
const restartPauseMs = 1_000

/** Worker processes, each of which is started again when it ends. */
export interface Fleet extends AsyncDisposable {
  readonly runs: RunRecord
  /** How many ended without being killed. */
  ended(): number
  /** Ends one with SIGKILL and starts another in its place; resolves to the names that it had told. */
  kill(index: number): Promise<readonly string[]>
}

export type FleetOptions = Omit<WorkerProcessOptions, 'folder' | 'runsFile'> & { readonly processes: number }

/** Resolves when every process is at work. */
export async function startFleet({ processes, ...options }: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-fleet-'))
  const runsFolder = join(folder, 'runs')
  await mkdir(runsFolder)
  const runs = createRunRecord(runsFolder)
  const members = new Map<number, Member>()
  let started = 0
  let ended = 0
  let isStopping = false

  function start(index: number): Member {
    started += 1
    const member = startMember({ ...options, folder, runsFile: join(runsFolder, `${index}-${started}`) })
    members.set(index, member)
    member.child.once('exit', () => {
      if (isStopping || members.get(index) !== member) return
      ended += 1
      setTimeout(() => isStopping || start(index), restartPauseMs).unref()
    })
    return member
  }

  await Promise.all(Array.from({ length: processes }, (_, index) => start(index).ready))
  return {
    runs,
    ended: () => ended,
    async kill(index) {
      const member = members.get(index)
      if (member === undefined) throw new RangeError(`There is no worker process ${index}.`)
      members.delete(index)
      await end(member.child)
      start(index)
      return member.names
    },
    async [Symbol.asyncDispose]() {
      isStopping = true
      await Promise.all([...members.values()].map(({ child }) => end(child)))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface Member {
  readonly child: ChildProcess
  readonly ready: Promise<void>
  readonly names: readonly string[]
}

function startMember(options: WorkerProcessOptions): Member {
  const child = spawn(process.execPath, [worker], {
    env: { ...process.env, WORKER_OPTIONS: JSON.stringify(options) },
    // What the queues say about killed processes and databases is what this is about, and not shown.
    stdio: ['pipe', 'pipe', process.env.SHOW_WORKERS === undefined ? 'ignore' : 'inherit'],
  })
  const names: string[] = []
  let rest = ''
  const ready = new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`A worker of ${options.queue} ended before it was ready.`)))
    child.stdout?.on('data', (chunk) => {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === 'ready') resolve()
        if (line.startsWith('name ')) names.push(line.slice('name '.length))
      }
    })
  })
  ready.catch(() => undefined) // nobody waits for one that is started again
  return { child, ready, names }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
