/**
 * The outcome of the work. If the work has not ended `hungMsMax` after the signal aborted, it is abandoned
 * and this throws: one dead network mount must not hold a worker's slot, and a task's lease, for ever.
 */
export async function abandonWhenHung<T>(
  work: Promise<T>,
  signal: AbortSignal,
  hungMsMax: number,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  let startCountdown: () => void = () => undefined
  const hung = new Promise<never>((_resolve, reject) => {
    startCountdown = () => {
      timer = setTimeout(() => reject(new Error('The attempt hung past its end.')), hungMsMax)
    }
  })
  if (signal.aborted) startCountdown()
  else signal.addEventListener('abort', startCountdown, { once: true })
  try {
    return await Promise.race([work, hung])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', startCountdown)
  }
}
