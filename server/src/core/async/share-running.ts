/** Callers that come while the work is being done share its outcome. */
export function shareRunning<Given extends readonly unknown[], Outcome>(
  work: (...given: Given) => Promise<Outcome>,
): (...given: Given) => Promise<Outcome> {
  let running: Promise<Outcome> | undefined
  return (...given) => {
    running ??= work(...given).finally(() => {
      running = undefined
    })
    return running
  }
}
