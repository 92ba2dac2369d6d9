/** `mediagen api` as a test's process: see `process-parts.ts`. `service-process.ts` starts it. */
import { startHttpService } from '../../../server/src/commands/http-service.ts'
import { settings, wireProcessParts } from './process-parts.ts'

const http = await startHttpService(await wireProcessParts('request'), {
  onAccepted: () => undefined,
  // Most tests send more requests than the contract allows.
  ...(settings.limitsRate !== true && { rateLimiter: { count: async () => ({ allowed: true }) } }),
})
process.send?.({ kind: 'ready', port: http.port })
