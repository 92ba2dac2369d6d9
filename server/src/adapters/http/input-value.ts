import { File } from 'node:buffer'
import type { JobInput, StartAnswer } from '../../ports/provider.js'
import { dataUrlOf } from '../engine/base64-media.js'
import { refusedStart } from '../engine/start-answer.js'
import type { EngineCalls } from './engine-calls.js'
import type { InputForm, UploadOptions } from './http-options.js'
import { scalarAt } from './pointer.js'
import type { Values } from './template.js'

type Picture = Awaited<ReturnType<JobInput['upright']>>
type InputValue = { readonly kind: 'input'; readonly value: string | File } | Refusal
type Refusal = Extract<StartAnswer, { kind: 'unavailable' | 'rejected' }>

/**
 * What `{{input}}` stands for. Nothing has been submitted while it is made, so no failure here is
 * ambiguous.
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
    const picture = await input.upright()
    if (form === 'upload' && upload !== undefined)
      return await uploadPicture(calls, picture, upload, values, signal)
    return { kind: 'input', value: form === 'file' ? fileOf(picture) : textOf(picture, form) }
  } catch {
    return { kind: 'unavailable', message: 'The input could not be read.' }
  }
}

async function uploadPicture(
  calls: EngineCalls,
  picture: Picture,
  upload: UploadOptions,
  values: Values,
  signal: AbortSignal,
): Promise<InputValue> {
  const value = upload.multipart === undefined ? textOf(picture, upload.input) : fileOf(picture)
  const sent = upload.json === undefined && upload.multipart === undefined
  const template = sent
    ? { ...upload, headers: { 'Content-Type': picture.contentType, ...upload.headers } }
    : upload
  const answer = await calls.send(template, { ...values, input: value }, signal, picture.bytes)
  if (answer === undefined) return { kind: 'unavailable', message: 'The path of the upload has no value.' }
  const refusal = refusedStart(calls.http, answer)
  if (refusal?.kind === 'rejected' || refusal?.kind === 'unavailable') return refusal
  const uploaded = answer.kind === 'answered' ? scalarAt(answer.body, upload.result) : undefined
  if (refusal === undefined && uploaded !== undefined) return { kind: 'input', value: uploaded }
  const message = refusal !== undefined && 'message' in refusal ? refusal.message : 'it names no upload.'
  return { kind: 'unavailable', message: `The input could not be uploaded: ${message}` }
}

function textOf(picture: Picture, form: InputForm): string {
  return form === 'base64' ? Buffer.from(picture.bytes).toString('base64') : dataUrlOf(picture)
}

function fileOf({ contentType, bytes }: Picture): File {
  return new File([new Uint8Array(bytes)], `input.${contentType === 'image/jpeg' ? 'jpg' : 'png'}`, {
    type: contentType,
  })
}
