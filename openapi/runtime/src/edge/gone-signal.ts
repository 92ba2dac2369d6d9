import type { Request, Response } from 'express'

/**
 * Aborted once the client has closed the connection or its side of it. Created when it is first asked for, as most
 * operations end before anyone would notice.
 */
export function goneSignal({ socket }: Request, response: Response): () => AbortSignal {
  let signal: AbortSignal | undefined
  return () => {
    if (signal !== undefined) return signal
    const controller = new AbortController()
    signal = controller.signal
    const leave = (): void => controller.abort()
    if (response.destroyed || socket.readableEnded) leave()
    socket.once('end', leave)
    response.once('close', () => {
      // The next request of this connection has a signal of its own.
      socket.removeListener('end', leave)
      leave()
    })
    return signal
  }
}
