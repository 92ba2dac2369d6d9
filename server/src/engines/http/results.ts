import type { GeneratedMedia, Outputs, PollResponse } from '../../core/ports/provider.ts'
import { failed, readPoll } from '../shared/calls/response-outcome.ts'
import { mediaOfBase64 } from '../shared/media/base64-media.ts'
import { mediaAt } from '../shared/media/download.ts'
import type { EngineCalls } from '../shared/templates/engine-calls.ts'
import { scalarAt, textsAt } from '../shared/templates/pointer.ts'
import { isPathPart, renderPath, type Values } from '../shared/templates/template.ts'
import type { HttpOptions } from './http-options.ts'

/** The media that a response contains or links to; undefined if there are none. */
export function outputsOf(
  calls: EngineCalls,
  options: HttpOptions,
  body: unknown,
  values: Values,
): Outputs | undefined {
  const { url, base64, path, contentType } = options.result
  const links = textsAt(body, url)
  const texts = links.length > 0 ? [] : textsAt(body, base64)
  const ownPath = path === undefined || links.length + texts.length > 0 ? undefined : renderPath(path, values)
  const [first, ...others]: GeneratedMedia[] = [
    ...links.map((link) =>
      link.startsWith('data:')
        ? mediaOfBase64(link, contentType)
        : mediaAt(calls.http, link, options, contentType),
    ),
    ...texts.map((text) => mediaOfBase64(text, contentType)),
    ...(ownPath === undefined
      ? []
      : [
          mediaAt(calls.http, calls.http.urlOf(`/${ownPath.replace(/^\/+/, '')}`).href, options, contentType),
        ]),
  ]
  return first === undefined ? undefined : [first, ...others]
}

/** The result of a job that is done, after the further call that some engines need for it. */
export async function resultOf(
  calls: EngineCalls,
  options: HttpOptions,
  body: unknown,
  values: Values,
  signal: AbortSignal,
): Promise<PollResponse> {
  const { lookup } = options.result
  const missing = failed('The engine is done, but its response contains no result.')
  const succeeded = (body: unknown): PollResponse => {
    const outputs = outputsOf(calls, options, body, values)
    return outputs === undefined ? missing : { kind: 'succeeded', outputs }
  }
  if (lookup === undefined) return succeeded(body)
  const value = scalarAt(body, lookup.value)
  if (value !== undefined && !isPathPart(value)) return missing
  const response = await calls.send(
    { method: 'GET', path: lookup.path, headers: {} },
    { ...values, ...(value !== undefined && { value }) },
    signal,
  )
  if (response === undefined) return missing
  return readPoll(response, succeeded)
}
