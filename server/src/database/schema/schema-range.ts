import { version as ownVersion } from '../../core/package/version.ts'

/** The end of a migration's name that older versions cannot run with: the first version that can. */
const neededVersion = /-needs-(\d+\.\d+\.\d+)$/
const { compare } = new Intl.Collator('en', { numeric: true })

/** The schema was changed by a later version, in a way that this version cannot run with. */
export class SchemaTooNewError extends Error {
  readonly migration: string
  readonly needed: string

  constructor(migration: string, needed: string, version: string) {
    super(`its schema (${migration}) needs mediagen ${needed} or newer, and this is ${version}`)
    this.name = 'SchemaTooNewError'
    this.migration = migration
    this.needed = needed
  }
}

/**
 * Throws a SchemaTooNewError if a recorded migration, which this version need not have, says in its name that
 * it needs a later version. All others leave the schema usable for every version before them, so that an
 * update can be taken back without a restore.
 */
export function requireSchemaInRange(recorded: readonly string[], version: string = ownVersion): void {
  for (const name of recorded.toReversed()) {
    const needed = neededVersion.exec(name)?.[1]
    if (needed !== undefined && compare(version, needed) < 0)
      throw new SchemaTooNewError(name, needed, version)
  }
}
