import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from './free-port.ts'

const program = fileURLToPath(import.meta.resolve('@stoplight/prism-cli'))
const contract = fileURLToPath(new URL('../../openapi/generated/openapi.json', import.meta.url))
const readyLine = /Prism is listening on (\S+)/

/** Prism serving the contract. */
export interface RunningPrism {
  /** Its address, without a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts Prism on a free port; resolves when it responds, and rejects with its output when it ends before
 * that.
 */
export async function startPrism(): Promise<RunningPrism> {
  const port = String(await findFreePort())
  const words = [program, 'mock', '--host', '127.0.0.1', '--port', port, contract]
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  })
  const closed = once(child, 'close')
  const url = await new Promise<string>((resolve, reject) => {
    let log = ''
    const read = (chunk: Buffer) => {
      log += chunk.toString()
      const ready = readyLine.exec(log)?.[1]
      if (ready !== undefined) resolve(ready)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`Prism ended before it responded:\n${log}`)))
  })
  return {
    url,
    async stop() {
      child.kill()
      await closed
    },
  }
}
