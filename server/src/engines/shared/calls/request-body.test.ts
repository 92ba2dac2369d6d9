import { describe, expect, test } from 'vitest'
import { FormFile, type RequestBody, sentBodyOf, TextWithFiles } from './request-body.ts'

/** What is sent of a body, as it is written. */
async function writtenOf(body: RequestBody, onWritten?: () => void) {
  const { body: sent, headers } = sentBodyOf(body, onWritten)
  const parts: Uint8Array[] = []
  if (sent instanceof Uint8Array) parts.push(sent)
  else if (sent !== undefined) for await (const part of sent) parts.push(part)
  return { parts, text: Buffer.concat(parts).toString('utf8'), headers }
}

const fileOf = (sizeBytes: number) =>
  Buffer.from(Array.from({ length: sizeBytes }, (_, index) => index % 251))

test.each([0, 1, 2, 3, 4, 32_700, 49_151, 98_304, 98_305, 131_072, 200_000])(
  'JSON is the same with a file of %d bytes in it as with its base64',
  async (sizeBytes) => {
    const file = fileOf(sizeBytes)
    const jsonOf = (inText: unknown, alone: unknown) => ({
      text: 'a "quoted" \\ line\nand ü',
      list: [inText, alone, { none: undefined, nothing: null, number: 1 }],
    })
    const inText = new TextWithFiles(['"a"\n', file, ' ü ', file])
    const { text, headers } = await writtenOf({ json: jsonOf(inText, new TextWithFiles([file])) })
    const base64 = file.toString('base64')
    expect(text).toBe(JSON.stringify(jsonOf(`"a"\n${base64} ü ${base64}`, base64)))
    expect(headers).toMatchObject({ 'Content-Type': 'application/json' })
    expect(headers['Content-Length'] ?? String(Buffer.byteLength(text))).toBe(String(Buffer.byteLength(text)))
  },
)

test('a form is the one that its fields make, whatever is in names and values', async () => {
  const bytes = fileOf(100_000)
  const { parts, headers } = await writtenOf({
    form: [
      ['text', 'a line\nand "ü"'],
      ['text', new TextWithFiles(['of ', bytes])],
      ['a "name"', new FormFile({ name: 'a "file"\r\n.png', contentType: 'image/png', bytes })],
    ],
  })
  const body = Buffer.concat(parts)
  const form = await new Response(body, { headers }).formData()
  expect(form.getAll('text')).toEqual(['a line\nand "ü"', `of ${bytes.toString('base64')}`])
  const file = form.get('a "name"')
  if (!(file instanceof File)) throw new Error('no file')
  expect([file.name, file.type]).toEqual(['a "file"\r\n.png', 'image/png'])
  expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes)
  expect(headers['Content-Length']).toBe(String(body.byteLength))
})

describe('a body with a large file', () => {
  const bytes = fileOf(1_000_000)
  test.each<[string, RequestBody]>([
    ['JSON', { json: { a: new TextWithFiles([bytes]), b: new TextWithFiles(['x', bytes]) } }],
    ['a form', { form: [['a', new FormFile({ name: 'a', contentType: 'image/png', bytes })]] }],
    ['bytes', { bytes }],
  ])('as %s is never in memory as a whole', async (_name, body) => {
    const { parts } = await writtenOf(body)
    for (const part of parts) expect(part.byteLength).toBeLessThanOrEqual(64 * 1024)
    expect(parts.length).toBeGreaterThan(15)
  })

  test.each([40_000, 1_000_000])('of %d bytes may be released once it is written', async (sizeBytes) => {
    const file = new Uint8Array(fileOf(sizeBytes))
    const { parts } = await writtenOf({ bytes: file }, () => file.buffer.transfer(0))
    expect(file.byteLength).toBe(0)
    expect(Buffer.concat(parts).equals(fileOf(sizeBytes))).toBe(true)
  })
})
