import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { generate } from '../generate.ts'
import type { Contract } from '../read/contract.ts'
import { findingText } from '../read/findings.ts'
import { readDocument } from '../read-document.ts'
import { defaultSettings, isBuiltIn, type Settings } from '../settings.ts'
import { packageOutputs } from '../staging.ts'

/** A contract to generate, with hand-written files that use what is generated. */
export interface FixturePackage {
  readonly name: string
  readonly document: Contract
  readonly settings?: Partial<Settings>
  /** Files of support/backends/, put next to server/ and client/. */
  readonly files?: readonly string[]
}

/** Packages that were generated and compiled, to be imported. */
export interface CompiledPackages {
  load(path: string): Promise<Readonly<Record<string, unknown>>>
  notices(name: string): readonly string[]
  remove(): Promise<void>
}

/**
 * Generates several contracts and compiles them together, strictly: types of Node and
 * Express cost more than what is generated. Throws with every message of the compiler.
 */
export async function compiledPackages(
  packages: readonly FixturePackage[],
  type: 'module' | 'commonjs' = 'module',
): Promise<CompiledPackages> {
  const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'contracts-'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
  const notices = new Map<string, readonly string[]>()
  for (const item of packages) notices.set(item.name, await generated(join(folder, item.name), item))
  const isCopied = packages.some(({ settings }) => settings?.copyRuntime)
  await compile(folder, { type, isCopied })
  return {
    load: (path) => import(join(folder, 'dist', path)),
    notices: (name) => notices.get(name) ?? [],
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function generated(staging: string, item: FixturePackage): Promise<readonly string[]> {
  const { errorForm = defaultSettings.errorForm } = item.settings ?? {}
  const settings = {
    ...defaultSettings,
    ...item.settings,
    errorForm: isBuiltIn(errorForm) ? errorForm : join(staging, errorForm),
  }
  const read = readDocument(item.document, settings)
  await generate({ staging, out: staging, outputs: packageOutputs, settings }, read)
  for (const file of item.files ?? [])
    await cp(join(import.meta.dirname, 'backends', file), join(staging, file))
  return read.notices.map(findingText)
}

async function compile(
  folder: string,
  { type, isCopied }: { readonly type: 'module' | 'commonjs'; readonly isCopied: boolean },
): Promise<void> {
  const compilerOptions = {
    rootDir: '.',
    outDir: 'dist',
    target: 'ES2023',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    // The runtime's own sources read facts of Ajv by their names.
    noPropertyAccessFromIndexSignature: !isCopied,
    verbatimModuleSyntax: type === 'module',
    isolatedModules: true,
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const compiler = resolve(import.meta.dirname, '../../../../node_modules/typescript-7/bin/tsc')
  const words = [compiler, '--project', folder, '--pretty', 'false']
  await promisify(execFile)(process.execPath, words).catch(({ stdout, message }) => {
    throw new Error(`What was generated does not compile:\n${stdout || message}`)
  })
}

/** A contract of support/contracts/ as it was written. */
export async function contractText(name: string): Promise<string> {
  return readFile(join(import.meta.dirname, 'contracts', `${name}.yaml`), 'utf8')
}
