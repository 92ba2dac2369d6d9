import { isValidElement, type ReactNode } from 'react'
import { Amount, Count, Usd } from './marks.tsx'

/** What a table shows of a row, by the heading of the column. Numbers and amounts stand at the right. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => ReactNode>>

interface TableProps<Row> {
  readonly caption: string
  readonly columns: Columns<Row>
  readonly rows: readonly Row[]
  /** What is said if there are no rows. */
  readonly empty?: string
  /** What a row is, so that the focus stays with it. @default its place */
  readonly idOf?: (row: Row) => string
  /** Whether it stays a table on a phone, where others become a list of cards. */
  readonly isCompact?: boolean
  /** What stands in a heading, and the order of the rows by it. @default its text */
  readonly headOf?: (heading: string) => { readonly head: ReactNode; readonly order?: Order | undefined }
}

export type Order = 'ascending' | 'descending'

export function Table<Row>({ caption, columns, rows, empty = 'None.', ...options }: TableProps<Row>) {
  const { idOf, isCompact = false, headOf } = options
  if (rows.length === 0) return <p className="empty">{empty}</p>
  const headings = Object.entries(columns).map(([heading, cell]) => {
    const cells = rows.map(cell)
    return { heading, cells, className: cells.some(isNumeric) ? 'number' : undefined, ...headOf?.(heading) }
  })
  return (
    <table className={isCompact ? 'compact' : headOf && 'sortable'}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {headings.map(({ heading, className, head = heading, order }) => (
            <th key={heading} scope="col" data-heading={heading} className={className} aria-sort={order}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={idOf?.(row) ?? index}>
            {headings.map(({ heading, className, cells }) => (
              <td key={heading} data-heading={heading} className={className}>
                {cells[index]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const numeric: readonly unknown[] = [Amount, Count, Usd]

export function isNumeric(cell: ReactNode): boolean {
  return typeof cell === 'number' || (isValidElement(cell) && numeric.includes(cell.type))
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
