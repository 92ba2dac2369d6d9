/** What to do with an image: an effect, a prompt, or both. Undefined for neither, which is no request. */
export function instructionOf(effectId: string | undefined, prompt: string | undefined) {
  if (effectId !== undefined) return prompt === undefined ? { effectId } : { effectId, prompt }
  return prompt === undefined ? undefined : { prompt }
}
