import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Account } from './stage.ts'
import type { Client } from './story.ts'

/** A program of `programs/` whose commands are processes of their own. */
interface CommandProgram {
  readonly program: string
  /** What runs it. */
  readonly command: readonly string[]
  /** A folder whose packages it imports. */
  readonly packagesOf: string
  readonly ordered: Client['ordered']
}

export async function openCommands(
  { environment }: Account,
  { program, command: [runtime = '', ...before], packagesOf, ordered }: CommandProgram,
): Promise<Client> {
  const folder = await mkdtemp(join(packagesOf, '.mediagen-client-'))
  const file = join(folder, program)
  await cp(fileURLToPath(new URL(`programs/${program}`, import.meta.url)), file)
  const run = async (...args: string[]): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)(runtime, [...before, file, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, NO_COLOR: '1', ...environment },
    })
    if (stderr !== '') throw new Error(stderr)
    return stdout.trim()
  }
  /** What was saved before the order was sent. */
  let order: readonly [key: string, prompt: string] = ['', '']
  return {
    ordered,
    async make(prompt) {
      const id = await run('make', 'made.png', prompt)
      return { id, bytes: await readFile(join(folder, 'made.png')) }
    },
    order(prompt) {
      order = [randomUUID(), prompt]
      return run('order', ...order)
    },
    async reload() {
      await rm(join(folder, 'order.json'))
      return run('order', ...order)
    },
    async list() {
      const lines = (await run('list')).split('\n')
      return lines.map((line) => {
        const [id = '', amount = ''] = line.split(' ')
        return { id, amount }
      })
    },
    async result() {
      await run('result', 'result')
      return readFile(join(folder, 'result'))
    },
    close: () => rm(folder, { recursive: true }),
  }
}
