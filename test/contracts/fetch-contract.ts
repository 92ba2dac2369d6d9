import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PublishedContract } from './contracts.ts'

const run = promisify(execFile)

/**
 * The document of a contract in a folder that keeps what was fetched before, as a package of npm or a commit of a
 * public repository. Throws if it is not the document that the list names.
 */
export async function fetchContract(contract: PublishedContract, cache: string): Promise<string> {
  const [kind = '', source = ''] = splitOnce(contract.from, ':')
  const folder = join(cache, source.replaceAll(/[^\w.@-]+/g, '_'))
  const document = join(folder, contract.path)
  if (!existsSync(document)) {
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    await (kind === 'npm' ? unpack(source, folder) : checkOut(source, folder))
  }
  const digest = createHash('sha256')
    .update(await readFile(document))
    .digest('hex')
  if (digest !== contract.digest)
    throw new Error(`${contract.name} is another document: its digest is ${digest}`)
  return document
}

async function unpack(name: string, folder: string): Promise<void> {
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder, name])
  await run('tar', ['xzf', join(folder, stdout.trim()), '-C', folder, '--strip-components', '1'])
}

async function checkOut(source: string, folder: string): Promise<void> {
  const at = source.lastIndexOf('@')
  const git = (...words: readonly string[]) => run('git', ['-C', folder, ...words])
  await git('init', '--quiet')
  await git('fetch', '--quiet', '--depth', '1', source.slice(0, at), source.slice(at + 1))
  await git('checkout', '--quiet', 'FETCH_HEAD')
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + 1)]
}
