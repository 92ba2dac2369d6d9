import type { GenerationJob } from '../../../core/ports/generation-job.ts'
import { type PromptStyle, promptsOf } from './prompts.ts'

/**
 * How an engine receives what an image must not show. 'field': in `negative_prompt`. 'sentence': at the end
 * of the prompt, for models that understand sentences. 'pipe': after a `|` in the prompt, as for LocalAI.
 * 'none': not at all.
 */
export const negativePromptForms = ['field', 'sentence', 'pipe', 'none'] as const
export type NegativePromptForm = (typeof negativePromptForms)[number]

export interface PromptFields {
  readonly prompt: string
  readonly negative_prompt?: string
}

/** A job's words as fields of a request. */
export function promptFieldsOf(
  job: GenerationJob,
  form: NegativePromptForm,
  style: PromptStyle = 'instruction',
): PromptFields {
  const { prompt, negativePrompt: negative = '' } = promptsOf(job, style)
  switch (form) {
    case 'field':
      return negative === '' ? { prompt } : { prompt, negative_prompt: negative }
    case 'sentence':
      return { prompt: negative === '' ? prompt : `${prompt} Do not show: ${negative}.` }
    case 'pipe':
      return { prompt: [prompt, negative].map(withoutPipe).filter(Boolean).join('|') }
    case 'none':
      return { prompt }
  }
}

function withoutPipe(text: string): string {
  return text.replaceAll('|', ',')
}
