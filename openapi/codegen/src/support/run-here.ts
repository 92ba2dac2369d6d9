import { format } from 'node:util'
import { vi } from 'vitest'
import { run } from '../run.ts'

/** What became of a command line. */
export interface EndedCommand {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command line in this folder and this process: another one takes a second to start. */
export async function runHere(folder: string, words: readonly string[]): Promise<EndedCommand> {
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => stdout.push(String(text)) > 0),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => stderr.push(String(text)) > 0),
    vi.spyOn(console, 'log').mockImplementation((...texts) => void stdout.push(`${format(...texts)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...texts) => void stderr.push(`${format(...texts)}\n`)),
  ]
  const cwd = process.cwd()
  process.chdir(folder)
  try {
    const status = await run(words)
    return { status, stdout: stdout.join(''), stderr: stderr.join('') }
  } finally {
    process.chdir(cwd)
    for (const spy of spies) spy.mockRestore()
  }
}
