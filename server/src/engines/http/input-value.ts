import type { JobInput } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import { InputError, type StartResponse } from '../../core/ports/provider.ts'
import { uploadMsMax } from '../shared/calls/engine-http.ts'
import { messageBytesMax } from '../shared/calls/json-limits.ts'
import type { FormFile, TextWithFiles } from '../shared/calls/request-body.ts'
import { refusedUpload } from '../shared/calls/response-outcome.ts'
import { base64Of, dataUrlOf } from '../shared/media/base64-media.ts'
import { fileOf } from '../shared/media/request-form.ts'
import type { EngineCalls } from '../shared/templates/engine-calls.ts'
import { scalarAt } from '../shared/templates/pointer.ts'
import type { Values } from '../shared/templates/template.ts'
import type { InputForm, UploadOptions } from './http-options.ts'

type InputValue =
  | { readonly kind: 'input'; readonly value: string | TextWithFiles | FormFile }
  | StartResponse

/**
 * The value of `{{input}}`. Nothing has been submitted while it is created, so no failure here is ambiguous.
 */
export async function inputValueOf(
  calls: EngineCalls,
  input: JobInput,
  form: InputForm,
  upload: UploadOptions | undefined,
  values: Values,
  signal: AbortSignal,
): Promise<InputValue> {
  try {
    if (form === 'link') return { kind: 'input', value: await input.link() }
    const image = await input.upright()
    if (form === 'upload' && upload !== undefined)
      return await uploadImage(calls, image, upload, values, signal)
    return { kind: 'input', value: form === 'file' ? fileOf(image) : textOf(image, form) }
  } catch (error) {
    if (error instanceof InputError) throw error
    return { kind: 'unavailable', message: 'The input could not be read.' }
  }
}

async function uploadImage(
  calls: EngineCalls,
  image: UprightImage,
  upload: UploadOptions,
  values: Values,
  signal: AbortSignal,
): Promise<InputValue> {
  const value = upload.multipart === undefined ? textOf(image, upload.input) : fileOf(image)
  const sent = upload.json === undefined && upload.multipart === undefined
  const template = sent
    ? { ...upload, headers: { 'Content-Type': image.contentType, ...upload.headers } }
    : upload
  const limits = { bytesMax: messageBytesMax, waitMsMax: uploadMsMax }
  const response = await calls.send(template, { ...values, input: value }, signal, limits, image.bytes)
  if (response === undefined) return { kind: 'unavailable', message: 'The path of the upload has no value.' }
  const refused = refusedUpload(calls.http, response)
  if (refused !== undefined) return refused
  const uploaded = response.kind === 'responded' ? scalarAt(response.body, upload.result) : undefined
  if (uploaded !== undefined) return { kind: 'input', value: uploaded }
  return { kind: 'unavailable', message: 'The engine accepted the input but returned no name.' }
}

function textOf(image: UprightImage, form: InputForm): TextWithFiles {
  return form === 'base64' ? base64Of(image) : dataUrlOf(image)
}
