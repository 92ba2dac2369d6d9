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
  const cpuBefore = pid === undefined ? undefined : cpuSecondsOf(pid)
  const timer = setInterval(() => {
    const exceeded = exceededBy(pid, limits, cpuBefore ?? 0)
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
  if (pid !== undefined) {
    if ((residentBytesOf(pid) ?? 0) > memoryBytes) return 'memory'
    if ((cpuSecondsOf(pid) ?? 0) - cpuBefore > cpuSeconds) return 'processor time'
  }
  if (file !== undefined && (statSync(file.path, { throwIfNoEntry: false })?.size ?? 0) > file.bytes)
    return 'size of its file'
  return undefined
}

/** The resident memory of a process; undefined where the system does not say, or it has ended. */
function residentBytesOf(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(pid, 'status'))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The processor time that a process has taken; undefined where the system does not say, or it has ended. */
function cpuSecondsOf(pid: number): number | undefined {
  const text = readProc(pid, 'stat')
  // The second field is the program's name in parentheses, which may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user, system] = [fields[11], fields[12]]
  return user === undefined || system === undefined
    ? undefined
    : (Number(user) + Number(system)) / ticksPerSecond
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}
