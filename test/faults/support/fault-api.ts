/** `mediagen api` as a test's process: see `fault-parts.ts`. `fault-processes.ts` starts it. */
import { startHttpService } from '../../../server/src/commands/http-service.ts'
import { wireFaultParts } from './fault-parts.ts'

const http = await startHttpService(await wireFaultParts('request'), {
  onAccepted: () => undefined,
  // Most tests send more requests than the contract allows.
  ...(process.env.FAULTS_RATE_LIMIT !== 'on' && { rateLimiter: { count: async () => ({ allowed: true }) } }),
})
process.send?.({ kind: 'ready', port: http.port })
