// @ts-check
import { Socket } from 'node:net'

/** Names the descriptor of a pipe that only the parent holds open. */
export const lineVariable = 'MEDIAGEN_PARENT_LINE'

/**
 * Loaded before a program of the project: ends it in order, as SIGTERM does, when its parent is gone. The
 * operating system closes the pipe, however the parent ended; Windows has no other way to ask a program.
 */
const descriptor = process.env[lineVariable]
// The program's own children have another parent.
delete process.env[lineVariable]
if (descriptor !== undefined) {
  const line = new Socket({ fd: Number(descriptor), readable: true, writable: false })
  // A line that breaks has ended, too: 'close' follows.
  line.on('error', () => undefined)
  line.once('close', end)
  line.resume().unref()
}

/** Does what SIGTERM does, also on Windows, which has no signals. */
export function end() {
  if (process.platform !== 'win32') process.kill(process.pid, 'SIGTERM')
  else if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
}
