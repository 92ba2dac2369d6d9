import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to listeners on port 0 and to outgoing connections. */
const portMin = 15_000
const portMax = 31_000
const triesMax = 50

/**
 * A port of this machine that was free a moment ago. Chosen from ports that no system assigns by itself,
 * because another test's server on port 0 could otherwise take it first.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    const port = randomInt(portMin, portMax)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port after ${triesMax} tries`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    probe.listen(port, '127.0.0.1')
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
