/** A column of a table, as the database lists it. */
export interface ListedColumn {
  readonly table: string
  readonly column: string
}

const tablesNamedMax = 3

/** The database has tables, and they are another program's. */
export class ForeignDatabaseError extends Error {
  constructor(tables: readonly string[]) {
    const more = tables.length > tablesNamedMax ? ' and others' : ''
    const names = tables.slice(0, tablesNamedMax).join(', ')
    super(`it has tables of another program (${names}${more}), and nothing was changed`)
    this.name = 'ForeignDatabaseError'
  }
}

/**
 * Throws a ForeignDatabaseError if there are tables and our record of migrations is not among them: it is the
 * first table that a migration makes. Others call theirs `schema_migrations` too, with other columns.
 */
export function requireOwnDatabase(columns: readonly ListedColumn[]): void {
  if (columns.length === 0) return
  const recorded = columns.filter(({ table }) => table === 'schema_migrations').map(({ column }) => column)
  if (recorded.includes('name') && recorded.includes('applied_at')) return
  throw new ForeignDatabaseError([...new Set(columns.map(({ table }) => table))].sort())
}
