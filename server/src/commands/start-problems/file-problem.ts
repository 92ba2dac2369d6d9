import { relative, resolve, sep } from 'node:path'
import { sqliteFileOf } from '../../config/config.ts'
import { errorFields } from './error-fields.ts'
import type { NamedSettings } from './named-settings.ts'

const readOnly = 'the file system is read-only: mount it writable'
const full = 'the disk is full: free some space'
const aFile = 'a part of that path is a file: remove it'

/** What is wrong, and what to do instead of choosing another folder, by the code of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  EROFS: readOnly,
  ENOSPC: full,
  EDQUOT: 'the disk quota is used up: free some space',
  ENOTDIR: aFile,
  // What Node reports of a folder that is to be made on a file system that is read-only.
  ENOENT: 'it cannot be created: the folder above it takes none, or its file system is read-only',
  EEXIST: aFile,
}

/** The same by SQLite's primary code, whose errors name no file. */
const sqliteReasons: Readonly<Record<number, string>> = {
  8: readOnly,
  10: 'the disk cannot be read or written: check it',
  11: 'the file is damaged: restore a backup',
  13: full,
  26: 'the file is no SQLite database: move it away',
}
const cannotOpen = 14

/** Why the service's own files cannot be used, and what to do; undefined for any other error. */
export function fileProblem(error: Error, config: NamedSettings): string | undefined {
  const { code = '', path, errcode } = errorFields(error)
  const database = sqliteFileOf(config)
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined && database !== undefined) {
    const primary = errcode & 0xff
    const reason = primary === cannotOpen ? notAllowed() : sqliteReasons[primary]
    return reason && sentence(settingOf(database, config), database, reason, error.message)
  }
  // Node names no file when a write fails.
  if (path === undefined && (code === 'ENOSPC' || code === 'EDQUOT'))
    return sentence({ name: 'DATA_DIR', value: config.dataDir }, config.dataDir, reasons[code] ?? full, code)
  if (path === undefined) return undefined
  const reason = code === 'EACCES' || code === 'EPERM' ? notAllowed() : reasons[code]
  const setting = settingOf(path, config)
  return reason && setting && sentence(setting, path, reason, code)
}

function sentence(setting: Setting | undefined, path: string, reason: string, code: string): string {
  const { name, value } = setting ?? { name: 'DATABASE_URL', value: path }
  return `"${name}" is ${value}, but ${path} cannot be used (${code}), because ${reason}, or set ${name} to another place`
}

/** A bind mount or a volume often belongs to root, and the process to somebody else. */
function notAllowed(): string {
  const user = process.getuid?.()
  const who = user === undefined ? 'the user of this process' : `the user of this process, id ${user},`
  return `${who} has no right to it: give the folder to that user`
}

interface Setting {
  readonly name: 'DATA_DIR' | 'DATABASE_URL' | 'OBJECT_STORE_URL'
  readonly value: string
}

/** The setting that leads to a path; a folder above it may be what is missing or locked. */
function settingOf(path: string, config: NamedSettings): Setting | undefined {
  const { dataDir, objectStoreUrl } = config
  const objects = objectStoreUrl.startsWith('file:') ? objectStoreUrl.slice('file:'.length) : undefined
  const database = sqliteFileOf(config)
  const settings: Setting[] = [
    { name: 'DATA_DIR', value: dataDir },
    ...(objects === undefined ? [] : [{ name: 'OBJECT_STORE_URL' as const, value: objects }]),
    ...(database === undefined ? [] : [{ name: 'DATABASE_URL' as const, value: database }]),
  ]
  return (
    settings.find(({ value }) => isWithin(path, value)) ?? settings.find(({ value }) => isWithin(value, path))
  )
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path))
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`))
}
