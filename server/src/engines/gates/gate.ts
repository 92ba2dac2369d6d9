import { createSemaphore } from '../../core/async/semaphore.ts'
import { productNames, surfaceOf } from '../../core/domain/generation/products.ts'
import type { Gate, GateCheck, GateSubject, GateVerdict } from '../../core/ports/gate.ts'
import { InputError } from '../../core/ports/provider.ts'
import { createEngineCalls, type EngineCalls } from '../http/engine-calls.ts'
import { keyHeader } from '../http/key-header.ts'
import { placeholdersOf } from '../http/template.ts'
import { createEngineHttp, type EngineResponse } from '../shared/calls/engine-http.ts'
import { createRedact, type Redact } from '../shared/calls/redact.ts'
import { lineOf } from '../shared/calls/redact-outcomes.ts'
import { isPage, readCheck } from '../shared/calls/response-outcome.ts'
import type { GateOptions } from './gate-options.ts'
import { gateValuesOf, UnsendableError, withoutEmptyItems } from './gate-values.ts'
import { harmlessSample } from './sample.ts'
import { readVerdict } from './verdict.ts'

/** A gate of the providers file, validated, with its key read from the environment. */
export interface GateSettings extends Pick<Gate, 'name' | 'at' | 'products' | 'onFailure'> {
  readonly url: string
  readonly apiKey: string | undefined
  readonly model: string | undefined
  readonly timeoutMs: number
  readonly options: GateOptions
}

/** A verdict is short; what is longer is no verdict. */
const responseBytesMax = 1024 ** 2
const reasonCharactersMax = 200
/** Each request with bytes in it takes several times their size. */
const mediaAtOnceMax = 4

export function createGate(settings: GateSettings): Gate {
  const { name, at, products, onFailure, apiKey, timeoutMs, options } = settings
  const calls = createCalls(settings)
  const turns = createSemaphore(mediaAtOnceMax)
  const redact = createRedact([...(apiKey === undefined ? [] : [apiKey]), ...Object.values(options.headers)])
  const sendsBytes = placeholdersOf(options.request).some((placeholder) => /\.(?!url)/.test(placeholder))

  async function send(subject: GateSubject, signal: AbortSignal): Promise<EngineResponse> {
    const within = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    const ask = () => request(calls, settings, subject, within)
    // The time limit includes the wait for a turn, so that many uploads do not wait for a gate that hangs.
    return sendsBytes ? turns.run(within, ask) : ask()
  }

  return {
    name,
    at,
    products,
    onFailure,
    ask: async (subject, signal) =>
      shown(
        redact,
        await send(subject, signal).then((response) => readVerdict(options, response), verdictOfError),
      ),
    async check(signal) {
      if (placeholdersOf(options.request).some((placeholder) => placeholder.endsWith('.url')))
        return shownCheck(redact, await knock(calls, signal))
      const response = await send(harmlessSample, signal).catch(() => undefined)
      return shownCheck(redact, checkOf(options, response))
    },
    close: () => calls.http.close(),
  }
}

function createCalls({ url, apiKey, options }: GateSettings): EngineCalls {
  const headers = { ...keyHeader(options.auth, apiKey), ...options.headers }
  return createEngineCalls({
    http: createEngineHttp({ url, headers }),
    headers: {},
    keyHeaders: headers,
    answerBytesMax: responseBytesMax,
    mayHaveKey: () => false,
  })
}

async function request(
  calls: EngineCalls,
  { model, apiKey, options }: GateSettings,
  subject: GateSubject,
  signal: AbortSignal,
): Promise<EngineResponse> {
  const values = await gateValuesOf(options.request, subject, { model, apiKey })
  const template = { ...options.request, json: withoutEmptyItems(options.request.json, values) }
  const response = await calls.send(template, values, signal)
  return response ?? { kind: 'notSent', message: 'The path of the request has no value.' }
}

/** Whatever prevents a judgement is a failure of the gate, except for an input that is not readable. */
function verdictOfError(error: unknown): GateVerdict {
  if (error instanceof InputError) throw error
  if (error instanceof UnsendableError) return { kind: 'failed', reason: error.message }
  const isLate = error instanceof DOMException
  return {
    kind: 'failed',
    reason: isLate ? 'The gate did not respond in time.' : 'The bytes for the gate could not be read.',
  }
}

function shown(redact: Redact, verdict: GateVerdict): GateVerdict {
  if (verdict.reason === undefined || !/\S/.test(verdict.reason)) return verdict
  return { ...verdict, reason: lineOf(redact, verdict.reason, reasonCharactersMax) }
}

function shownCheck(redact: Redact, check: GateCheck): GateCheck {
  return { ...check, detail: lineOf(redact, check.detail, reasonCharactersMax) }
}

/** A gate that gets links cannot be asked about a sample, which has none. */
async function knock({ http }: EngineCalls, signal: AbortSignal): Promise<GateCheck> {
  const response = await http.call({ path: '/', bytesMax: responseBytesMax }, signal)
  const { reachable } = readCheck(response, () => undefined)
  const said = response.kind === 'responded' ? `It responds (${response.status}).` : response.message
  return { reachable, detail: `${said} Not asked about a sample, because it gets links.` }
}

function checkOf(options: GateOptions, response: EngineResponse | undefined): GateCheck {
  if (response?.kind !== 'responded')
    return { reachable: false, detail: response?.message ?? 'It did not respond in time.' }
  if (isPage(response.body)) return { reachable: false, detail: 'A web page answers at this URL.' }
  const { kind, reason } = readVerdict(options, response)
  const isKeyRefused = kind === 'failed' && [401, 403].includes(response.status)
  return {
    reachable: true,
    ...(kind !== 'failed' && { keyAccepted: true }),
    ...(isKeyRefused && { keyAccepted: false }),
    sample: kind,
    detail: reason ?? '',
  }
}

/** What a gate cannot judge as it is configured; undefined if it can do all that it is for. */
export function faultOfGate({
  at,
  products,
  options,
}: Pick<GateSettings, 'at' | 'products' | 'options'>): string | undefined {
  const sent = placeholdersOf(options.request).map((placeholder) => placeholder.split('.')[0])
  const makesVideo = (products ?? productNames).some((product) => surfaceOf(product) === 'video')
  if (at.includes('upload') && !sent.includes('image') && !sent.includes('input'))
    return 'is asked about uploads, but sends no {{image.…}}'
  if (at.includes('after') && !sent.includes('image') && !sent.includes('result'))
    return 'is asked about results, but sends neither {{result.…}} nor {{image.…}}'
  if (at.includes('after') && makesVideo && !sent.includes('result'))
    return 'is asked about videos, for which {{image.…}} has no value: send {{result.url}}, or limit "products" to those of images'
  return undefined
}
