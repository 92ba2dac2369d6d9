import { version } from '../version.js'
import { addCatalogueTools } from './catalogue-tools.js'
import { addGenerationTools } from './generation-tools.js'
import { McpServer } from './protocol.js'
import { addTaskTools } from './task-tools.js'
import type { ToolContext } from './tool-context.js'

const instructions = [
  'Generates images and videos, which cost money. Prices: estimate_cost; funds: get_balance.',
  'Results are saved as files in one folder; tool results contain their paths.',
  'Videos take a minute or more: a call that ends before its task says so; wait_for_task continues the wait.',
].join(' ')

/** A server of the Model Context Protocol for one client. The context limits what it spends and reads. */
export function createMcpServer(context: ToolContext): McpServer {
  const server = new McpServer({ name: 'mediagen', version }, { instructions })
  addGenerationTools(server, context)
  addTaskTools(server, context)
  addCatalogueTools(server, context)
  return server
}
