import type { GeneratedMedia, PollResponse } from '../../core/ports/provider.ts'
import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { at, textAt } from '../shared/calls/json-path.ts'
import { failed } from '../shared/calls/response-outcome.ts'
import { mediaOfBase64 } from '../shared/media/base64-media.ts'
import { type DownloadRules, mediaAt } from '../shared/media/download.ts'
import { findLink } from '../shared/media/find-link.ts'

/** Phrases with which models refuse a request; there is no code for it. */
const moderation =
  /nsfw|flagged as sensitive|\bE005\b|content (policy|moderation)|safety (checker|system|filter)/i

/** A prediction in the format that Replicate and Cog share; undefined if its state is unknown. */
export function readPrediction(
  http: EngineHttp,
  body: unknown,
  rules: DownloadRules,
): PollResponse | undefined {
  switch (textAt(body, 'status')) {
    case 'starting':
      return { kind: 'pending', stage: 'queued' }
    case 'processing': {
      const progress = progressIn(textAt(body, 'logs') ?? '')
      return { kind: 'pending', stage: 'running', ...(progress !== undefined && { progress }) }
    }
    case 'succeeded': {
      const media = mediaOf(http, at(body, 'output'), rules)
      return media === undefined
        ? failed('The model ended without a file, or its file has expired.')
        : { kind: 'succeeded', outputs: [media] }
    }
    case 'failed': {
      const message = errorTextOf(at(body, 'error')) ?? 'The model failed without a reason.'
      return moderation.test(message) ? { kind: 'failed', code: 'INVALID_INPUT', message } : failed(message)
    }
    case 'canceled':
    case 'aborted':
      return failed('The job was cancelled at the engine, or ran out of its time there.')
    default:
      return undefined
  }
}

/** As much of the end of a log as the last lines of a bar take. */
const logCharsRead = 2_000

/**
 * The share in the last line of a log that begins with a bar, as Python's tqdm draws it for the steps of a model. A bar
 * with words before it, such as one of files that are loaded, is of something else.
 */
function progressIn(logs: string): number | undefined {
  const bars = [...`\n${logs}`.slice(-logCharsRead).matchAll(/[\r\n][ \t]*(\d{1,3})%\|/g)]
  const percent = bars.at(-1)?.[1]
  return percent === undefined ? undefined : Math.min(Number(percent) / 100, 1)
}

function mediaOf(http: EngineHttp, output: unknown, rules: DownloadRules): GeneratedMedia | undefined {
  const link = findLink(output)
  if (link === undefined) return undefined
  return link.startsWith('data:') ? mediaOfBase64(link) : mediaAt(http, link, rules)
}
