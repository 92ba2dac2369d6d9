import { ListRootsResultSchema, type McpServer } from './protocol.js'
import type { CallExtra, ToolContext } from './tool-context.js'

/** The parts of the protocol SDK's call context that are used. */
interface ProtocolExtra {
  readonly signal: AbortSignal
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined
  sendNotification(notification: {
    method: 'notifications/progress'
    params: { progressToken: string | number; progress: number; message: string }
  }): Promise<void>
  sendRequest(
    request: { method: 'roots/list' },
    schema: typeof ListRootsResultSchema,
  ): Promise<{ roots: readonly { uri: string }[] }>
}

/** Adapts a call of the protocol. */
export function toCallExtra(
  server: McpServer,
  { trustsRoots }: Pick<ToolContext, 'trustsRoots'>,
  extra: ProtocolExtra,
): CallExtra {
  const progressToken = extra._meta?.progressToken
  // The protocol requires increasing numbers; the share of the work is unknown.
  let progress = 0
  return {
    signal: extra.signal,
    async roots() {
      if (!trustsRoots || server.server.getClientCapabilities()?.roots === undefined) return []
      const { roots } = await extra.sendRequest({ method: 'roots/list' }, ListRootsResultSchema)
      return roots.map(({ uri }) => uri)
    },
    progress(message) {
      if (progressToken === undefined || extra.signal.aborted) return
      progress += 1
      const params = { progressToken, progress, message }
      // A client that is gone needs no progress.
      extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined)
    },
  }
}
