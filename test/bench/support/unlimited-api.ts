// The whole API in a process of its own, on the settings of its environment, but with a limit that nobody reaches: the
// benchmarks measure what the service can do, not what it allows. Counting the requests costs what it costs.

import { startHttpService } from '../../../server/dist/commands/http-service.js'
import { readConfig } from '../../../server/dist/config.js'
import { createSharedRateLimiter } from '../../../server/dist/use-cases/shared-rate-limiter.js'
import { wireCore } from '../../../server/dist/wire.js'

const requestsPerMinute = 1_000_000_000

const core = await wireCore(readConfig())
const http = await startHttpService(core, {
  onAccepted: () => undefined,
  rateLimiter: createSharedRateLimiter({ database: core.database, requestsPerMinute }),
})
process.once('SIGTERM', async () => {
  await http.close()
  await core.close()
  process.exit(0)
})
