import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, open, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { npm } from '../../support/install-locked.ts'
import { formatNumber } from '../support/figures.ts'
import type { Measured } from './behaviours.ts'
import { folderOf, home, isOurs } from './packages.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

const attwProgram = fileURLToPath(new URL('../../../node_modules/.bin/attw', import.meta.url))

/** The package as a file to download, and what attw finds in it: one after the other, for it takes memory. */
export async function measurePacked(sdk: SdkUnderTest): Promise<{ download: Measured; attw: Measured }> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'mediagen-bench-pack-'))
  const [packed] = JSON.parse(
    await npm(folder.path, ['pack', folderOf(sdk), '--ignore-scripts', '--json', '--loglevel=error']),
  )
  const sizes = [packed.size, packed.unpackedSize].map((bytes) => formatNumber(bytes / 1000))
  const found = await attwProblems(join(folder.path, packed.filename))
  return {
    download: { text: `${sizes.join(' / ')} kB` },
    attw: { text: wordsOf(found), isMet: found.length === 0 },
  }
}

/** Of the ways to import it in Node 16 and later, and in bundlers. */
async function attwProblems(tarball: string): Promise<string[]> {
  const path = `${tarball}.json`
  // Into a file: it ends before a pipe has taken all that it says.
  const output = await open(path, 'w')
  const args = [tarball, '--profile', 'node16', '--format', 'json']
  const attw = spawn(attwProgram, args, { stdio: ['ignore', output.fd, 'inherit'] })
  await once(attw, 'exit')
  await output.close()
  const { analysis }: { analysis: { problems: { kind: string; resolutionKind?: string }[] } } = JSON.parse(
    await readFile(path, 'utf8'),
  )
  return analysis.problems.filter(({ resolutionKind }) => resolutionKind !== 'node10').map(({ kind }) => kind)
}

/** What publint finds, suggestions among it; in ours among the files that npm would publish. */
export async function measurePublint(sdk: SdkUnderTest): Promise<Measured> {
  const { messages } = await publint({
    ...{ pkgDir: folderOf(sdk), strict: true },
    pack: isOurs(sdk) ? 'npm' : false,
  })
  return { text: wordsOf(messages.map(({ code }) => code)), isMet: messages.length === 0 }
}

/** Each kind once, with how many there are. */
function wordsOf(kinds: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  if (counts.size === 0) return 'nothing'
  return [...counts].map(([kind, count]) => (count > 1 ? `${kind} ×${count}` : kind)).join(', ')
}

/** The classes of errors that a program can tell apart by the exports of the package. */
export async function measureErrorClasses(sdk: SdkUnderTest): Promise<Measured> {
  const program = `const found = new Set()
    const look = (value, depth) => {
      if (typeof value === 'function' && value.prototype instanceof Error) found.add(value)
      if (depth > 0 && value !== null && ['object', 'function'].includes(typeof value))
        for (const one of Object.values(value)) look(one, depth - 1)
    }
    look(await import(${JSON.stringify(sdk.packageName)}), 3)
    process.stdout.write(String(found.size))`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home(sdk) })
  return { text: stdout }
}
