import type { SweepSettings } from './process-parts.ts'
import { type ServiceProcess, type ServiceProcessOptions, startServiceProcess } from './service-process.ts'

/** Processes of one service that come back whenever they die, as under an orchestrator. */
export interface ProcessGroup {
  /** Addresses of the APIs that respond right now. */
  urls(): readonly string[]
  /** Those that run right now. */
  running(): readonly { readonly role: Role; readonly pid: number }[]
  /** Kills one of them with SIGKILL; `pick` is a number from 0 to 1. */
  killOne(pick: number): void
  /** Kills all of them at once. */
  killAll(): void
  /** Stops one of them with SIGSTOP for so long, in milliseconds, as a machine that swaps would. */
  freezeOne(pick: number, durationMs: number): void
  /** Lets the clock of one, if it was started with `clockMs`, jump to so many milliseconds ahead of the machine's. */
  setClockOfOne(pick: number, aheadMs: number): void
  /** Resolves when all are up, unless one is killed meanwhile: then when that has happened. */
  untilUp(): Promise<void>
  /** What each that ended by itself last wrote. */
  readonly crashes: readonly string[]
  /** Throws when one ended by itself, with its last output. */
  expectNoCrash(): void
  /** Ends all of them for good. */
  stop(): Promise<void>
}

type Role = ServiceProcessOptions['role']

/** One process of a group. */
interface Member {
  readonly role: Role
  /** How far its clock is ahead of the machine's, in milliseconds. @default the machine's clock itself */
  readonly clockMs?: number
  /** Variables of its own, over those of all. */
  readonly environment?: Readonly<Record<string, string>>
}

interface Slot {
  member: Member
  process: ServiceProcess
  url: string | undefined
  isDying: boolean
}

export async function startProcessGroup(options: {
  readonly processes: readonly Member[]
  readonly environment: Readonly<Record<string, string>>
  readonly engineUrl?: string
  readonly gateUrl?: string
  readonly sweeps?: SweepSettings
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
      if (signal !== 'SIGKILL') crashes.push(`a ${slot.member.role} ended by itself: ${lastOutput()}`)
      if (stopping) return
      slot.isDying = false
      slot.process = startOf(slot.member)
      start(slot)
    })
  }
  const { processes, environment, ...common } = options
  const startOf = (member: Member): ServiceProcess =>
    startServiceProcess({
      report: false,
      ...common,
      ...member,
      environment: { ...environment, ...member.environment },
    })
  const slots = processes.map(
    (member): Slot => ({ member, process: startOf(member), url: undefined, isDying: false }),
  )
  for (const slot of slots) start(slot)
  await Promise.all(slots.map((slot) => slot.process.ready))

  const slotAt = (pick: number): Slot => {
    const slot = slots[Math.floor(pick * slots.length)]
    if (slot === undefined) throw new RangeError('A pick is a number from 0 to 1.')
    return slot
  }
  function kill(slot: Slot): void {
    slot.url = undefined
    slot.isDying = true
    slot.process.signal('SIGKILL')
  }
  return {
    urls: () =>
      slots.flatMap(({ member, url }) => (member.role !== 'worker' && url !== undefined ? [url] : [])),
    running: () => slots.map(({ member, process }) => ({ role: member.role, pid: process.pid })),
    killOne: (pick) => kill(slotAt(pick)),
    killAll: () => slots.forEach(kill),
    freezeOne(pick, durationMs) {
      const { process } = slotAt(pick)
      process.signal('SIGSTOP')
      setTimeout(() => process.signal('SIGCONT'), durationMs).unref()
    },
    setClockOfOne(pick, aheadMs) {
      const slot = slotAt(pick)
      slot.process.setClock(aheadMs)
      slot.member = { ...slot.member, clockMs: aheadMs }
    },
    async untilUp() {
      await Promise.all(slots.map((slot) => slot.isDying && slot.process.ended))
      await Promise.allSettled(slots.map((slot) => slot.process.ready))
    },
    crashes,
    expectNoCrash() {
      if (crashes.length > 0) throw new Error(crashes.join('\n'))
    },
    async stop() {
      stopping = true
      await Promise.all(slots.map((slot) => slot.process.kill()))
    },
  }
}
