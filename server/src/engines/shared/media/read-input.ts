import type { GenerationJob } from '../../../core/ports/generation-job.ts'
import type { UprightImage } from '../../../core/ports/media-finisher.ts'
import { InputError, type StartResponse } from '../../../core/ports/provider.ts'

/** The input as sent to an engine: upright, as a JPEG. */
export type InputImage = UprightImage

export type ReadInput =
  | { readonly kind: 'read'; readonly input: InputImage | undefined }
  | Extract<StartResponse, { kind: 'unavailable' }>

/** Reads a job's input. If it cannot be read, nothing has been submitted, so another try is safe. */
export async function readInput({ input }: GenerationJob): Promise<ReadInput> {
  try {
    return { kind: 'read', input: await input?.upright() }
  } catch (error) {
    if (error instanceof InputError) throw error
    return { kind: 'unavailable', message: 'The input could not be read.' }
  }
}
