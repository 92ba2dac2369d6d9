const settleMsMax = 90_000

export interface Settled {
  readonly isRejected: boolean
  /** What the caller gets, in words. */
  readonly text: string
  readonly ms: number
  /** What it was rejected with. */
  readonly error?: unknown
}

/** How a call ends; one that never does is given up. */
export async function settle(work: Promise<unknown>): Promise<Settled> {
  const startedAt = performance.now()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Settled>((resolve) => {
    const given = { isRejected: true, text: `still waits after ${settleMsMax / 1000} s`, ms: settleMsMax }
    timer = setTimeout(() => resolve(given), settleMsMax)
  })
  const settled = work.then(
    (value) => ({ isRejected: false, text: `resolves${wordsOf(value)}`, ms: performance.now() - startedAt }),
    (error: unknown) => ({
      ...{ isRejected: true, error, ms: performance.now() - startedAt },
      text: `rejects with ${nameOf(error)}`,
    }),
  )
  return Promise.race([settled, late]).finally(() => clearTimeout(timer))
}

/** The rest of a sentence: a task is described by its status. */
function wordsOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ` to \`${String(value)}\``
  const { status } = Object.fromEntries(Object.entries(value))
  return typeof status === 'string' ? `, status \`${status}\`` : ''
}

/** Some classes leave the name `Error` to their errors. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.name === 'Error' ? error.constructor.name : error.name
}
