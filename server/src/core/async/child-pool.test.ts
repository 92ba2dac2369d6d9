import { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type RenderRequest, type RenderResult, rendererEntry } from '@mediagen/studio'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { untilHolds } from '../../../../test/support/until-holds.ts'
import { type ChildPool, type ChildPoolOptions, createChildPool, type LostJob } from './child-pool.ts'

/** A child that does what the prompt says, and includes its process id in every result. */
const obedientChild = `
import { writeFileSync } from 'node:fs'
const jobs = {
  // The signal may arrive a moment later, and nothing may be sent until then.
  crash: () => { process.kill(process.pid, 'SIGSEGV'); for (;;); },
  hang: () => { for (;;); },
  write: () => {
    writeFileSync(process.env.TMPDIR + '/written', 'a film')
    return { contentType: 'text/plain', bytes: Buffer.from('') }
  },
  count: () => {
    for (const share of [0.25, 0.5, 0.75]) process.send(share)
    return { contentType: 'text/plain', bytes: Buffer.from('') }
  },
  work: (request) => ({ contentType: 'text/plain', bytes: Buffer.from(process.pid + ' ' + (request.input?.length ?? 0)) }),
}
process.on('message', (request) => {
  const media = jobs[request.prompt](request)
  if (media) process.send({ kind: 'succeeded', media })
})
process.on('disconnect', () => process.exit(0))
`

let folder: string
let obedient: URL
type RendererPool = ChildPool<RenderRequest, RenderResult>

const opened: RendererPool[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-pool-'))
  obedient = await writeEntry('obedient.mjs', obedientChild)
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((pool) => pool.close()))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

async function writeEntry(name: string, text: string): Promise<URL> {
  await writeFile(join(folder, name), text)
  return pathToFileURL(join(folder, name))
}

function openPool(options: ChildPoolOptions<RenderRequest>): RendererPool {
  const pool: RendererPool = createChildPool(options)
  opened.push(pool)
  return pool
}

const never = new AbortController().signal
const ask = (prompt: string, input?: Uint8Array): RenderRequest => ({
  product: 'image.generate',
  prompt,
  widthPx: 8,
  heightPx: 8,
  ...(input && { input }),
})

