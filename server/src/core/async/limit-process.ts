import { readFileSync, statSync } from 'node:fs'

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
/** Of Linux on every architecture, whatever the kernel counts with. */
const ticksPerSecond = 100

/**
 * Looks at a process until the returned function is called, and calls `onExceeded` once if it takes more than
 * the limits; the caller then ends it. Decoders of untrusted files have no limits of their own that hold, and the
 * system's are of no use: V8 reserves half a gigabyte that it never uses, and the limit of processor time is
 * one for the life of a process. It may take some 50 MB more before it is seen. Elsewhere than on Linux nothing is limited but the file.
 */
export function limitProcess(
  pid: number | undefined,
  limits: ProcessLimits,
  onExceeded: (limit: ExceededLimit) => void,
): () => void {
  const before = useOf(pid)
  const timer = setInterval(() => {
    const exceeded = exceededBy(pid, limits, before?.cpuSeconds ?? 0)
    if (exceeded === undefined) return
    clearInterval(timer)
    onExceeded(exceeded)
  }, lookMs)
  timer.unref()
  return () => clearInterval(timer)
}

function exceededBy(
  pid: number | undefined,
  { memoryBytes, cpuSeconds, file }: ProcessLimits,
  cpuBefore: number,
): ExceededLimit | undefined {
  const use = useOf(pid)
  if (use !== undefined && use.memoryBytes > memoryBytes) return 'memory'
  if (use !== undefined && use.cpuSeconds - cpuBefore > cpuSeconds) return 'processor time'
  const written = file && statSync(file.path, { throwIfNoEntry: false })
  return file !== undefined && (written?.size ?? 0) > file.bytes ? 'size of its file' : undefined
}

/** The resident memory of a process; 0 where the system does not say, or it has ended. */
export function residentBytes(pid: number | undefined): number {
  return useOf(pid)?.memoryBytes ?? 0
}

/** What a process takes now; undefined where the system does not say, or it has ended. */
function useOf(
  pid: number | undefined,
): { readonly memoryBytes: number; readonly cpuSeconds: number } | undefined {
  const stat = pid === undefined ? undefined : readStat(pid)
  return stat && { memoryBytes: stat.pages * pageBytes(), cpuSeconds: stat.ticks / ticksPerSecond }
}

function readStat(pid: number | 'self'): { readonly ticks: number; readonly pages: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The second field is the program's name in parentheses, which may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { ticks: Number(fields[11]) + Number(fields[12]), pages: Number(fields[21]) }
  } catch {
    return undefined
  }
}

let knownPageBytes: number | undefined

/** 4096 on most machines; of this process both its pages and its bytes are known. */
function pageBytes(): number {
  knownPageBytes ??= 2 ** Math.round(Math.log2(process.memoryUsage.rss() / (readStat('self')?.pages ?? 1)))
  return knownPageBytes
}
