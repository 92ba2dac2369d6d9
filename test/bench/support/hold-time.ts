/** A prompt that makes an engine of the benchmarks take this long. */
export function heldPrompt(ms: number, label: string): string {
  return `${label}, held for ${ms} ms`
}

/** How long the prompt in a request's body asks to be held; 0 where it does not ask. */
export function holdMsOf(body: string): number {
  return Number(/held for (\d+) ms/.exec(body)?.[1] ?? 0)
}
