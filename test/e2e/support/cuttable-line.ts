import { connect, createServer } from 'node:net'
import { type InterruptibleServer, listenInterruptibly } from '../../support/listen-locally.js'

/** Opens a proxy to `target` whose line can be cut like a network cable, and restored on the same port. */
export function openLine(target: { host: string; port: number }): Promise<InterruptibleServer> {
  return listenInterruptibly(() =>
    createServer((near) => {
      const far = connect(target.port, target.host)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        // An error is followed by 'close', and both ends of a broken line are gone.
        socket.on('error', () => undefined)
        socket.once('close', () => other.destroy())
        socket.pipe(other)
      }
    }),
  )
}
