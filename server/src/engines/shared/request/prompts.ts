import type { GenerationJob } from '../../../core/ports/generation-job.ts'

/** A job as the words and numbers that control models. */
export interface Prompts {
  /** The effect's words, its motion, and the caller's prompt, in this order. Never empty. */
  readonly prompt: string
  /** The caller's negative prompt, then the effect's; undefined if there is neither. */
  readonly negativePrompt: string | undefined
  /** 0 to 1; undefined if the effect leaves it to the engine. */
  readonly strength: number | undefined
}

/**
 * What kind of prompt a model expects. 'instruction': it edits the input as instructed ("Turn the picture
 * into ..."). 'description': it redraws the input, by its strength, until it matches a description.
 */
export type PromptStyle = 'instruction' | 'description'

/** The caller's words are added to those of the effect and never replace them. */
export function promptsOf(job: GenerationJob, style: PromptStyle = 'instruction'): Prompts {
  const { effect } = job
  const look = style === 'description' ? effect?.look : undefined
  const parts = [look ?? effect?.instruction, effect?.motion, job.prompt].filter(
    (text): text is string => text !== undefined && text.trim() !== '',
  )
  const avoided = [job.negativePrompt, effect?.negativePrompt].filter(
    (text): text is string => text !== undefined && text.trim() !== '',
  )
  return {
    prompt: parts.join(look === undefined ? ' ' : ', ') || 'Keep the image as it is.',
    negativePrompt: avoided.length === 0 ? undefined : avoided.join(', '),
    strength: effect?.strength,
  }
}
