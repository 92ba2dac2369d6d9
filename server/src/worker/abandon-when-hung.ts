/**
 * The outcome of the work. If the work has not ended `hungMsMax` after the signal aborted, it is abandoned
 * and this throws: one dead network mount must not hold a worker's slot, and a task's lease, for ever. The work may
 * have another signal watched from then on, instead of the one before.
 */
export async function abandonWhenHung<T>(
  work: (watch: (signal: AbortSignal) => void) => Promise<T>,
  signal: AbortSignal,
  hungMsMax: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let abandon: () => void = () => undefined
  let watched: AbortSignal | undefined
  const hung = new Promise<never>((_resolve, reject) => {
    abandon = () => reject(new Error('The attempt hung past its end.'))
  })

  function startCountdown(): void {
    timer = setTimeout(abandon, hungMsMax)
  }

  function unwatch(): void {
    clearTimeout(timer)
    watched?.removeEventListener('abort', startCountdown)
  }

  function watch(signal: AbortSignal): void {
    unwatch()
    watched = signal
    if (signal.aborted) startCountdown()
    else signal.addEventListener('abort', startCountdown, { once: true })
  }

  watch(signal)
  try {
    return await Promise.race([work(watch), hung])
  } finally {
    unwatch()
  }
}
