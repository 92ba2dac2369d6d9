import type { GenerationJob } from '../../ports/provider.js'
import { wordingOf } from './wording.js'

/**
 * How an engine is told what a picture must not show. 'field': in `negative_prompt`. 'sentence': at the end
 * of the prompt, for models that read sentences. 'pipe': after a `|` in the prompt, as LocalAI has it.
 * 'none': not at all.
 */
export const negativePromptForms = ['field', 'sentence', 'pipe', 'none'] as const
export type NegativePromptForm = (typeof negativePromptForms)[number]

export interface PromptFields {
  readonly prompt: string
  readonly negative_prompt?: string
}

/** A job's words as the fields of a request. */
export function promptFieldsOf(job: GenerationJob, form: NegativePromptForm): PromptFields {
  const wording = wordingOf(job)
  const prompt = withoutExtraArguments(wording.prompt)
  const negative = withoutExtraArguments(wording.negativePrompt ?? '')
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

const extraArguments = /<sd_cpp_extra_args>.*?<\/sd_cpp_extra_args>/gis
const extraArgumentsTag = /<\/?\s*sd_cpp_extra_args\s*>/gi

/**
 * A prompt without the element in which stable-diffusion.cpp takes settings out of prompts: callers describe
 * pictures, only the operator sets the engine. Repeated, since what is left may form the element anew; each
 * pass shortens the text.
 */
export function withoutExtraArguments(prompt: string): string {
  let text = prompt
  for (let length = Number.POSITIVE_INFINITY; text.length < length; ) {
    length = text.length
    text = text.replace(extraArguments, '').replace(extraArgumentsTag, '')
  }
  return text.trim()
}
