// A health check as it is usually made, instead of examples/three-machines/fence.mjs: it asks for the role now and then, and closes
// nothing.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'

const { OWN = '', SOCKET = '' } = process.env
const port = 8306
const askEveryMs = 3_000
const question = `select count(*) as n from performance_schema.replication_group_members
  where member_id = @@server_uuid and member_role = 'PRIMARY'`

let state = 'closed'
createServer((_request, response) => {
  response.writeHead(state === 'open' ? 200 : 503, { Connection: 'close' }).end(state)
}).listen(port, OWN)
for (;;) {
  try {
    const connection = await createConnection({ socketPath: SOCKET, user: 'root' })
    const [rows] = await connection.query(question)
    state = Number(Reflect.get(Object(rows), '0')?.n) === 1 ? 'open' : 'closed'
    await connection.end()
  } catch {
    state = 'closed'
  }
  await sleep(askEveryMs)
}
