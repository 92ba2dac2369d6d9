import type { GenerationJob } from '../../ports/provider.js'

/** A job in the words and numbers that models are steered by. */
export interface Wording {
  /** The effect's instruction, its motion, and the caller's prompt, in this order. Never empty. */
  readonly prompt: string
  /**
   * What the caller does not want, then what the effect must not show; undefined when neither says anything.
   */
  readonly negativePrompt: string | undefined
  /** 0 to 1; undefined where the effect leaves it to the engine. */
  readonly strength: number | undefined
}

/** The caller's words are added to those of the effect, never replaced. */
export function wordingOf(job: GenerationJob): Wording {
  const { effect } = job
  const sentences = [effect?.instruction, effect?.motion, job.prompt].filter(
    (text): text is string => text !== undefined && text.trim() !== '',
  )
  const avoided = [job.negativePrompt, effect?.negativePrompt].filter(
    (text): text is string => text !== undefined && text.trim() !== '',
  )
  return {
    prompt: sentences.join(' ') || 'Keep the picture as it is.',
    negativePrompt: avoided.length === 0 ? undefined : avoided.join(', '),
    strength: effect?.strength,
  }
}
