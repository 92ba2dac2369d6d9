import { constants, setPriority } from 'node:os'

/**
 * What every child of the service does first. Its priority is below that of everything else on the machine, so that
 * the service responds quickly meanwhile. It leaves signals to its parent, and ends with it.
 */
export function serveParent(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Its priority is lower still, which only root may raise.
  }
  // Ctrl-C and a service manager signal the whole group. The parent decides what happens to running jobs.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => {})
  // An exit would wait for native code, which goes on without anybody to hold it to its limits.
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}
