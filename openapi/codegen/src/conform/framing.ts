import type { Operation } from '../checker/document.ts'
import type { Session } from './session.ts'

/** The framing of a body: its size, its type, and whether it is a JSON object. */
export async function checkFraming(
  session: Session,
  { operationId, method, path, requestBody }: Operation,
  bodyBytesMax: number,
): Promise<void> {
  if (requestBody === undefined) return
  const asked = {
    method,
    path: path.replaceAll(/\{\w+\}/g, 'conform-no-such-id'),
    headers: { 'Content-Type': 'application/json' },
  }
  const tooLarge = `{}${' '.repeat(bodyBytesMax - 1)}`
  await session.send(
    `${operationId} with a body of ${tooLarge.length} bytes`,
    { ...asked, body: tooLarge },
    { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  )
  const largest = tooLarge.slice(0, bodyBytesMax)
  const response = await session.send(`${operationId} with a body of ${largest.length} bytes`, {
    ...asked,
    body: largest,
  })
  if (response?.status === 413)
    session.breach(`${operationId} with a body of ${largest.length} bytes`, { ...asked, body: largest }, [
      'rejected as too large, at the size that the contract allows',
    ])

  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])
    await session.send(
      `${operationId} with a body of type ${type}`,
      { ...asked, headers: { 'Content-Type': type }, body: '{}' },
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    )
  for (const body of ['{', '[]', 'null', '"text"', '{"a":1}}', ...(requestBody.required ? [''] : [])])
    await session.send(
      `${operationId} with the body ${body === '' ? 'of no bytes' : body}`,
      { ...asked, body },
      { status: 400, code: 'INVALID_JSON' },
    )
}
