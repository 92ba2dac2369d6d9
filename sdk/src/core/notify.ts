/**
 * Calls a callback of the caller. Its error, including a rejection, is logged and never fails the call, which
 * may have been charged already.
 */
export function notify(call: () => unknown, what = 'hook'): void {
  new Promise((resolve) => resolve(call())).catch((error: unknown) => {
    console.error(`mediagen: a ${what} failed:`, error)
  })
}
