/** More than any JSON of an API, decoded. */
const responseBytesMax = 20_000_000

class LargeBody extends Error {
  override message = `its body has more than ${responseBytesMax / 1_000_000} MB, decoded`
}

/** What is wrong where a response could not be read. */
export function unreadFault(error: unknown): string {
  return error instanceof LargeBody ? error.message : `no response: ${reasonOf(error)}`
}

/** fetch hides why a connection failed in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message
}

/** The body of a response as text. Throws a LargeBody for one that is too large to be held, whatever its compression. */
export async function responseText({ body }: Response): Promise<string> {
  if (body === null) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength
    if (bytes > responseBytesMax) {
      await reader.cancel()
      throw new LargeBody()
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/**
 * The value of a body: undefined for none, the text itself if it is not JSON, which no schema allows.
 */
export function parseBody(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
