import { inspect } from 'node:util'
import { messageOf } from '../../../core/errors.ts'
import {
  type FindResponse,
  type GeneratedMedia,
  InputError,
  type Outputs,
  type PollResponse,
  type Provider,
  type ProviderCheck,
  type ProviderJob,
  type StartResponse,
  UnusableMediaError,
} from '../../../core/ports/provider.ts'
import { createRedact, type Redact } from './redact.ts'

/** An engine's message, as much of it as callers get. */
const messageCharactersMax = 600
/** Of a check: ten names of models. */
const detailCharactersMax = 2_000
/** How much of a text is read for that. */
const readCharactersMax = 64 * 1024
const unreadable = 'The engine gave no reason that can be shown.'
/** Not shown of a text that was cut: the cut may have left a key without its end. */
const cutCharacters = 8 * 1024

/**
 * The provider with outcomes that can be shown to callers and logged: every message is one line of limited
 * length without the secrets and without characters that act on a terminal or reverse the text. This is the
 * only place where an engine's words leave its adapter, so no adapter has to think of it.
 */
export function redactOutcomes(provider: Provider, secrets: readonly string[], url: string): Provider {
  const redact = createRedact(secrets)
  const { origin } = new URL(url)
  const { find, cancel, check } = provider
  const redacted = <O extends Outcome>(call: () => Promise<O>): Promise<O> =>
    withoutLeaks(redact, async () => outcomeWithout(redact, origin, await call()))
  return {
    ...provider,
    start: (job, signal) => redacted(() => provider.start(job, signal)),
    poll: (job, options) => redacted(() => provider.poll(job, options)),
    ...(find !== undefined && { find: (job, signal) => redacted(() => find(job, signal)) }),
    ...(cancel !== undefined && { cancel: (job, signal) => withoutLeaks(redact, () => cancel(job, signal)) }),
    ...(check !== undefined && { check: (signal) => redacted(() => check(signal)) }),
  }
}

type Outcome = StartResponse | FindResponse | PollResponse | ProviderCheck

async function withoutLeaks<T>(redact: Redact, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw errorWithout(redact, error)
  }
}

function outcomeWithout<O extends Outcome>(redact: Redact, origin: string, outcome: O): O {
  return {
    ...outcome,
    ...('message' in outcome && { message: lineOf(redact, outcome.message, messageCharactersMax) }),
    ...('detail' in outcome && { detail: lineOf(redact, outcome.detail, detailCharactersMax) }),
    ...('job' in outcome && { job: jobWithout(redact, origin, outcome.job) }),
    ...('outputs' in outcome && { outputs: outputsWithout(redact, outcome.outputs) }),
  }
}

/** One line of limited length, redacted before it is cut. */
export function lineOf(redact: Redact, text: string, charactersMax: number): string {
  const isCut = text.length > readCharactersMax
  const visible = text
    .slice(0, readCharactersMax)
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, '')
  const line = redact(visible).trim()
  const sure = isCut ? line.slice(0, Math.max(0, line.length - cutCharacters)) : line
  return [...sure.slice(0, 2 * charactersMax)].slice(0, charactersMax).join('') || unreadable
}

/** Jobs are stored. The engine's own origin stays as it is, whatever the operator chose as a key. */
function jobWithout(redact: Redact, origin: string, job: ProviderJob): ProviderJob {
  const entries = Object.entries(job).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    const own = value.startsWith(origin) ? origin.length : 0
    return [name, value.slice(0, own) + redact(value.slice(own))]
  })
  return Object.fromEntries(entries)
}

function outputsWithout(redact: Redact, [first, ...others]: Outputs): Outputs {
  return [mediaWithout(redact, first), ...others.map((media) => mediaWithout(redact, media))]
}

function mediaWithout(redact: Redact, media: GeneratedMedia): GeneratedMedia {
  if ('bytes' in media) return media
  return {
    ...media,
    async *stream(signal) {
      try {
        yield* media.stream(signal)
      } catch (error) {
        throw errorWithout(redact, error)
      }
    },
  }
}

/** The error itself, unless something that a log shows of it contains a secret. */
function errorWithout(redact: Redact, error: unknown): unknown {
  if (error instanceof InputError) return error
  const shown = inspect(error)
  if (redact(shown) === shown) return error
  const message = lineOf(redact, messageOf(error), messageCharactersMax)
  return error instanceof UnusableMediaError ? new UnusableMediaError(message) : new Error(message)
}
