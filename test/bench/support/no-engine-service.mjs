// @ts-check
// The service's API and its worker loop over an engine that responds at once, so that what is measured is the
// service. ROLE is what the process does: `api`, `worker`, or `serve` for both, where an acceptance wakes the
// worker. Plain JavaScript, for Node's reader of TypeScript would be in the memory that is measured.
import { createServer } from 'node:http'
import { startHttpService } from '../../../server/src/commands/http-service.ts'
import { readConfig } from '../../../server/src/config/config.ts'
import { createSharedRateLimiter } from '../../../server/src/coordination/shared-rate-limiter.ts'
import { productNames } from '../../../server/src/core/domain/products.ts'
import { wireParts, wireWorker } from '../../../server/src/wiring/wire.ts'

// A window of no length: everything is counted as in earnest, and nothing is rejected.
const windowMs = 0
const image = { contentType: 'image/png', bytes: new Uint8Array(1_000) }
const role = process.env.ROLE

const parts = await wireParts(readConfig(), {
  purpose: role === 'worker' ? 'work' : 'request',
  providers: [
    {
      name: 'none',
      submission: 'idempotent',
      serves: () => true,
      start: async () => ({ kind: 'started', job: {} }),
      poll: async () => ({ kind: 'succeeded', outputs: [image] }),
    },
  ],
  recordsTraces: true,
  routes: productNames.map((product) => ({ product, providers: ['none'] })),
})
const worker = role === 'api' ? undefined : wireWorker(parts, { onSettled: () => undefined })
const http =
  role === 'worker'
    ? createServer((_request, response) => {
        response.writeHead(200, { 'Content-Length': 0 }).end()
      }).listen(parts.config.port, parts.config.host)
    : await startHttpService(parts, {
        onAccepted: () => worker?.wake(),
        rateLimiter: createSharedRateLimiter({ database: parts.database, windowMs }),
      })
const running = worker?.run()

process.once('SIGTERM', async () => {
  worker?.stop()
  await running
  http.close()
  process.exit(0)
})
