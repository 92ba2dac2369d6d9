import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** A row of a table of requests: its cells but the last, and the `curl` of the last. */
export interface PageRequest {
  readonly cells: readonly string[]
  readonly command: string
}

/** The rows of a page's table whose last cell is a `curl` of the mock. */
export async function requestsOfPage(page: string): Promise<PageRequest[]> {
  const text = await readFile(new URL(`../../../${page}`, import.meta.url), 'utf8')
  return text.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const command = /^`(curl .*)`$/.exec(cells.at(-2) ?? '')?.[1]
    return command === undefined ? [] : [{ cells: cells.slice(1, -2), command }]
  })
}

/** Runs a `curl` of a page in a shell, against a mock at another address. */
export async function runCurl(command: string, url: string): Promise<{ status: number; body: unknown }> {
  const script = `${command.replace('http://127.0.0.1:4010', url)} -w '\\n%{http_code}'`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  const end = stdout.lastIndexOf('\n')
  return { status: Number(stdout.slice(end)), body: JSON.parse(stdout.slice(0, end)) }
}
