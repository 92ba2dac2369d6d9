import { FormData } from 'undici'
import type { InputPicture } from './read-input.js'

/** The fields of a request as a multipart form; a field that is no text or number is sent as JSON. */
export function formOf(
  fields: Readonly<Record<string, unknown>>,
  file?: { readonly name: string; readonly picture: InputPicture },
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  if (file === undefined) return form
  const { contentType, bytes } = file.picture
  const extension = contentType === 'image/jpeg' ? 'jpg' : 'png'
  form.append(file.name, new File([new Uint8Array(bytes)], `input.${extension}`, { type: contentType }))
  return form
}
