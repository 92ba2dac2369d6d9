// @ts-check
// Ends with 0 when the process of this container answers: a worker on METRICS_PORT, every other command on PORT.
const port = process.env.METRICS_PORT || process.env.PORT || '3000'
const answerMsMax = 2_500

try {
  const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
    signal: AbortSignal.timeout(answerMsMax),
  })
  process.exitCode = response.ok ? 0 : 1
} catch {
  process.exitCode = 1
}
