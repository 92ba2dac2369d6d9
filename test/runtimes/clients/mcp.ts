import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { Account } from './stage.ts'
import type { Client } from './story.ts'

/** An agent's host, which starts the packed command line as a server of the Model Context Protocol. */
export async function openMcp(
  { environment }: Account,
  { packagesOf }: { readonly packagesOf: string },
): Promise<Client> {
  const out = await mkdtemp(join(tmpdir(), 'mediagen-mcp-'))
  const program = join(packagesOf, 'node_modules', 'mediagen', 'bin', 'mediagen.js')
  const connect = async () => {
    const client = new McpClient({ name: 'test', version: '1.0.0' })
    const args = [program, 'mcp', '--out', out, '--max-spend', '1.00']
    const env = { PATH: process.env.PATH ?? '', ...environment }
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env }))
    return client
  }
  let client = await connect()
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }))
    if (result.isError) throw new Error(JSON.stringify(result.content))
    return Object(result.structuredContent)
  }
  const list = async (): Promise<{ id: string; cost: { amount: string } }[]> =>
    (await call('list_tasks')).tasks
  const saved = ({ files: [{ path }] }: { files: [{ path: string }] }) => readFile(path)
  let taskId: string | undefined
  return {
    ordered: 'image.generate',
    async make(prompt) {
      const made = await call('generate_image', { prompt })
      return { id: made.taskId, bytes: await saved(made) }
    },
    order: async (prompt) => (await call('generate_image', { prompt, waitSeconds: 0 })).taskId,
    async reload() {
      await client.close()
      client = await connect()
      taskId = (await list())[0]?.id
      return String(taskId)
    },
    list: async () => (await list()).map(({ id, cost: { amount } }) => ({ id, amount })),
    result: async () => saved(await call('wait_for_task', { taskId })),
    async close() {
      await client.close()
      await rm(out, { recursive: true })
    },
  }
}
