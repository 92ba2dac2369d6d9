import { surfaceOf } from '../../core/domain/products.ts'
import type { GateMedia, GateStage, GateSubject } from '../../core/ports/gate.ts'
import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import { release } from '../shared/calls/release.ts'
import { base64Of, dataUrlOf } from '../shared/media/base64-media.ts'
import { fileOf } from '../shared/media/request-form.ts'
import { promptsOf } from '../shared/request/prompts.ts'
import { placeholdersOf, type Values } from '../shared/templates/template.ts'
import { type MediaForm, mediaForms, mediaNames } from './gate-options.ts'

/** A larger medium is sent as a link only. */
const sentBytesMax = 32 * 1024 ** 2

/** A medium that the gate would not be able to judge. */
export class UnsendableError extends Error {
  override readonly name = 'UnsendableError'
}

/**
 * The values of the placeholders that a request contains. A medium is read once, however often it is sent; `letGo`, to
 * be called once it is sent, releases what was read for it.
 */
export async function gateValuesOf(
  template: unknown,
  subject: GateSubject,
  settings: { readonly model: string | undefined; readonly apiKey: string | undefined },
): Promise<{ readonly values: Values; letGo(): void }> {
  const media = mediaOf(subject)
  const values: Record<string, Values[string]> = { ...settings, ...wordsOf(subject) }
  const files = new Map<GateMedia, UprightImage>()
  for (const { placeholder, name, form } of mediaIn(template)) {
    const medium = media[name]
    if (medium === undefined || values[placeholder] !== undefined) continue
    if (form === 'url') values[placeholder] = await medium.link()
    else {
      const file = files.get(medium) ?? (await fileOfMedium(medium, name))
      files.set(medium, file)
      values[placeholder] = forms[form](file, name)
    }
  }
  return { values, letGo: () => [...files].forEach(letGoOf) }
}

/** What an engine gets, too, is the job's. */
function letGoOf([medium, { bytes }]: readonly [GateMedia, UprightImage]): void {
  if (medium.upright === undefined) release(bytes)
}

const forms = { base64: base64Of, dataUrl: dataUrlOf, file: fileOf } as const satisfies Record<
  Exclude<MediaForm, 'url'>,
  unknown
>

/** The placeholders of a request that stand for a medium, as often as it has them. */
function mediaIn(
  template: unknown,
): readonly { readonly placeholder: string; readonly name: keyof Media; readonly form: MediaForm }[] {
  return placeholdersOf(template).flatMap((placeholder) => {
    const [name = '', form] = placeholder.split('.')
    return isMediaName(name) && isForm(form) ? [{ placeholder, name, form }] : []
  })
}

/** Whether a request contains a link to any medium. */
export function carriesLink(template: unknown): boolean {
  return mediaIn(template).some(({ form }) => form === 'url')
}

/** The bytes of the media that a request contains, each once. */
export function sentBytesOf(template: unknown, subject: GateSubject): number {
  const media = mediaOf(subject)
  const sent = mediaIn(template).flatMap(({ name, form }) => (form === 'url' ? [] : (media[name] ?? [])))
  return [...new Set(sent)].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
}

function wordsOf(subject: GateSubject): Values {
  if (subject.stage === 'upload') return { uploadId: subject.uploadId }
  const { job } = subject
  const { prompt, negativePrompt } = promptsOf(job)
  return {
    taskId: job.taskId,
    product: job.product,
    prompt,
    negativePrompt,
    prompts: negativePrompt === undefined ? prompt : `${prompt}\nNegative prompt: ${negativePrompt}`,
  }
}

type Media = Partial<Record<(typeof mediaNames)[number], GateMedia>>

/** `image` is what this stage is about, if it is an image: the input before, the result after. */
function mediaOf(subject: GateSubject): Media {
  switch (subject.stage) {
    case 'upload':
      return { input: subject.input, image: subject.input }
    case 'before':
      return inputOf(subject.job, 'image')
    case 'after':
      return {
        ...inputOf(subject.job),
        result: subject.result,
        ...(surfaceOf(subject.job.product) === 'image' && { image: subject.result }),
      }
  }
}

/** Whether a request of that stage contains the bytes of a job's input. */
export function carriesInput(template: unknown, stage: GateStage): boolean {
  const names = { before: ['image', 'input'], after: ['input'], upload: [] } as const
  return mediaIn(template).some(
    ({ name, form }) => form !== 'url' && names[stage].some((known) => known === name),
  )
}

function inputOf({ input }: GenerationJob, alias?: 'image'): Media {
  if (input === undefined) return {}
  return { input, ...(alias !== undefined && { [alias]: input }) }
}

async function fileOfMedium(medium: GateMedia, name: string): Promise<UprightImage> {
  checkSendable(name, medium.sizeBytes)
  // An engine may see other things in the file of a customer than a gate does: hidden colours, later frames.
  const { contentType } = medium
  const file = (await medium.upright?.()) ?? { contentType, bytes: await medium.bytes() }
  checkSendable(name, file.bytes.length)
  return file
}

function checkSendable(name: string, bytes: number): void {
  if (bytes > sentBytesMax)
    throw new UnsendableError(`The ${name} has more than ${sentBytesMax} bytes, which only a link can carry.`)
}

function isMediaName(name: string): name is keyof Media {
  return mediaNames.some((known) => known === name)
}

function isForm(form: string | undefined): form is MediaForm {
  return mediaForms.some((known) => known === form)
}

/** The template without the items of its lists in which a placeholder has no value. */
export function withoutEmptyItems(template: unknown, values: Values): unknown {
  if (Array.isArray(template))
    return template
      .filter((item) => placeholdersOf(item).every((name) => values[name] !== undefined))
      .map((item) => withoutEmptyItems(item, values))
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(
    Object.entries(template).map(([key, part]) => [key, withoutEmptyItems(part, values)]),
  )
}
