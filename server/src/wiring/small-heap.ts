import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/**
 * Keeps V8 from using memory just because the machine has it. The service produces much garbage and retains
 * little, but V8's defaults suit programs that retain a lot: 330 MB after 120,000 polls, 145 MB with these
 * settings.
 */

/**
 * To be called first. Keeps each thread's young generation at its initial 1 MB instead of growing to 32 MB,
 * and collects the old generation when it has grown by 40 % instead of by a multiple.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString(`--heap-growing-percent=${growthPercentMax}`)
}

const growthPercentMax = 40
const growthPercentMin = 10
/** Garbage that a large heap may hold before a collection: 5,000 held polls took 20 MB less. */
const garbageBytesMax = 10 * 1024 * 1024
const growthCheckMs = 2_000

/** Bounds the garbage of a heap that has become large, for which 40 % would be much. */
function boundGarbage(): void {
  let before = growthPercentMax
  setInterval(() => {
    const percent = Math.round((100 * garbageBytesMax) / getHeapStatistics().used_heap_size)
    const now = Math.min(growthPercentMax, Math.max(growthPercentMin, percent))
    if (now !== before) setFlagsFromString(`--heap-growing-percent=${now}`)
    before = now
  }, growthCheckMs).unref()
}

/**
 * To be called once by each long-lived thread, when its start-up is over. V8's first limit for the old
 * generation is a guess of hundreds of megabytes; a first collection bases it on the memory in use. Takes
 * about 20 ms.
 */
export function settleHeapLimit(): void {
  collectorOf()?.('major')
  // The flags are those of the whole process.
  if (isMainThread) boundGarbage()
}

/** For each of the two halves between which V8 copies young objects. */
const youngBytes = 8 * 1024 * 1024
const youngHalves = 2
/** Some collections grow nothing; after this many in a row a limit of V8 has been reached. */
const idleCollectionsMax = 8

const loadCheckMs = 5_000
/** Share of the time in which the event loop is busy. */
const busyShareMin = 0.5

/**
 * Enlarges the young generation of a thread that serves requests whenever it has been busy for some seconds, to
 * be called after `keepHeapSmall`. V8 shrinks it again in quiet times, and a process that holds thousands of polls
 * and ends few saves those 14 MB.
 */
export function growYoungGenerationUnderLoad(): void {
  let before = performance.eventLoopUtilization()
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization >= busyShareMin) growYoungGeneration()
  }, loadCheckMs).unref()
}

/**
 * Enlarges the young generation to 8 MB in each half. With 100 requests in progress, 1 MB is collected every
 * 2 ms and half of it survives: a poll took 1.6 times the processor time. Takes about 30 ms.
 */
export function growYoungGeneration(): void {
  const collect = collectorOf()
  if (collect === undefined) return
  // V8 has no flag for its size at run time, but doubles it when as much as it holds has survived.
  setFlagsFromString('--semi-space-growth-factor=2')
  for (let idle = 0; idle < idleCollectionsMax && youngCapacity() < youngHalves * youngBytes; ) {
    const before = youngCapacity()
    const survivors = Array.from({ length: 50_000 }, (_, index) => ({ index }))
    collect('minor')
    survivors.length = 0
    idle = youngCapacity() > before ? 0 : idle + 1
  }
  setFlagsFromString('--semi-space-growth-factor=1')
}

function youngCapacity(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0
}

/** V8's garbage collector. @returns undefined where this Node has none to call */
function collectorOf(): ((type: 'major' | 'minor') => void) | undefined {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  return typeof collect === 'function' ? (type) => void collect({ type }) : undefined
}
