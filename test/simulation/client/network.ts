import type { FetchedResponse, FetchFunction } from '../../../sdk/src/core/fetch.ts'
import type { ModelService } from './model-service.ts'
import type { Fault, Plan } from './plan.ts'
import { busyReply, fileReply, foreignReply } from './replies.ts'
import { type Arrival, ownError, type Reply } from './wire.ts'
import type { World } from './world.ts'

const latencyMs = 10
const chunkBytes = 16
const newTaskMs = 5_000

/** Everything between a client and the service. */
export interface Network {
  readonly fetch: FetchFunction
  /** How often each fault was met. */
  readonly met: Record<string, number>
  /** Connections in use. */
  open(): number
  /** Every connection dies; if nobody notices, its request hangs until it is given up. */
  breakAll(isNoticed: boolean): void
  /** Every request meets this from now on, or, without one, those of the plan. */
  setOutage(fault: Fault | undefined): void
  /** No request meets a fault any more. */
  heal(): void
}

/** As Node's fetch reports a broken connection. */
function brokenConnection(code: string, syscall: string): Error {
  const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall })
  return new TypeError('fetch failed', { cause })
}

export function createNetwork(
  world: World,
  service: ModelService,
  { faults, storeFaults }: Pick<Plan, 'faults' | 'storeFaults'>,
): Network {
  const met: Record<string, number> = {}
  const open = new Set<{ readonly fail: (error: Error) => void; readonly silence: () => void }>()
  let isHealed = false
  let outage: Fault | undefined
  let sent = 0
  let sentToStore = 0

  function nextFault({ host }: URL): Fault {
    const planned = host === 'files.test' ? storeFaults[sentToStore++] : faults[sent++]
    return (isHealed ? undefined : (outage ?? planned)) ?? { kind: 'none' }
  }

  const fetch: FetchFunction = (address, init) =>
    new Promise<FetchedResponse>((resolve, reject) => {
      const url = new URL(address)
      const fault = nextFault(url)
      if (fault.kind !== 'none') met[fault.kind] = (met[fault.kind] ?? 0) + 1
      const arrival: Arrival = { method: init.method, url, headers: init.headers, body: init.body }
      let isSilent = false
      let stopHold = () => {}
      let failBody = (_: Error) => {}
      const end = () => {
        stopHold()
        open.delete(connection)
        init.signal.removeEventListener('abort', abort)
      }
      const fail = (error: Error) => {
        end()
        isSilent = true
        reject(error)
        failBody(error)
      }
      const abort = () => fail(init.signal.reason)
      const connection = {
        fail,
        silence() {
          isSilent = true
          stopHold()
        },
      }
      open.add(connection)
      init.signal.addEventListener('abort', abort)

      const pass = (reply: Reply) => {
        const delayMs = fault.kind === 'delay' && fault.where === 'response' ? fault.ms : 0
        world.later(latencyMs + delayMs, () => {
          if (isSilent) return
          if (fault.kind === 'drop') return fail(brokenConnection('ECONNRESET', 'read'))
          if (fault.kind === 'silence') return
          const shown = fault.kind === 'file' ? fileReply(reply, arrival, fault.how, saysSize(url)) : reply
          const { status, headers } = shown
          const body = bodyOf(world, shown, fault, () => end())
          failBody = body.fail
          if (init.signal.aborted) return
          const stream = body.isEmpty ? null : body.stream
          resolve({ status, headers: new Headers(headers), body: stream, arrayBuffer: body.whole })
        })
      }
      const answerFor = (reply: Reply) => {
        if (fault.kind === 'foreign') pass(foreignReply(fault.what, init))
        else pass(reply)
      }
      const arrive = () => {
        // What breaks on the way back has been acted upon; what is silent before has not.
        if (isSilent && fault.kind !== 'delay') return
        // A redirect shows that nothing was passed on.
        if (fault.kind === 'foreign' && (!fault.reached || fault.what === 'redirect'))
          return pass(foreignReply(fault.what, init))
        if (fault.kind === 'busy') return pass(busyReply(world, fault.status, fault.retryAfter))
        if (fault.kind === 'replica' && isNewTask(arrival)) return pass(ownError(404, 'TASK_NOT_FOUND'))
        if (fault.kind === 'hold' && fault.ends === 'never' && 'prefer' in init.headers) return
        const mayHold = !(fault.kind === 'hold' && fault.ends === 'early')
        if (fault.kind !== 'twice') {
          stopHold = service.handle(arrival, answerFor, mayHold)
          return
        }
        const first = service.handle(arrival, fault.passesOn === 0 ? pass : () => {})
        world.later(fault.laterMs, () => {
          stopHold = service.handle(arrival, fault.passesOn === 1 ? pass : () => {})
        })
        stopHold = first
      }
      if (fault.kind === 'drop' && fault.where === 'connect')
        return void world.later(1, () => isSilent || fail(brokenConnection('ECONNREFUSED', 'connect')))
      if (fault.kind === 'drop' && fault.where === 'request')
        return void world.later(1, () => isSilent || fail(brokenConnection('ECONNRESET', 'write')))
      if (fault.kind === 'silence' && fault.where === 'request') return
      world.later(latencyMs + (fault.kind === 'delay' && fault.where === 'request' ? fault.ms : 0), arrive)
    })

  function isNewTask({ method, url }: Arrival): boolean {
    const [, , , kind, id = ''] = url.pathname.split('/')
    const task = service.tasks.get(id)
    const isNew = task !== undefined && world.now() < task.acceptedAtMs + newTaskMs - 1_000
    return method === 'GET' && kind === 'tasks' && isNew
  }

  function saysSize({ pathname }: URL): boolean {
    return service.tasks.get(pathname.split('/').at(-1) ?? '')?.course.saysSize === true
  }

  return {
    fetch,
    met,
    open: () => open.size,
    breakAll(isNoticed) {
      for (const { fail, silence } of [...open]) {
        if (isNoticed) fail(brokenConnection('ECONNRESET', 'read'))
        else silence()
      }
    },
    setOutage(fault) {
      outage = fault
    },
    heal() {
      isHealed = true
    },
  }
}

