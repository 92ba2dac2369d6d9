import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * Makes one JSON document of a contract and the files that it refers to. Components are put in alphabetical
 * order, because redocly gives them the order in which it meets them, and a new path would otherwise move
 * half of the file.
 */
export async function bundleContract(entry: string, output: string): Promise<void> {
  const cli = join(
    dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')),
    'bin',
    'cli.js',
  )
  await promisify(execFile)(
    process.execPath,
    [cli, 'bundle', basename(entry), '--ext', 'json', '--output', output],
    {
      cwd: dirname(entry),
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        NO_COLOR: '1',
      },
    },
  )
  const document: unknown = JSON.parse(await readFile(output, 'utf8'))
  await writeFile(output, `${JSON.stringify(withSortedComponents(document), null, 2)}\n`)
}

/** The document with the entries of each kind of component sorted by name. */
export function withSortedComponents(document: unknown): unknown {
  if (!isRecord(document) || !isRecord(document.components)) return document
  const components = Object.entries(document.components).map(([kind, entries]) => [
    kind,
    isRecord(entries) ? sorted(entries) : entries,
  ])
  return { ...document, components: sorted(Object.fromEntries(components)) }
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
