import { recordOf } from '../types/record.js'
import { contractExamples } from './generated/contract-examples.js'
import type { MockRequest } from './mock-request.js'
import { jsonResponse } from './mock-responses.js'

/**
 * The example of the contract that `Prefer: code=402` or `Prefer: example=processing` asks for, by the words of
 * Prism: without a code a name is one of a success. undefined if nothing is asked for.
 */
export function preferredExample(
  { operation, params }: MockRequest,
  { headers, url }: Pick<Request, 'headers' | 'url'>,
): Response | undefined {
  const prefer = headers.get('prefer') ?? ''
  const name = /\bexample\s*=\s*"?(\w+)/i.exec(prefer)?.[1]
  const code = /\bcode\s*=\s*"?(\d{3})/i.exec(prefer)?.[1]
  if (name === undefined && code === undefined) return undefined
  const all: Readonly<Record<string, Example>> = contractExamples[operation].examples
  const fitting = Object.entries(all).filter(([, { status }]) => Number(code ?? 200) === status)
  const [, example] = fitting.find(([one]) => one === (name ?? one)) ?? []
  if (example === undefined) {
    const names = Object.entries(all).map(([one, { status }]) => `code=${status}, example=${one}`)
    const message = `${operation} has no such example: Prefer may be ${names.join('; ')}`
    return jsonResponse({ status: 404, code: 'NOT_FOUND', message, requestId: 'mock' }, 404)
  }
  const { origin } = new URL(url)
  const body = bodyAbout(params, withOwnLinks(example.body, `${origin}/files/examples`))
  return jsonResponse(body, example.status, {
    ...(example.status === 429 && { 'retry-after': '5' }),
    ...(example.status === 401 && { 'www-authenticate': 'Bearer' }),
  })
}

/** A body about the task or upload that was asked for, whatever the id in the example. */
export function bodyAbout({ taskId, assetId }: Readonly<Record<string, unknown>>, body: object): object {
  const id = taskId ?? assetId
  return id && 'id' in body ? { ...body, id } : body
}

interface Example {
  readonly status: number
  readonly body: object
}

/** A body whose links lead to files of the mock. */
function withOwnLinks(body: object, root: string): object {
  const json = JSON.stringify(body, (key, value: unknown) => {
    if (key === 'uploadUrl') return `${root}/upload`
    const { url, contentType, sizeBytes } = recordOf(value)
    if (url === undefined || sizeBytes === undefined) return value
    const name = contentType === 'video/mp4' ? 'mp4' : 'png'
    return { ...Object(value), url: `${root}/${name}?size=${sizeBytes}` }
  })
  return JSON.parse(json)
}
