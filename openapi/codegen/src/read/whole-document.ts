import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { ContractDocument } from '../checker/document.ts'
import { CommandError } from '../command-line.ts'
import { contractEntry } from '../contract-entry.ts'
import { bundleContract } from './bundle.ts'

/**
 * The OpenAPI document at a path, YAML or JSON, or in the openapi.yaml of a folder, as one with the files
 * that it refers to. Throws a CommandError for one that is not there or cannot be read.
 */
export async function wholeDocument(path: string): Promise<ContractDocument> {
  const entry = await contractEntry(path)
  try {
    const text = await readFile(entry, 'utf8')
    const document: unknown = entry.endsWith('.json') ? JSON.parse(text) : parse(text)
    const whole = hasOtherFiles(document) ? await bundled(entry) : document
    if (isContract(whole)) return { ...whole, components: whole.components ?? {} }
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  throw new CommandError(`${path} is no OpenAPI document: it has no paths`)
}

async function bundled(entry: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'codegen-bundle-'))
  try {
    const file = join(folder, 'openapi.json')
    await bundleContract(entry, file)
    return JSON.parse(await readFile(file, 'utf8'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function hasOtherFiles(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([name, member]) =>
      (name === '$ref' && typeof member === 'string' && !member.startsWith('#')) || hasOtherFiles(member),
  )
}

function isContract(value: unknown): value is Pick<ContractDocument, 'paths'> & Partial<ContractDocument> {
  return typeof value === 'object' && value !== null && 'paths' in value && typeof value.paths === 'object'
}
