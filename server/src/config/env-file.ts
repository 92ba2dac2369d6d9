import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { environment } from './environment.ts'
import { OperatorFileError } from './operator-file-error.ts'

const name = '.env'
/** The first line of the file that `mediagen-server init` writes; text may follow a colon or a space. */
const heading = '# mediagen-server'
const headingLine = new RegExp(`^${heading}(?:[:\\s]|$)`)
/** Any program's file may have these. */
const commonSettings = ['HOST', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL']

interface EnvFile {
  readonly text: string
  /** Whether the first line says that the file is the service's. */
  readonly isOurs: boolean
}

/**
 * Reads a file such as `.env`; undefined if there is none. Throws an OperatorFileError if it cannot be read:
 * it may hold settings without which the service would use another database.
 */
export function readEnvFile(path: string = name): EnvFile | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if ('code' in error && error.code === 'ENOENT') return undefined
    throw new OperatorFileError(path, [`it cannot be read, and may hold settings: ${error.message}`])
  }
  if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)))
    throw new OperatorFileError(path, ['it must be UTF-8, and is UTF-16: save it as UTF-8'])
  // The decoder takes a byte order mark away.
  const text = new TextDecoder().decode(bytes)
  return { text, isOurs: headingLine.test(text) }
}

/**
 * Reads the settings of `.env` in the working folder into the environment, whose own variables win. The first
 * line has to say whose file it is: an app's file in the same folder may name the app's database, which is none
 * of ours to migrate. Returns why a file was not read; undefined if it was, or if there is none. Throws an
 * OperatorFileError for a file that cannot be read, that has lines without a variable and its value, or that
 * is not ours and names settings of ours, which would be missing.
 */
export function loadEnvFile(
  path: string = name,
  variables: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const file = readEnvFile(path)
  if (file === undefined) return undefined
  const settings = parseEnv(file.text)
  if (!file.isOurs) {
    const missing = Object.keys(settings).filter(
      (setting) => isOwnSetting(setting) && !(setting in variables),
    )
    if (missing.length > 0) throw new OperatorFileError(path, [otherwiseMissing(missing)])
    return `${path} is not read, because its first line is not "${heading}": it may be another program's`
  }
  const lines = linesWithoutVariable(file.text)
  if (lines.length > 0)
    throw new OperatorFileError(
      path,
      lines.map((line) => `line ${line}: must be NAME=value, or begin with # as a comment`),
    )
  for (const [setting, value] of Object.entries(settings)) variables[setting] ??= value
  return undefined
}

function isOwnSetting(setting: string): boolean {
  return Object.hasOwn(environment.describe().keys, setting) && !commonSettings.includes(setting)
}

function otherwiseMissing(settings: readonly string[]): string {
  return (
    `it sets ${settings.join(', ')}, but its first line is not "${heading}", so it may be another program's. ` +
    "If it is this service's, make that its first line; otherwise move it, or start in another folder"
  )
}

/** The variables that a `.env` of ours in the working folder names; none if there is no such file. */
export function namesInEnvFile(): string[] {
  const file = readEnvFile()
  return file?.isOurs ? Object.keys(parseEnv(file.text)) : []
}

const assignment = /^\s*(?:export\s+)?[A-Za-z_][\w.-]*\s*=\s*(?<value>.*)$/

/**
 * The numbers of lines that neither set a variable nor are comments: the parser skips them without a word. A
 * quoted value may have several lines.
 */
export function linesWithoutVariable(text: string): number[] {
  const wrong: number[] = []
  let quote: string | undefined
  const lines = text.split(/\r?\n/)
  for (const [index, line] of lines.entries()) {
    if (quote !== undefined) {
      if (line.includes(quote)) quote = undefined
      continue
    }
    if (/^\s*(#|$)/.test(line)) continue
    const value = assignment.exec(line)?.groups?.value
    if (value === undefined) wrong.push(index + 1)
    const [opening = ''] = value ?? ''
    if (!/["'`]/.test(opening) || value?.slice(1).includes(opening)) continue
    if (lines.slice(index + 1).some((later) => later.includes(opening))) quote = opening
    else wrong.push(index + 1)
  }
  return wrong
}

/** The variables that say what a terminal shows, such as NO_COLOR, TERM and LANG. */
export function terminalVariables(): NodeJS.ProcessEnv {
  return process.env
}
