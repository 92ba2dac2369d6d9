import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 250

/**
 * Runs once, and again whenever a file has changed and then stayed the same for a moment. Ends with the signal.
 * `filesOf` is asked before each look, because a file may refer to others than before.
 */
export async function rerunOnChange(
  filesOf: () => readonly string[],
  run: () => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  let last = stampOf(filesOf())
  await run()
  while (!signal.aborted) {
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    const now = stampOf(filesOf())
    if (now === last) continue
    await sleep(pollMs, undefined, { signal }).catch(() => undefined)
    if (stampOf(filesOf()) !== now || signal.aborted) continue
    last = now
    await run()
  }
}

function stampOf(files: readonly string[]): string {
  return files
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false })
      return `${file} ${stat?.mtimeMs} ${stat?.size}`
    })
    .join('\n')
}

/** A document and the files that it refers to, at any depth. */
export function filesOfDocument(entry: string): string[] {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file) || !existsSync(file)) return
    found.add(file)
    for (const [, reference = ''] of readFileSync(file, 'utf8').matchAll(
      /\$ref["']?\s*:\s*["']?([^#"'\s},]+)/g,
    ))
      if (!/^[a-z]+:\/\//i.test(reference)) add(resolve(dirname(file), reference))
  }
  add(entry)
  return [...found]
}
