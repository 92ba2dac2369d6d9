import { pathToFileURL } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { onTestFinished } from 'vitest'
import { program, type Stage } from './command.ts'

/** An agent's host: the official client, with everything that the server has sent to it. */
export interface Agent {
  readonly client: Client
  /** Calls a tool; its texts are joined. */
  call(tool: string, input?: Record<string, unknown>, options?: CallOptions): Promise<ToolResponse>
  close(): Promise<void>
}

interface CallOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (message: string) => void
}

export interface ToolResponse {
  readonly isError: boolean
  readonly text: string
  readonly content: readonly { readonly type: string }[]
  readonly facts: Record<string, unknown>
}

/** Connects the official client; it offers the folders as its roots. */
export async function connectAgent(transport: Transport, roots: readonly string[] = []): Promise<Agent> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities: roots.length > 0 ? { roots: {} } : {} },
  )
  if (roots.length > 0)
    client.setRequestHandler(ListRootsRequestSchema, () => ({
      roots: roots.map((folder) => ({ uri: pathToFileURL(folder).href })),
    }))
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    close: () => client.close(),
    async call(tool, input = {}, { signal, onProgress } = {}) {
      const result = await client.callTool({ name: tool, arguments: input }, CallToolResultSchema, {
        ...(signal && { signal }),
        ...(onProgress && { onprogress: ({ message }) => onProgress(message ?? '') }),
      })
      const { content, isError = false, structuredContent = {} } = CallToolResultSchema.parse(result)
      const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
      return { isError, text, content, facts: structuredContent }
    },
  }
}

/** Starts `mediagen mcp` on standard input and output, as a host does. */
export function startAgent(
  { env, folder }: Pick<Stage, 'env' | 'folder'>,
  args: readonly string[] = [],
  roots: readonly string[] = [],
): Promise<Agent> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp', '--out', folder, ...args],
    env,
    cwd: folder,
    stderr: 'ignore',
  })
  return connectAgent(transport, roots)
}
