import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { errorCodeOf, messageOf } from '../core/errors.ts'
import { environment } from './environment.ts'
import { OperatorFileError } from './operator-file-error.ts'

/** Read from the working folder, unless `--env-file` names another one. */
const envFileName = '.env'
const prefix = 'MEDIAGEN_'
const settings: ReadonlySet<string> = new Set(Object.keys(environment.describe().keys))
/** Any program's file may have these. */
const commonSettings = ['HOST', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL']

/**
 * Reads the settings of a file such as `.env` into the environment, whose own variables win. A setting may have the
 * prefix `MEDIAGEN_`, in the file as in the environment, and then wins over one without. Throws an OperatorFileError
 * for a file that cannot be read, that `--env-file` names and is not there, or that has lines without a variable and
 * its value: the service would use another database.
 */
export function loadSettings(
  namedFile: string | undefined,
  variables: NodeJS.ProcessEnv = process.env,
): void {
  const path = namedFile ?? envFileName
  const text = readText(path)
  if (text === undefined && namedFile !== undefined) throw new OperatorFileError(path, ['it does not exist'])
  const lines = linesWithoutVariable(text ?? '')
  if (lines.length > 0)
    throw new OperatorFileError(
      path,
      lines.map((line) => `line ${line}: must be NAME=value, or begin with # as a comment`),
    )
  Object.assign(variables, withoutPrefix(variables))
  for (const [setting, value] of Object.entries(withoutPrefix(parseEnv(text ?? ''))))
    variables[setting] ??= value
}

/** Whether a `.env` is there that names no setting but those that any program may have. */
export function isOfAnotherProgram(path: string): boolean {
  const text = readText(path)
  return text !== undefined && !Object.keys(withoutPrefix(parseEnv(text))).some(isOwnSetting)
}

function readText(path: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined
    throw new OperatorFileError(path, [`it cannot be read, and may hold settings: ${messageOf(error)}`])
  }
  if (/^(?:fffe|feff)/.test(bytes.toString('hex', 0, 2)))
    throw new OperatorFileError(path, ['it must be UTF-8, and is UTF-16: save it as UTF-8'])
  // The decoder takes a byte order mark away.
  return new TextDecoder().decode(bytes)
}

function withoutPrefix(variables: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const prefixed = Object.entries(variables).filter(([name]) => settings.has(settingOf(name)))
  return { ...variables, ...Object.fromEntries(prefixed.map(([name, value]) => [settingOf(name), value])) }
}

/** A variable's name without the prefix; '' for one that has none. */
function settingOf(name: string): string {
  return name.startsWith(prefix) ? name.slice(prefix.length) : ''
}

function isOwnSetting(name: string): boolean {
  return settings.has(name) && !commonSettings.includes(name)
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
