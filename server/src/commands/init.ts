import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { packagePath } from '../core/package/package-path.ts'
import { studioCommand } from '../core/package/studio-command.ts'
import { version } from '../core/package/version.ts'

/** What is written. */
const files = [
  { template: 'env', name: '.env', mode: 0o600 },
  // Readable for the user of the container, who is another one.
  { template: 'providers.yaml', name: 'providers.yaml', mode: 0o644 },
  { template: 'compose.yaml', name: 'compose.yaml', mode: 0o644 },
]

const usage = `Usage: mediagen-server init [FOLDER]

Writes .env, providers.yaml and compose.yaml, with comments, into FOLDER (this one by default). A file that
exists stays as it is.
`

/**
 * `mediagen-server init`: the files from which an operator starts. Secrets are generated, so that no two
 * installations share one.
 */
export async function init(argv: readonly string[]): Promise<number> {
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(usage)
    return 0
  }
  const [folder = '.', ...others] = argv
  if (others.length > 0 || folder.startsWith('-')) {
    process.stderr.write(usage)
    return 2
  }
  try {
    await writeFiles(folder)
  } catch (error) {
    if (!(error instanceof Error && 'path' in error)) throw error
    process.stderr.write(`Nothing can be written into ${resolve(folder)}: ${error.message}\n`)
    return 1
  }
  process.stdout.write(`Start the service with: ${studioCommand}\n`)
  return 0
}

async function writeFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const { template, name, mode } of files) {
    const text = await readFile(packagePath('templates', template), 'utf8')
    const path = relative('.', resolve(folder, name))
    const isNew = await write(join(folder, name), filledIn(text), mode)
    process.stdout.write(isNew ? `wrote ${path}\n` : `kept ${path}, which exists\n`)
  }
}

function filledIn(template: string): string {
  const values: Readonly<Record<string, () => string>> = {
    version: () => version,
    signingSecret: secret,
    adminToken: secret,
  }
  return template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name]?.() ?? whole)
}

function secret(): string {
  return randomBytes(24).toString('hex')
}

/** Writes a new file; false if there is one already. */
async function write(path: string, text: string, mode: number): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx', mode })
    // The mask of this process would take the rights of others away.
    await chmod(path, mode)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
