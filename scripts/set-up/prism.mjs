// @ts-check
import { join } from 'node:path'
import { projectRoot } from './project.mjs'

/** The line that Prism prints once it is ready. */
export const prismReadyLine = /Prism is listening on (\S+)/

/**
 * The arguments for Node to serve the contract's examples with Prism on a local port.
 * @param {number} port
 * @returns {string[]}
 */
export function prismArguments(port) {
  const program = join(projectRoot, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')
  const contract = join(projectRoot, 'openapi', 'generated', 'openapi.json')
  return [program, 'mock', '--host', '127.0.0.1', '--port', String(port), contract]
}
