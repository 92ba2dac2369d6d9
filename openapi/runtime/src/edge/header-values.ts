import type { IncomingMessage } from 'node:http'

type Headers = Pick<IncomingMessage, 'rawHeaders'>

/**
 * In how many lines a header was sent. `name` is in lower case. Node's own `headersDistinct` first builds a
 * list for every header of the request.
 */
export function countHeader({ rawHeaders }: Headers, name: string): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) if (isNamed(rawHeaders[index], name)) count += 1
  return count
}

/** The value of a header that was sent in exactly one line; undefined for any other. */
export function singleHeader(request: Headers, name: string): string | undefined {
  const { rawHeaders } = request
  const at = rawHeaders.findIndex((sent, index) => index % 2 === 0 && isNamed(sent, name))
  return at >= 0 && countHeader(request, name) === 1 ? rawHeaders[at + 1] : undefined
}

function isNamed(sent: string | undefined, name: string): boolean {
  return sent?.length === name.length && sent.toLowerCase() === name
}
