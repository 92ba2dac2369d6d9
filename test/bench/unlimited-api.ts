// The whole API in a process of its own, on the settings of its environment, but without the limit of 60 requests a minute:
// the benchmarks measure what the service can do, not what it allows. Started by accept.bench.ts.
import { startHttpService } from '../../server/dist/commands/http-service.js'
import { readConfig } from '../../server/dist/config.js'
import { wireCore } from '../../server/dist/wire.js'

const core = await wireCore(readConfig())
const http = await startHttpService(core, {
  onAccepted: () => undefined,
  rateLimiter: { count: async () => ({ allowed: true }) },
})
process.once('SIGTERM', async () => {
  await http.close()
  await core.close()
  process.exit(0)
})
