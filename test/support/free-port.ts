import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Below the ports that systems give to listeners on port 0 and to outgoing connections. */
const portMin = 15_000
const portMax = 31_000
const triesMax = 50

/** A port is in use only after it was chosen, and is reserved until then, or its process has chosen as many others. */
const reservedMax = 100
const reservations: Server[] = []

/**
 * A port of this machine that is free, and on Linux given to no other test, of this run or another. Chosen from
 * ports that no system assigns by itself, because another test's server on port 0 could otherwise take it first.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const port = randomInt(portMin, portMax)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new Error(`no free port after ${triesMax} tries`)
}

/** By an abstract socket, which leaves no file and ends with the process that listens on it. */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const reservation = createServer().unref()
  if (!(await canListen(reservation, { path: `\0mediagen-test-port-${port}` }))) return false
  reservations.push(reservation)
  if (reservations.length > reservedMax) reservations.shift()?.close()
  return true
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  if (!(await canListen(probe, { port, host: '127.0.0.1' }))) return false
  probe.close()
  await once(probe, 'close')
  return true
}

async function canListen(server: Server, address: ListenOptions): Promise<boolean> {
  const listening = once(server, 'listening')
  server.listen(address)
  return listening.then(
    () => true,
    () => false,
  )
}
