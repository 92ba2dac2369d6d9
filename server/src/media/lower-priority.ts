import { constants, setPriority } from 'node:os'

/** Lowers the priority of a process, so that the service responds quickly beside it. @param pid 0 for this one */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or its priority is lower still, which only root may raise.
  }
}
