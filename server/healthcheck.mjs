// @ts-check
// Ends with 0 when the process of this container answers, on METRICS_PORT where that is set, else on PORT.
const { HOST, PORT, METRICS_HOST, METRICS_PORT } = process.env
const port = METRICS_PORT || PORT || '3000'
const host = (METRICS_PORT && METRICS_HOST) || HOST || '127.0.0.1'
const answerMsMax = 2_500

/** An address that stands for all interfaces cannot be asked; the loopback is one of them. */
const loopback = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
const authority = loopback.includes(':') ? `[${loopback}]:${port}` : `${loopback}:${port}`

try {
  const response = await fetch(`http://${authority}/healthz`, { signal: AbortSignal.timeout(answerMsMax) })
  process.exitCode = response.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
