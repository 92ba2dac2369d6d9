import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { MysqlSource } from './mysql-source.ts'

/** A MySQL server of the tests' own, or one that was given. */
export interface RunningMysql {
  /** mysql://USER:PASSWORD@HOST:PORT, naming no database; its user may create databases. */
  readonly url: string
  /** Stops the server and removes its data; resolves when both are gone. Leaves a given server alone. */
  stop(): Promise<void>
}

const guardian = fileURLToPath(new URL('./mysql-guardian.ts', import.meta.url))

/**
 * Starts a MySQL that lives no longer than this process, however this process ends. Rejects with the server's
 * own last words when it does not come up.
 */
export async function startMysql(source: MysqlSource): Promise<RunningMysql> {
  if (source.kind === 'given') return { url: source.url, stop: async () => {} }
  // The guardian watches its standard input, which ends with this process: a crash here leaves no server
  // behind.
  const child = spawn(process.execPath, [guardian, JSON.stringify(source)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString()
  })
  const ended = once(child, 'close')
  const firstLine = once(createInterface({ input: child.stdout }), 'line')
  const url = await Promise.race([firstLine.then(String), ended.then(() => undefined)])
  if (url === undefined) throw new Error(`MySQL for the tests did not start:\n${complaint.trim()}`)
  return {
    url,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}
