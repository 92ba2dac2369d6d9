import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of this machine that was free a moment ago; another program can still take it first. */
export async function findFreePort(): Promise<number> {
  const probe = createServer()
  probe.listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null)
    throw new Error('a TCP server has an address with a port')
  return address.port
}
