import { File } from 'node:buffer'
import { FormData } from 'undici'
import type { InputImage } from './read-input.ts'

/** The fields of a request as a multipart form; fields other than text and numbers are sent as JSON. */
export function formOf(
  fields: Readonly<Record<string, unknown>>,
  file?: { readonly field: string; readonly file: File } | undefined,
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  if (file !== undefined) form.append(file.field, file.file)
  return form
}

/** An input as a file of a form; engines recognise its format by the extension of its name. */
export function fileOf({ contentType, bytes }: InputImage, name = 'input'): File {
  const extension = contentType === 'image/jpeg' ? 'jpg' : 'png'
  return new File([new Uint8Array(bytes)], `${name}.${extension}`, { type: contentType })
}
