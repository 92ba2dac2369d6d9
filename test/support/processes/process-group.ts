import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts'

/** Processes of one service that come back whenever they die, as under an orchestrator. */
export interface ProcessGroup {
  /** Addresses of the APIs that respond right now. */
  urls(): readonly string[]
  /** Those that run right now. */
  running(): readonly { readonly role: Role; readonly pid: number }[]
  /** Kills one of them with SIGKILL; `pick` is a number from 0 to 1. Returns its role. */
  killOne(pick: number): Role
  /** Stops one of them with SIGSTOP for so long, in milliseconds, as a machine that swaps would. */
  freezeOne(pick: number, durationMs: number): Role
  /** Resolves when all are up, unless one is killed meanwhile: then when that has happened. */
  untilUp(): Promise<void>
  /** Throws when one ended by itself, with its last output. */
  expectNoCrash(): void
  /** Ends all of them for good. */
  stop(): Promise<void>
}

type Role = ServiceProcessOptions['role']

interface Slot {
  readonly role: Role
  readonly clockMs: number | undefined
  process: ServiceProcess
  url: string | undefined
}

export async function startProcessGroup(options: {
  /** A process for each; `clockMs` is how far its clock is ahead. */
  readonly processes: readonly { readonly role: Role; readonly clockMs?: number }[]
  readonly environment: Readonly<Record<string, string>>
  readonly engineUrl?: string
  readonly leaseMs: number
}): Promise<ProcessGroup> {
  const crashes: string[] = []
  let stopping = false

  function start(slot: Slot): void {
    slot.process.ready.then(
      (url) => {
        slot.url = url
      },
      () => undefined, // killed before it was ready; its end below brings the next one
    )
    const { ended, lastOutput } = slot.process
    void ended.then((signal) => {
      slot.url = undefined
      if (signal !== 'SIGKILL') crashes.push(`a ${slot.role} ended by itself: ${lastOutput()}`)
      if (stopping) return
      slot.process = startOf(slot)
      start(slot)
    })
  }
  const { processes, ...common } = options
  const startOf = ({ role, clockMs }: Pick<Slot, 'role' | 'clockMs'>): ServiceProcess =>
    startServiceProcess({ role, report: false, ...common, ...(clockMs !== undefined && { clockMs }) })
  const slots = processes.map(({ role, clockMs }): Slot => {
    const slot = { role, clockMs }
    return { ...slot, process: startOf(slot), url: undefined }
  })
  for (const slot of slots) start(slot)
  await Promise.all(slots.map((slot) => slot.process.ready))

  const slotAt = (pick: number): Slot => {
    const slot = slots[Math.floor(pick * slots.length)]
    if (slot === undefined) throw new RangeError('A pick is a number from 0 to 1.')
    return slot
  }
  return {
    urls: () => slots.flatMap(({ role, url }) => (role !== 'worker' && url !== undefined ? [url] : [])),
    running: () => slots.map(({ role, process }) => ({ role, pid: process.pid })),
    killOne(pick) {
      const slot = slotAt(pick)
      slot.url = undefined
      slot.process.signal('SIGKILL')
      return slot.role
    },
    freezeOne(pick, durationMs) {
      const { process, role } = slotAt(pick)
      process.signal('SIGSTOP')
      setTimeout(() => process.signal('SIGCONT'), durationMs).unref()
      return role
    },
    async untilUp() {
      await Promise.allSettled(slots.map((slot) => slot.process.ready))
    },
    expectNoCrash() {
      if (crashes.length > 0) throw new Error(crashes.join('\n'))
    },
    async stop() {
      stopping = true
      await Promise.all(slots.map((slot) => slot.process.kill()))
    },
  }
}
