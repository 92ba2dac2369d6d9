import { readFileSync, statSync } from 'node:fs'
import { errorCodeOf } from '../errors.ts'

/** What another process may take of the machine for one piece of work. */
export interface ProcessLimits {
  /** Resident memory. */
  readonly memoryBytes: number
  /** Processor time of all its threads together, from now on. */
  readonly cpuSeconds: number
  /** A file that it writes, and its largest size. @default no limit */
  readonly file?: { readonly path: string; readonly bytes: number }
}

/** The limit that a process has exceeded. */
export type ExceededLimit = 'memory' | 'processor time' | 'size of its file'

const lookMs = 25

/** A quarter of a second, in which a process takes another gigabyte at most. */
const failedLooksMax = 10

/** Of Linux on every architecture, whatever the kernel counts with. */
const ticksPerSecond = 100

/**
 * Looks at a process until the returned function is called, and calls `onExceeded` once if it takes more than the
 * limits; the caller then ends it. So it does with 'unseen' after several looks in a row that failed, which is a
 * fault of this machine. Decoders of untrusted files have no limits of their own that hold, and the system's are of
 * no use: V8 reserves half a gigabyte that it never uses, and the limit of processor time is one for the life of a
 * process. It may take some 50 MB more before it is seen. Elsewhere than on Linux nothing is limited but the file.
 */
export function limitProcess(
  pid: number | undefined,
  limits: ProcessLimits,
  onExceeded: (limit: ExceededLimit | 'unseen') => void,
): () => void {
  let cpuBefore: number | undefined
  let failedLooks = 0
  const look = (): ExceededLimit | 'unseen' | undefined => {
    try {
      const use = useOf(pid)
      cpuBefore ??= use?.cpuSeconds
      const exceeded = exceededBy(limits, use, cpuBefore)
      failedLooks = 0
      return exceeded
    } catch {
      failedLooks += 1
      return failedLooks < failedLooksMax ? undefined : 'unseen'
    }
  }
  // What it took for earlier work does not count. Nothing has been exceeded yet.
  look()
  const timer = setInterval(() => {
    const exceeded = look()
    if (exceeded === undefined) return
    clearInterval(timer)
    onExceeded(exceeded)
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

function exceededBy(
  { memoryBytes, cpuSeconds, file }: ProcessLimits,
  use: ProcessUse | undefined,
  cpuBefore = 0,
): ExceededLimit | undefined {
  if (use !== undefined && use.memoryBytes > memoryBytes) return 'memory'
  if (use !== undefined && use.cpuSeconds - cpuBefore > cpuSeconds) return 'processor time'
  const written = file && statSync(file.path, { throwIfNoEntry: false })
  return file !== undefined && (written?.size ?? 0) > file.bytes ? 'size of its file' : undefined
}

/** The resident memory of a process; 0 where the system does not say, or it has ended. */
export function residentBytes(pid: number | undefined): number {
  try {
    return useOf(pid)?.memoryBytes ?? 0
  } catch {
    return 0
  }
}

interface ProcessUse {
  readonly memoryBytes: number
  readonly cpuSeconds: number
}

/**
 * What a process takes now; undefined where no system says that, or it has ended. Throws if this machine cannot say
 * it now.
 */
function useOf(pid: number | undefined): ProcessUse | undefined {
  const stat = pid === undefined ? undefined : readStat(pid)
  return stat && { memoryBytes: stat.pages * pageBytes(), cpuSeconds: stat.ticks / ticksPerSecond }
}

function readStat(pid: number | 'self'): { readonly ticks: number; readonly pages: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the program's name in parentheses, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { ticks: Number(fields[11]) + Number(fields[12]), pages: Number(fields[21]) }
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code = errorCodeOf(error)
  return code === 'ENOENT' || code === 'ESRCH'
}

let knownPageBytes: number | undefined

/** 4096 on most machines; of this process both its pages and its bytes are known. */
function pageBytes(): number {
  if (knownPageBytes !== undefined) return knownPageBytes
  const pages = readStat('self')?.pages
  if (!pages) throw new Error('The system does not say how many pages this process has.')
  knownPageBytes = 2 ** Math.round(Math.log2(process.memoryUsage.rss() / pages))
  return knownPageBytes
}
