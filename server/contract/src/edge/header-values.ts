import type { IncomingMessage } from 'node:http'

/**
 * The values of a header, one for each line that it was sent in. Node's own `headersDistinct` first builds a
 * list for every header of the request. `name` is in lower case.
 */
export function headerValuesOf({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  const values: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index]
    if (sent?.length === name.length && sent.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}
