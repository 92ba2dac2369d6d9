import { at, textAt } from './json-path.ts'

/**
 * An engine's error message in full: reads the formats of OpenAI, sd.cpp, Replicate, fal, ComfyUI and problem
 * details. Undefined if there is none, or if the response is a web page. It is cut to one line where the
 * outcome leaves the adapter, after the key has been removed from it.
 */
export function errorTextOf(body: unknown): string | undefined {
  const detail = at(body, 'detail')
  const text =
    textAt(body, 'error.message') ??
    textAt(body, 'error') ??
    textAt(body, 'message') ??
    textAt(body, 'msg') ??
    (Array.isArray(detail) ? textAt(detail, '0.msg') : textAt(body, 'detail')) ??
    textAt(body, 'title') ??
    (typeof body === 'string' && !/^\s*</.test(body) ? body : undefined)
  return text === undefined || !/\S/.test(text) ? undefined : text
}
