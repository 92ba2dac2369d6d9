import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
/** A process that has printed its last line and does not end has left something open. */
const programTimeoutMs = 180_000

/** A piece of code of a guide. */
export interface ReadmeProgram {
  /** The heading above it and its place under that, such as `Waiting 2`. */
  readonly name: string
  readonly code: string
}

/** Every piece of TypeScript in the guide of a package, in its order. */
export async function readmePrograms(packageFolder = 'sdk'): Promise<ReadmeProgram[]> {
  const guide = await readFile(join(projectFolder, packageFolder, 'README.md'), 'utf8')
  const programs: ReadmeProgram[] = []
  const counts = new Map<string, number>()
  for (const section of guide.split(/^#+ /m)) {
    const heading = section.slice(0, section.indexOf('\n'))
    for (const [, code = ''] of section.matchAll(/```ts\n(.*?)```/gs)) {
      const count = (counts.get(heading) ?? 0) + 1
      counts.set(heading, count)
      programs.push({ name: `${heading} ${count}`, code })
    }
  }
  return programs
}

/** Where a program of the guide runs. */
export interface ReadmeStage {
  /** What it finds as MEDIAGEN_BASE_URL and in place of the guide's addresses. */
  readonly baseUrl: string
  readonly apiKey: string
  /** Further words of the guide, and what stands for them on this stage. */
  readonly replace?: Readonly<Record<string, string>>
  /** Files that it finds in its folder, by their names. */
  readonly files?: Readonly<Record<string, Uint8Array>>
  /** The folder of the project whose packages it imports. @default the project's own */
  readonly packagesOf?: string
}

/** What became of a program. */
export interface ReadmeRun {
  readonly output: string
  /** What it left behind, by name. */
  readonly saved: ReadonlyMap<string, Uint8Array>
}

/**
 * Runs a program as it stands in the guide, in a process and a folder of its own. Most go on with a client
 * that an earlier one made; they get one. Rejects with what it said where it fails or does not end by itself.
 */
export async function runReadmeProgram(
  { code }: ReadmeProgram,
  { baseUrl, apiKey, replace = {}, files = {}, packagesOf = '.' }: ReadmeStage,
): Promise<ReadmeRun> {
  // Within reach of the packages of the project; Node strips no types there, so the compiler does.
  const packages = join(projectFolder, packagesOf, 'node_modules')
  const home = await mkdtemp(join(packages, '.mediagen-readme-'))
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-readme-'))
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
    let text = code.includes('const client =')
      ? code
      : `import { Mediagen as Client } from '@mediagen/sdk'\nconst client = new Client()\n${code}`
    const places = {
      'mgk_...': apiKey,
      'http://127.0.0.1:3000': baseUrl,
      'https://media.example.com': baseUrl,
      ...replace,
    }
    for (const [word, place] of Object.entries(places)) text = text.replaceAll(word, place)
    const program = join(home, 'program.mjs')
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
    await writeFile(program, ts.transpileModule(text, { compilerOptions }).outputText)
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], {
      cwd: folder,
      timeout: programTimeoutMs,
      env: { ...process.env, MEDIAGEN_BASE_URL: baseUrl, MEDIAGEN_API_KEY: apiKey, NODE_OPTIONS: '' },
    })
    if (stderr !== '') throw new Error(stderr)
    return { output: stdout, saved: await readSaved(folder, files) }
  } finally {
    await rm(home, { recursive: true })
    await rm(folder, { recursive: true })
  }
}

async function readSaved(folder: string, given: object): Promise<Map<string, Uint8Array>> {
  const names = (await readdir(folder)).filter((name) => !Object.hasOwn(given, name))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
}
