import { expect, onTestFinished } from 'vitest'
import type {
  CancelResponse,
  FindResponse,
  PollResponse,
  Provider,
  ProviderJob,
  StartResponse,
} from '../../server/src/core/ports/provider.ts'
import {
  type Counterpart,
  type CounterpartRequest,
  type CounterpartResponse,
  startCounterpart,
} from '../engines/support/counterpart.ts'
import type { ConformanceWire, MakeProvider, Reply, Setting } from './conformance-wire.ts'

/** The scripted engine's responses in one check; those not named are the wire's. */
export interface Script {
  readonly submission?: Reply
  /** Everything that is no submission. */
  readonly other?: Reply
}

/** A provider and the engine that it speaks to, for one check. */
export interface Subject {
  readonly provider: Provider
  readonly counterpart: Counterpart
  readonly setting: Setting
  /** Submissions as the engine counts them. */
  submissions(): number
  /** Changes the engine's responses from now on. */
  script(script: Script): void
  /** Another instance at the same engine, as after a restart of the service. */
  restarted(): Promise<Provider>
}

const apiKey = 'key-that-nobody-may-read-7f3a9c'

export async function createSubject(
  makeProvider: MakeProvider,
  wire: ConformanceWire,
  script: Script = {},
): Promise<Subject> {
  let current = script
  const counterpart = await startCounterpart((request) => {
    const reply = wire.isSubmission(request)
      ? (current.submission ?? wire.taken)
      : (current.other ?? wire.beside ?? { status: 404 })
    return replyTo(request, reply)
  })
  const setting = { url: counterpart.url, apiKey }
  const make = async (): Promise<Provider> => {
    const provider = await makeProvider(setting)
    onTestFinished(() => provider.close?.())
    return provider
  }
  return {
    provider: await make(),
    counterpart,
    setting,
    submissions: () => counterpart.requests.filter((request) => wire.isSubmission(request)).length,
    script(next) {
      current = next
    },
    restarted: make,
  }
}

function replyTo(request: CounterpartRequest, reply: Reply): CounterpartResponse {
  return typeof reply === 'function' ? reply(request) : reply
}

/** A response that repeats everything the engine was sent, the key among it. */
export function echoing(status: number): Reply {
  return (request) => ({
    status,
    json: { error: { message: `${JSON.stringify(request.headers)}` }, detail: request.headers },
  })
}

const never = new AbortController().signal

/** The four calls, none of which may throw: a rejection fails the check with the name of the call. */
export const calls = {
  start: (
    provider: Provider,
    wire: { job: ConformanceWire['job'] },
    signal = never,
  ): Promise<StartResponse> => valueFrom('start', () => provider.start(wire.job, signal)),
  poll: (provider: Provider, job: ProviderJob): Promise<PollResponse> =>
    valueFrom('poll', () => provider.poll(job, { waitMsMax: 0, signal: never })),
  find: (provider: Provider, wire: ConformanceWire): Promise<FindResponse> =>
    valueFrom('find', async () => {
      if (provider.find === undefined) throw new Error('The provider has no find.')
      return provider.find(wire.job, never)
    }),
  cancel: (provider: Provider, job: ProviderJob): Promise<CancelResponse> =>
    valueFrom('cancel', async () => {
      if (provider.cancel === undefined) throw new Error('The provider has no cancel.')
      return provider.cancel(job, never)
    }),
}

async function valueFrom<Value>(call: string, run: () => Promise<Value>): Promise<Value> {
  try {
    return await run()
  } catch (error) {
    return expect.fail(`${call} must respond with a value and threw instead: ${String(error)}`)
  }
}

/** The job of a start that the engine took; undefined where it responded with the result. */
export async function startedJob(
  provider: Provider,
  wire: ConformanceWire,
): Promise<ProviderJob | undefined> {
  const response = await calls.start(provider, wire)
  if (response.kind === 'started') return response.job
  expect(response).toMatchObject({ kind: 'succeeded' })
  return undefined
}
