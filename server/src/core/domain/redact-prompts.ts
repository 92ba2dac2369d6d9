import { createRedact } from './redact.ts'
import type { TaskParameters } from './task.ts'

/** A quote of this many letters is found wherever an engine begins and ends it. */
const quoteCharacters = 24
/** Shorter ones are no prompt, but in every second word. */
const charactersMin = 3

/**
 * A text of an engine or a gate for the log, without what it repeats of the prompts of the task: also parts of
 * them, escaped or in other case. A few letters of a prompt that was cut short may be left.
 */
export function redactPrompts(
  text: string,
  parameters: Pick<TaskParameters, 'prompt' | 'negativePrompt'>,
): string {
  const { prompt, negativePrompt = '' } = parameters
  const quotes = [prompt, negativePrompt].flatMap(quotesOf)
  return createRedact(quotes, { mask: '[prompt]', charactersMin })(text)
}

/** Pieces that overlap by half, so that each quote contains half of one. */
function quotesOf(prompt: string): string[] {
  const letters = prompt.replace(/\s+/g, '')
  const quotes: string[] = []
  for (let at = 0; at === 0 || at + quoteCharacters / 2 < letters.length; at += quoteCharacters / 2)
    quotes.push(letters.slice(at, at + quoteCharacters))
  return quotes
}
