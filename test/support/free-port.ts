import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that systems give to listeners on port 0 and to outgoing connections. */
const portMin = 15_000
const portMax = 31_000
/** Of the run's own process, and of the two that run its tests. */
const shares = 3
const triesMax = 50

/** A port is in use only after it was chosen: each process of a run chooses from a share of its own, in turn. */
const portCount = Math.floor((portMax - portMin) / shares)
const shareMin = portMin + (Number(process.env.VITEST_POOL_ID ?? 0) % shares) * portCount
let chosen = randomInt(portCount)

/**
 * A port of this machine that is free, and that this run has given to no other test that is running. Chosen from
 * ports that no system assigns by itself, because another test's server on port 0 could otherwise take it first.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 1; tries <= triesMax; tries += 1) {
    chosen = (chosen + 1) % portCount
    const port = shareMin + chosen
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
