import { at, textAt } from './json-path.js'

const charactersMax = 500

/**
 * An engine's error message, as one line of limited length: reads the formats of OpenAI, sd.cpp, Replicate,
 * fal, ComfyUI and problem details. Undefined if there is none, or if the response is a web page.
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
  if (text === undefined || text.trim() === '') return undefined
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, charactersMax).join('')
}
