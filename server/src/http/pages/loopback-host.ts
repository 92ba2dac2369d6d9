const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i

/** Whether a Host header, or the host of a URL, names this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return loopbackHost.test(host)
}
