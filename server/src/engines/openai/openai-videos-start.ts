import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import type { EngineCall } from '../shared/calls/engine-http.ts'
import type { EngineSettings } from '../shared/engine-kind.ts'
import { dataUrlOf } from '../shared/media/base64-media.ts'
import { fileOf, formOf } from '../shared/media/request-form.ts'
import { nearestDuration } from '../shared/request/fit-size.ts'
import { type PromptFields, promptFieldsOf } from '../shared/request/prompt-fields.ts'
import { sizeToAsk } from '../shared/request/size-options.ts'
import type { OpenAiVideosOptions } from './openai-videos-options.ts'

/** The call that starts a job. */
export function callFor(
  { models, options }: EngineSettings<OpenAiVideosOptions>,
  job: GenerationJob,
  input: UprightImage | undefined,
): EngineCall {
  const { durations, seedField, fields, encoding } = options
  const model = models[job.product]
  const seconds = job.durationSeconds ?? 0
  const { widthPx, heightPx } = sizeToAsk(job, options)
  const request = {
    ...(model !== undefined && { model }),
    ...promptOf(job, options),
    // As text, as in OpenAI's API; engines that need a number parse the text.
    seconds: String(durations === undefined ? seconds : nearestDuration(seconds, durations)),
    size: `${widthPx}x${heightPx}`,
    ...(seedField !== '' && { [seedField]: job.seed }),
    ...fields,
  }
  const call = { method: 'POST', path: 'videos' } as const
  if (encoding === 'multipart') {
    const file = input && { field: 'input_reference', file: fileOf(input) }
    return { ...call, body: { form: formOf(request, file) } }
  }
  return { ...call, body: { json: { ...request, ...(input && inputFieldsOf(input, options)) } } }
}

function inputFieldsOf(input: UprightImage, { jsonInput }: OpenAiVideosOptions): Record<string, unknown> {
  const link = dataUrlOf(input)
  return jsonInput === 'reference_url' ? { reference_url: link } : { input_reference: { image_url: link } }
}

/** The words of a job, with its mark if the job must be found again by them. */
export function promptOf(job: GenerationJob, options: OpenAiVideosOptions): PromptFields {
  const fields = promptFieldsOf(job, options.negativePrompt)
  return options.submission === 'findable' ? { ...fields, prompt: fields.prompt + markOf(job.seed) } : fields
}

/**
 * The job's seed as spaces and tabs. The protocol accepts no id of ours, but records return the prompt as it
 * was sent, and models ignore trailing white space. Without a mark, two customers who ask for the same could
 * get each other's video.
 */
function markOf(seed: number): string {
  return seed.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')
}
