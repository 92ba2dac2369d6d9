import { readFile } from 'node:fs/promises'
import type { setUp } from './gateway-for-tests.ts'

type Gateway = ReturnType<typeof setUp>['app']

export const png = /^89504e470d0a1a0a/
export const origin = 'http://gateway.example'
export const authorization = 'Bearer mgk_key'
const photo = new URL('../basics/photo.jpg', import.meta.url)

export function hexOf(base64: string | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('hex')
}

export async function photoFile(): Promise<File> {
  return new File([await readFile(photo)], 'photo.jpg', { type: 'image/jpeg' })
}

/** A form with these fields, in this order. */
export function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(fields)) form.append(name, text)
  return form
}

/** A request without the marks of OpenAI's own client, as most programs send it. */
export async function send(
  app: Gateway,
  path: string,
  body: object | FormData,
  headers: Readonly<Record<string, string>> = {},
) {
  const isForm = body instanceof FormData
  const response = await app.request(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization, ...headers, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const { status, headers: received } = response
  return { status, ignored: received.get('x-mediagen-ignored'), body: await response.json() }
}
