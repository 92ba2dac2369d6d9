import type { ReactNode } from 'react'

/** A column of a table: its heading, and what it shows of a row. */
export interface Column<Row> {
  readonly heading: string
  readonly cell: (row: Row) => ReactNode
  readonly isNumber?: boolean
  readonly className?: string
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** What is said if there are no rows. */
  readonly empty?: string
  /** What a row is, so that the focus stays with it. @default its place */
  readonly idOf?: ((row: Row) => string) | undefined
  /** Whether it stays a table on a phone, where others become a list of cards. */
  readonly isCompact?: boolean
  /** What stands in a heading. @default its text */
  readonly head?: ((column: Column<Row>) => ReactNode) | undefined
  readonly orderOf?: ((column: Column<Row>) => 'ascending' | 'descending' | undefined) | undefined
}

export function Table<Row>({ caption, columns, rows, empty = 'None.', ...options }: TableProps<Row>) {
  const { idOf, isCompact = false, head = ({ heading }) => heading, orderOf } = options
  if (rows.length === 0) return <p className="empty">{empty}</p>
  const classOf = ({ isNumber, className }: Column<Row>) => (isNumber === true ? 'number' : className)
  return (
    <table className={isCompact ? 'compact' : undefined}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.heading} scope="col" className={classOf(column)} aria-sort={orderOf?.(column)}>
              {head(column)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={idOf?.(row) ?? index}>
            {columns.map((column) => (
              <td key={column.heading} data-heading={column.heading} className={classOf(column)}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Terms and their values. */
export function Facts({ of }: { readonly of: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {Object.entries(of).map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
