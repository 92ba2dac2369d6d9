/**
 * The used parts of the official SDK of the Model Context Protocol and of its schema library. The build
 * bundles the code of both into this one file, so that the CLI installs neither.
 */
export { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
export { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
export { ListRootsResultSchema } from '@modelcontextprotocol/sdk/types.js'
export {
  boolean,
  enum as oneOf,
  int,
  literal,
  number,
  strictObject,
  string,
  type ZodExactOptional,
  type ZodType,
} from 'zod'
