import {
  type Gate,
  GateBusyError,
  type GateCheck,
  type GateSubject,
  type GateVerdict,
} from '../../core/ports/gate.ts'
import { InputError } from '../../core/ports/provider.ts'
import { createEngineHttp, type EngineResponse } from '../shared/calls/engine-http.ts'
import { createRedact, type Redact } from '../shared/calls/redact.ts'
import { lineOf } from '../shared/calls/redact-outcomes.ts'
import { createEngineCalls, type EngineCalls } from '../shared/templates/engine-calls.ts'
import { keyHeader } from '../shared/templates/key-header.ts'
import { checkOf, checkReachable } from './gate-check.ts'
import { createGateLine } from './gate-line.ts'
import type { GateOptions } from './gate-options.ts'
import {
  carriesInput,
  carriesLink,
  gateValuesOf,
  sentBytesOf,
  UnsendableError,
  withoutEmptyItems,
} from './gate-values.ts'
import { harmlessSample } from './sample.ts'
import { readVerdict } from './verdict.ts'

/** A gate of the providers file, validated, with its key read from the environment. */
export interface GateSettings extends Pick<Gate, 'name' | 'at' | 'products' | 'onFailure'> {
  readonly url: string
  readonly apiKey: string | undefined
  readonly model: string | undefined
  readonly timeoutMs: number
  /** How long an upload may wait for its turn. @default 20 s */
  readonly turnMsMax?: number
  readonly options: GateOptions
}

/** A verdict is short; what is longer is no verdict. */
const responseBytesMax = 1024 ** 2
const reasonCharactersMax = 200
/** What else one account sends should leave room for others. */
const atOnceMax = 8

export function createGate(settings: GateSettings): Gate {
  const { name, at, products, onFailure, apiKey, timeoutMs, options } = settings
  const calls = createCalls(settings)
  const line = createGateLine({
    name,
    atOnceMax,
    isVerdict: (status) => options.verdict.http[String(status)] !== undefined,
    turnMsMax: settings.turnMsMax,
  })
  const redact = createRedact([...(apiKey === undefined ? [] : [apiKey]), ...Object.values(options.headers)])

  function send(subject: GateSubject, signal: AbortSignal, onSent?: () => void): Promise<EngineResponse> {
    const limited = () => AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    return request(calls, settings, subject, limited, onSent)
  }

  return {
    name,
    at,
    products,
    onFailure,
    takesUpright: (stage) => carriesInput(options.request, stage),
    ask: async (subject, signal, accountId) =>
      shown(
        redact,
        await line
          .send(
            { stage: subject.stage, signal, accountId, bytes: sentBytesOf(options.request, subject) },
            (onSent) => send(subject, signal, onSent),
          )
          .then((response) => readVerdict(options, response), verdictOfError),
      ),
    async check(signal) {
      if (carriesLink(options.request)) return shownCheck(redact, await checkReachable(calls.http, signal))
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

/** The time limit begins once the media are read, which a store may have delayed. */
async function request(
  calls: EngineCalls,
  { model, apiKey, options }: GateSettings,
  subject: GateSubject,
  limited: () => AbortSignal,
  onSent?: () => void,
): Promise<EngineResponse> {
  const { values, letGo } = await gateValuesOf(options.request, subject, { model, apiKey })
  const template = { ...options.request, json: withoutEmptyItems(options.request.json, values) }
  const onWritten = () => {
    letGo()
    onSent?.()
  }
  const response = await calls.send(template, values, limited(), { onWritten })
  if (response === undefined) return { kind: 'notSent', message: 'The path of the request has no value.' }
  if (response.kind === 'responded') return response
  return { ...response, message: response.message.replace('The engine ', 'The gate ') }
}

/** Whatever prevents a judgement is a failure of the gate, except for an input that is not readable and a long line. */
function verdictOfError(error: unknown): GateVerdict {
  if (error instanceof InputError || error instanceof GateBusyError) throw error
  if (error instanceof UnsendableError) return { kind: 'failed', reason: error.message }
  const isLate = error instanceof DOMException
  return {
    kind: 'failed',
    reason: isLate ? 'The gate did not respond in time.' : 'The bytes for the gate could not be read.',
  }
}

function shown(redact: Redact, verdict: GateVerdict): GateVerdict {
  if (verdict.kind !== 'failed' && (verdict.reason === undefined || !/\S/.test(verdict.reason)))
    return { kind: verdict.kind, reason: undefined }
  return { ...verdict, reason: lineOf(redact, verdict.reason ?? '', reasonCharactersMax) }
}

function shownCheck(redact: Redact, check: GateCheck): GateCheck {
  // A gate that allows gives no reason, as a rule.
  const detail = /\S/.test(check.detail) ? lineOf(redact, check.detail, reasonCharactersMax) : ''
  return { ...check, detail }
}
