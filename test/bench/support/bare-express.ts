// The least that Express 5 does for a response of that size: one route, one body, nothing else. With ETAG=off
// it leaves out the ETag, which costs a hash of the body; the service sends none either.
import express from 'express'

const body: unknown = JSON.parse(process.env.BODY ?? '{}')
const app = express()
if (process.env.ETAG === 'off') app.disable('etag').disable('x-powered-by')
app.get('/api/v1/tasks/:taskId', (_request, response) => {
  response.json(body)
})
app.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
