import { createMcpServer } from './mcp-server.js'
import { StdioServerTransport } from './protocol.js'
import type { ToolContext } from './tool-context.js'

/**
 * Serves one client on the standard streams of this process, until it closes standard input or the signal
 * aborts. Calls that run then are cancelled.
 */
export async function serveStdio(context: ToolContext, signal: AbortSignal): Promise<void> {
  const server = createMcpServer(context)
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, () => resolve())
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
  await server.connect(new StdioServerTransport())
  await ended
  await server.close()
}
