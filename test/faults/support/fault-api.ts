/** `mediagen api` as a test's process: see `fault-core.ts`. `fault-processes.ts` starts it. */
import { startHttpService } from '@mediagen/server/commands/http-service'
import { wireFaultCore } from './fault-core.ts'

const http = await startHttpService(await wireFaultCore('request'), {
  onAccepted: () => undefined,
  // Most tests send more requests than the contract allows.
  ...(process.env.FAULTS_RATE_LIMIT !== 'on' && { rateLimiter: { count: async () => ({ allowed: true }) } }),
})
process.send?.({ kind: 'ready', port: http.port })
