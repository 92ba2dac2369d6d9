import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { isOfAnotherProgram } from '../config/env-file.ts'
import { OperatorFileError } from '../config/operator-file-error.ts'
import { createFile } from '../core/files/create-file.ts'
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
exists stays as it is. Nothing is written beside another program's .env.
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
    process.stderr.write(`${problemOf(error, folder)}\n`)
    return 1
  }
  process.stdout.write(`Start the service with: ${studioCommand}\n`)
  return 0
}

/** Errors of the operating system, such as a full disk, need no more than a sentence. */
function problemOf(error: unknown, folder: string): string {
  if (error instanceof OperatorFileError) return error.message
  if (error instanceof Error && 'syscall' in error)
    return `Nothing can be written into ${resolve(folder)}: ${error.message}`
  throw error
}

async function writeFiles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  requireOwnEnvFile(join(folder, '.env'))
  for (const { template, name, mode } of files) {
    const text = await readFile(packagePath('templates', template), 'utf8')
    const path = relative('.', resolve(folder, name))
    const isNew = await createFile(join(folder, name), filledIn(text), mode)
    process.stdout.write(isNew ? `wrote ${path}\n` : `kept ${path}, which exists\n`)
  }
}

/** The Compose file gives all of `.env` to the container, which must get none of another program's secrets. */
function requireOwnEnvFile(path: string): void {
  if (isOfAnotherProgram(path))
    throw new OperatorFileError(path, [
      'it has no setting of this service, so it is another program\'s, and nothing was written. Choose another folder, as in "mediagen-server init mediagen"',
    ])
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
