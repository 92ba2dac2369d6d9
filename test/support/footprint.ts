import { readdirSync, readFileSync } from 'node:fs'

/** Whether what a process holds can be read: it comes from /proc, which only Linux has. */
export const isMeasurable = process.platform === 'linux'

/** A line of /proc/PID/status in megabytes: VmRSS is the resident memory, VmHWM its highest. */
export function megabytesOf(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1]) / 1024
}

/** Open files and connections. */
export function descriptorsOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