/** The body of a response as it arrives, in chunks, up to where the fault cuts it. */
function bodyOf({ later }: World, { body, headers }: Reply, fault: Fault, end: () => void) {
  const isCut = fault.kind === 'cut' && body.length > 0
  const left = isCut ? body.slice(0, Math.floor((body.length * fault.percent) / 100)) : body
  // Whoever cuts a body without a trace does not announce its length either.
  const hasLength = 'content-length' in headers
  const how = isCut ? (fault.how === 'silent' && hasLength ? 'broken' : fault.how) : 'silent'
  let sentBytes = 0
  let error: Error | undefined
  let failRead = (_: Error) => {}
  const fail = (reason: Error) => {
    error = reason
    failRead(reason)
  }
  const next = () =>
    new Promise<Uint8Array<ArrayBuffer> | undefined>((resolve, reject) => {
      failRead = reject
      if (error !== undefined) return reject(error)
      if (sentBytes < left.length) {
        const chunk = left.slice(sentBytes, sentBytes + chunkBytes)
        sentBytes += chunk.length
        later(1, () => resolve(chunk))
        return
      }
      if (how === 'stalled') return
      end()
      if (how === 'silent') return resolve(undefined)
      reject(Object.assign(new TypeError('terminated'), { cause: new Error('other side closed') }))
    })
  const isEmpty = body.length === 0
  if (isEmpty) end()
  return {
    isEmpty,
    fail,
    async whole(): Promise<ArrayBuffer> {
      if (isEmpty) return new ArrayBuffer(0)
      // The chunks of an API response arrive together.
      sentBytes = left.length
      await next()
      return left.slice().buffer
    },
    get stream() {
      return new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            const chunk = await next()
            if (chunk === undefined) controller.close()
            else controller.enqueue(chunk)
          },
          cancel: end,
        },
        { highWaterMark: 0 },
      )
    },
  }
}
