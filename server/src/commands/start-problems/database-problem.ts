import { sqliteFileOf } from '../../config/config.ts'
import { DatabaseUnavailableError } from '../../database/database-unavailable-error.ts'
import { ForeignDatabaseError } from '../../database/dialect/foreign-database.ts'
import { readMysqlUrl } from '../../database/dialect/mysql/url.ts'
import { SchemaTooNewError } from '../../database/schema/schema-range.ts'
import { errorFields } from './error-fields.ts'
import type { NamedSettings } from './named-settings.ts'

/** MySQL's names for: wrong user or password, no right to the database or to a statement. */
const deniedCodes: readonly unknown[] = [
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
]
const unknownDatabase = 'ER_BAD_DB_ERROR'
const schemaCodes: readonly unknown[] = ['ER_NO_SUCH_TABLE', 'ER_BAD_FIELD_ERROR']

/** Why the database cannot be used, and what to do; undefined for any other error. */
export function databaseProblem(error: Error, config: NamedSettings): string | undefined {
  const cause = causeOf(error)
  const { code, sqlMessage } = errorFields(cause)
  if (sqliteFileOf(config) !== undefined) {
    const database = `"DATABASE_URL" is ${config.databaseUrl}`
    if (error instanceof SchemaTooNewError) return `${database}: ${tooNew(error)}`
    if (error instanceof ForeignDatabaseError) return `${database}: ${foreign(error)}`
    if (lacksSchema(error))
      return `${database}, which lacks the schema of this version: run "mediagen-server migrate" first`
    return error instanceof DatabaseUnavailableError && isLocked(cause)
      ? `${database}, which another program keeps locked: end that program`
      : undefined
  }
  const { host, port, database, ssl } = readMysqlUrl(config.databaseUrl)
  const server = `"DATABASE_URL" leads to ${host}:${port}`
  if (isRejectedByDatabase(error))
    return code === unknownDatabase
      ? `${server}, which has no database ${database}: create it, or correct the name in DATABASE_URL`
      : `${server}, which refuses its user (${sqlMessage ?? cause.message}): correct user and password in DATABASE_URL, or grant the user what it needs${ssl === undefined ? '; if it may connect by TLS only, add ?tls=true' : ''}`
  if (error instanceof SchemaTooNewError) return `${server}, database ${database}: ${tooNew(error)}`
  if (error instanceof ForeignDatabaseError) return `${server}, database ${database}: ${foreign(error)}`
  if (lacksSchema(error))
    return `${server}, whose database ${database} lacks the schema of this version (${sqlMessage}): run "mediagen-server migrate" first`
  if (!(error instanceof DatabaseUnavailableError)) return undefined
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${server}, but this host name has no address here (${code}): correct it, or the name service`
    case 'ECONNREFUSED':
      return `${server}, where no server listens (${code}): start the database, or correct host and port`
    default:
      return `${server}, which does not respond as a database (${code ?? cause.message}): check the server, the network and, with tls, the certificate`
  }
}

/** Whether the server has rejected the settings themselves: only the operator can change that. */
export function isRejectedByDatabase(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = errorFields(causeOf(error))
  return code === unknownDatabase || deniedCodes.includes(code)
}

/** Whether a statement failed because the schema is older than this version, or missing. */
export function lacksSchema(error: Error): boolean {
  const cause = causeOf(error)
  return schemaCodes.includes(errorFields(cause).code) || /no such (table|column)/.test(cause.message)
}

function tooNew({ message, needed }: SchemaTooNewError): string {
  return `${message}: start ${needed} or newer, or restore the backup that was made before the update`
}

function foreign({ message }: ForeignDatabaseError): string {
  return `${message}: set DATABASE_URL to an empty database, or to one of mediagen`
}

/** SQLite's primary codes for a lock that another connection holds. */
function isLocked(cause: Error): boolean {
  return [5, 6].includes((errorFields(cause).errcode ?? 0) & 0xff)
}

/** The error of the database itself, where its retries have been used up. */
export function causeOf(error: Error): Error {
  return error instanceof DatabaseUnavailableError && error.cause instanceof Error
    ? causeOf(error.cause)
    : error
}
