import { type ServiceProcess, startServiceProcess } from './service-process.ts'

/** Processes of one service that come back whenever they die, as under an orchestrator. */
export interface ProcessGroup {
  /** Addresses of the APIs that respond right now. */
  urls(): readonly string[]
  /** Kills one of them with SIGKILL; `pick` is a number from 0 to 1. Returns its role. */
  killOne(pick: number): 'api' | 'worker'
  /** Throws when one ended by itself, with its last output. */
  expectNoCrash(): void
  /** Ends all of them for good. */
  stop(): Promise<void>
}

interface Slot {
  readonly role: 'api' | 'worker'
  process: ServiceProcess
  url: string | undefined
}

export async function startProcessGroup(options: {
  readonly apis: number
  readonly workers: number
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
      slot.process = startOf(slot.role)
      start(slot)
    })
  }
  const { apis, workers, ...common } = options
  const startOf = (role: Slot['role']): ServiceProcess =>
    startServiceProcess({ role, report: false, ...common })
  const slots = [...Array(apis).fill('api'), ...Array(workers).fill('worker')].map(
    (role: Slot['role']): Slot => ({ role, process: startOf(role), url: undefined }),
  )
  for (const slot of slots) start(slot)
  await Promise.all(slots.map((slot) => slot.process.ready))

  return {
    urls: () => slots.flatMap(({ role, url }) => (role === 'api' && url !== undefined ? [url] : [])),
    killOne(pick) {
      const slot = slots[Math.floor(pick * slots.length)]
      if (slot === undefined) throw new RangeError('A pick is a number from 0 to 1.')
      slot.url = undefined
      slot.process.signal('SIGKILL')
      return slot.role
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
