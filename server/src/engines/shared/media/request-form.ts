import { extensionOf } from '../../../core/domain/file-extension.ts'
import type { UprightImage } from '../../../core/ports/media-finisher.ts'
import { type FormField, FormFile, formValueOf } from '../calls/request-body.ts'

/** The fields of a request as a multipart form; fields other than text and numbers are sent as JSON. */
export function formOf(
  fields: Readonly<Record<string, unknown>>,
  file?: { readonly field: string; readonly file: FormFile } | undefined,
): FormField[] {
  const form = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]): FormField => [name, formValueOf(value)])
  return file === undefined ? form : [...form, [file.field, file.file]]
}

/** An input as a file of a form; engines recognise its format by the extension of its name. */
export function fileOf({ contentType, bytes }: UprightImage, name = 'input'): FormFile {
  return new FormFile({ name: `${name}.${extensionOf(contentType)}`, contentType, bytes })
}
