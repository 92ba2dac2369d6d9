/**
 * Calls a callback of the caller. An error of it, a rejection included, is logged and never fails the call,
 * which may have been charged already.
 */
export function notify(call: () => unknown, what = 'hook'): void {
  new Promise((resolve) => resolve(call())).catch((error: unknown) => {
    console.error(`mediagen: a ${what} failed:`, error)
  })
}
