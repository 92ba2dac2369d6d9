import { createConnection, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenLocally } from '../../support/listen-locally.ts'

/** The network between one process and a server: it can be slow, silent or cut, or lead to another server. */
export interface Link {
  /** The same address, reached over this link. */
  urlOf(url: string): string
  /** Leads to the server on this port of this machine from now on, and cuts what is open. */
  leadTo(port: number): void
  /** Everything takes so much longer each way from now on; 0 ends it. */
  delay(ms: number): void
  /** Nothing gets through, without any notification, until `restore`. */
  hang(): void
  /** Passes everything on without delay; what hung continues. */
  restore(): void
  close(): Promise<void>
}

interface Pair {
  readonly client: Socket
  readonly server: Socket
}

export async function startLink(targetPort: number): Promise<Link> {
  const pairs = new Set<Pair>()
  let port = targetPort
  let delayMs = 0
  let hanging = false

  function connect(client: Socket): void {
    const server = createConnection({ host: '127.0.0.1', port })
    const pair = { client, server }
    pairs.add(pair)
    if (hanging) pause(pair)
    pass(client, server)
    pass(server, client)
    for (const socket of [client, server]) {
      socket.on('error', () => undefined) // The close that follows is what counts.
      socket.on('close', () => pairs.delete(pair))
    }
  }

  /** Passes on what arrives, in its order, and then the end. */
  function pass(from: Socket, to: Socket): void {
    let last: Promise<void> | undefined
    const later = (act: () => void): void => {
      if (last === undefined && delayMs === 0) {
        act()
        return
      }
      const dueMs = performance.now() + delayMs
      const mine = (last ?? Promise.resolve()).then(async () => {
        await sleep(Math.max(0, dueMs - performance.now()))
        act()
        if (last === mine) last = undefined
      })
      last = mine
    }
    from.on('data', (chunk: Buffer) => later(() => void to.write(chunk)))
    from.on('close', () => later(() => to.destroySoon()))
  }

  const line = await listenLocally(createServer({ noDelay: true }, connect))
  return {
    urlOf(address) {
      const url = new URL(address)
      url.host = `127.0.0.1:${line.port}`
      return url.href
    },
    leadTo(newPort) {
      port = newPort
      for (const { client, server } of pairs) {
        client.destroy()
        server.destroy()
      }
    },
    delay(ms) {
      delayMs = ms
    },
    hang() {
      hanging = true
      for (const pair of pairs) pause(pair)
    },
    restore() {
      hanging = false
      delayMs = 0
      for (const { client, server } of pairs) {
        client.resume()
        server.resume()
      }
    },
    close: line.close,
  }
}

function pause({ client, server }: Pair): void {
  client.pause()
  server.pause()
}