function pidOf(result: RenderResult | LostJob): number {
  if (result.kind !== 'succeeded') throw new Error(`The job was ${result.kind}.`)
  return Number.parseInt(Buffer.from(result.media.bytes).toString(), 10)
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('a renderer pool', () => {
  test('keeps a child warm: the second job runs in the process of the first', async () => {
    const pool = openPool({ entry: obedient, size: 2 })
    const first = pidOf(await pool.run(ask('work'), never))
    expect(pidOf(await pool.run(ask('work'), never))).toBe(first)
    expect(first).not.toBe(process.pid)
  })

  test('passes on how far a job is, each time that its child says so', async () => {
    const pool = openPool({ entry: obedient, size: 1 })
    const [counted, other]: [number[], number[]] = [[], []]
    const jobs = [
      pool.run(ask('count'), never, (share) => counted.push(share)),
      pool.run(ask('work'), never, (share) => other.push(share)),
    ]
    expect((await Promise.all(jobs)).map(({ kind }) => kind)).toEqual(['succeeded', 'succeeded'])
    expect([counted, other]).toEqual([[0.25, 0.5, 0.75], []])
  })

  test('runs as many jobs at once as it has children, and the rest in order after them', async () => {
    const pool = openPool({ entry: obedient, size: 2 })
    const results = await Promise.all(Array.from({ length: 7 }, () => pool.run(ask('work'), never)))
    expect(new Set(results.map(pidOf)).size).toBe(2)
  })

  test('carries an upload of 20 MB to the child', async () => {
    const pool = openPool({ entry: obedient, size: 1 })
    const result = await pool.run(ask('work', new Uint8Array(20 * 1024 * 1024)), never)
    if (result.kind !== 'succeeded') throw new Error(result.kind)
    expect(Buffer.from(result.media.bytes).toString()).toContain(' 20971520')
  })

  test('a crash in native code loses only that job', async () => {
    const pool = openPool({ entry: obedient, size: 1 })
    const crash = pool.run(ask('crash'), never)
    const next = pool.run(ask('work'), never)
    expect(await crash).toEqual({ kind: 'lost' })
    expect((await next).kind).toBe('succeeded')
  })

  test('reports each crash, and no child that it ended itself', async () => {
    let crashes = 0
    const onCrash = () => {
      crashes += 1
    }
    const crashing = openPool({ entry: obedient, size: 1, onCrash })
    await crashing.run(ask('crash'), never)
    await crashing.run(ask('crash'), never)
    expect(crashes).toBe(2)
    // A child of its own: a deadline as short as this would end one that is slow to crash.
    const pool = openPool({ entry: obedient, size: 1, jobMsMax: 300, onCrash })
    await pool.run(ask('hang'), never)
    const aborted = new AbortController()
    const hanging = pool.run(ask('hang'), aborted.signal)
    aborted.abort()
    await hanging
    await pool.run(ask('work'), never)
    await pool.close()
    expect(crashes).toBe(2)
  })

  test('what a child has written goes with it, however it ends', async () => {
    const made: string[] = []
    const makeFolder = () => {
      const path = mkdtempSync(join(folder, 'child-'))
      made.push(path)
      return { path, remove: () => rm(path, { recursive: true }) }
    }
    const pool = openPool({ entry: obedient, size: 1, makeFolder })
    await pool.run(ask('write'), never)
    expect(made.map((path) => readdirSync(path))).toEqual([['written']])
    await pool.run(ask('crash'), never)
    await pool.run(ask('write'), never)
    await pool.close()
    expect(made).toHaveLength(2)
    expect(made.filter((path) => existsSync(path))).toEqual([])
  })

  test('a child that holds more than it may after a job is replaced, and the next job waits for that', async () => {
    const pool = openPool({ entry: obedient, size: 1, keptBytesMax: 1 })
    const results = await Promise.all([pool.run(ask('work'), never), pool.run(ask('work'), never)])
    expect(new Set(results.map(pidOf)).size).toBe(process.platform === 'linux' ? 2 : 1)
  })

  test('a job past the deadline is abandoned', async () => {
    const pool = openPool({ entry: obedient, size: 1, jobMsMax: 150 })
    expect(await pool.run(ask('hang'), never)).toEqual({ kind: 'lost', exceeded: 'time' })
  })

  test('an abort stops a running job and takes a waiting one out of the queue', async () => {
    const pool = openPool({ entry: obedient, size: 1 })
    await pool.run(ask('work'), never)
    const running = new AbortController()
    const waiting = new AbortController()
    const first = pool.run(ask('hang'), running.signal)
    const second = pool.run(ask('hang'), waiting.signal)
    waiting.abort()
    expect(await second).toEqual({ kind: 'lost' })
    running.abort()
    expect(await first).toEqual({ kind: 'lost' })
    expect((await pool.run(ask('work'), never)).kind).toBe('succeeded')
  })

  test('close ends idle and working children, and nothing is rendered afterwards', async () => {
    const pool = openPool({ entry: obedient, size: 1 })
    const pid = pidOf(await pool.run(ask('work'), never))
    const hanging = pool.run(ask('hang'), never)
    const waiting = pool.run(ask('work'), never)
    await pool.close()
    const notBlamed = { kind: 'lost', isMachines: true }
    expect(await hanging).toEqual(notBlamed)
    expect(await waiting).toEqual(notBlamed)
    expect(lives(pid)).toBe(false)
    expect(await pool.run(ask('work'), never)).toEqual(notBlamed)
  })

  test('a job waits while no child can be started', async () => {
    const { execPath } = process
    let failures = 0
    const onCrash = () => {
      failures += 1
    }
    const pool = openPool({ entry: obedient, size: 1, startPauseMs: 5, onCrash })
    try {
      process.execPath = join(folder, 'missing')
      const jobs = [pool.run(ask('work'), never), pool.run(ask('work'), never)]
      await untilHolds(() => expect(failures).toBeGreaterThan(2))
      process.execPath = execPath
      for (const job of jobs) expect((await job).kind).toBe('succeeded')
    } finally {
      process.execPath = execPath
    }
  })

  test('a job is lost, and not to blame, after so many starts that failed, each of which is reported with its reason', async () => {
    const reasons: unknown[] = []
    let isFull = true
    const makeFolder = () => {
      if (isFull) throw new Error('no space left on the disk')
      const path = mkdtempSync(join(folder, 'child-'))
      return { path, remove: () => rm(path, { recursive: true }) }
    }
    const onCrash = (startError?: unknown) => void reasons.push(startError)
    const pool = openPool({ entry: obedient, size: 1, startPauseMs: 1, startsMax: 3, makeFolder, onCrash })
    const jobs = [pool.run(ask('work'), never), pool.run(ask('work'), never)]
    for (const job of jobs) expect(await job).toEqual({ kind: 'lost', isMachines: true })
    expect(reasons).toEqual(Array(3).fill(new Error('no space left on the disk')))
    isFull = false
    expect((await pool.run(ask('work'), never)).kind).toBe('succeeded')
  })

  test('a child that ends before it is ready has failed to start: its job is not to blame, and gets the next one', async () => {
    const marker = join(folder, 'has-started')
    const failing = `
import fs from 'node:fs'
if (!fs.existsSync(${JSON.stringify(marker)})) {
  fs.writeFileSync(${JSON.stringify(marker)}, '')
  process.exit(3)
}
${obedientChild}
process.send('ready')`
    const reasons: unknown[] = []
    const onCrash = (startError?: unknown) => void reasons.push(startError)
    const entry = await writeEntry('failing-once.mjs', failing)
    const pool = openPool({ entry, saysReady: true, size: 1, startPauseMs: 1, onCrash })
    const [first, second] = await Promise.all([pool.run(ask('work'), never), pool.run(ask('work'), never)])
    expect(pidOf(second)).toBe(pidOf(first))
    expect(reasons).toEqual([new Error('A process ended before it was ready: code 3.')])
  })

  test('a job is lost, and not to blame, after so many children that ended before they were ready', async () => {
    const entry = await writeEntry('unloadable.mjs', "import './missing.mjs'")
    const reasons: unknown[] = []
    const onCrash = (startError?: unknown) => void reasons.push(startError)
    const pool = openPool({ entry, saysReady: true, size: 1, startPauseMs: 1, startsMax: 2, onCrash })
    expect(await pool.run(ask('work'), never)).toEqual({ kind: 'lost', isMachines: true })
    expect(reasons).toEqual(Array(2).fill(new Error('A process ended before it was ready: code 1.')))
  })

  test('a child that SIGKILL does not end is given up: its job is not to blame, and the next one gets its place', async () => {
    const pool = openPool({ entry: obedient, size: 1, killMsMax: 1 })
    const first = pidOf(await pool.run(ask('work'), never))
    // As for a process that waits for a disk.
    const kill = vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true)
    const stop = new AbortController()
    const hanging = pool.run(ask('hang'), stop.signal)
    const next = pool.run(ask('work'), never)
    stop.abort()
    expect(await hanging).toEqual({ kind: 'lost', isMachines: true })
    expect(pidOf(await next)).not.toBe(first)
    const second = pool.run(ask('hang'), never)
    await pool.close()
    expect(await second).toEqual({ kind: 'lost', isMachines: true })
    const given = kill.mock.contexts as unknown as readonly ChildProcess[]
    const pids = new Set(given.map(({ pid }) => pid))
    kill.mockRestore()
    for (const pid of pids) if (pid !== undefined) process.kill(pid, 'SIGKILL')
  })

  test('an idle child is ended, and the next job gets a new one', async () => {
    const pool = openPool({ entry: obedient, size: 1, idleMsMax: 20 })
    const first = pidOf(await pool.run(ask('work'), never))
    await untilHolds(() => expect(lives(first)).toBe(false))
    expect(pidOf(await pool.run(ask('work'), never))).not.toBe(first)
  })
})

test('the real renderer process renders, and distinguishes a broken input from a fault', async () => {
  const pool = openPool({ entry: rendererEntry, size: 1 })
  const painted = await pool.run({ ...ask('a red boat on a lake'), widthPx: 96, heightPx: 64 }, never)
  if (painted.kind !== 'succeeded') throw new Error(painted.kind)
  expect(painted.media.contentType).toBe('image/png')
  const broken = { ...ask('', new Uint8Array(500)), product: 'image.transform' as const, effectId: 'noir' }
  expect(await pool.run(broken, never)).toMatchObject({ kind: 'failed', code: 'INVALID_INPUT' })
})
