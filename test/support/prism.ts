import { fileURLToPath } from 'node:url'
import { findFreePort } from './free-port.ts'
import { type RunningProgram, startProgram } from './running-program.ts'

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'))
const contract = fileURLToPath(new URL('../../openapi/generated/openapi.json', import.meta.url))

/** Prism serving the contract, on a free port. */
export async function startPrism(): Promise<RunningProgram> {
  const port = String(await findFreePort())
  const words = [program, 'mock', '--host', '127.0.0.1', '--port', port, contract]
  return startProgram(words, { NO_COLOR: '1' }, /Prism is listening on (\S+)\s/)
}
