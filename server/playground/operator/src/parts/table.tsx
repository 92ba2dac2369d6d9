import type { ReactNode } from 'react'
import { type Column, shownColumn } from './columns.tsx'

/** What a table shows of a row, by the heading of the column. Numbers stand at the right. */
type Columns<Row> = Readonly<Record<string, Column<Row>>>

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
  /** Sorts by a column; without it, rows stay in their order. */
  readonly sorting?: { readonly by: Sorted; readonly sortBy: (heading: string, isNumber: boolean) => void }
}

export type Order = 'ascending' | 'descending'
export type Sorted = { readonly heading: string; readonly order: Order } | undefined

export function Table<Row>({ caption, columns, rows, empty = 'None.', ...options }: TableProps<Row>) {
  const { idOf, isCompact = false, sorting } = options
  if (rows.length === 0) return <p className="empty">{empty}</p>
  const shown = Object.entries(columns).map(([heading, column]) => {
    const { cell, isNumber: isKnownNumber } = shownColumn(column)
    const cells = rows.map(cell)
    const isNumber = isKnownNumber ?? cells.some((one) => typeof one === 'number')
    const order = sorting?.by?.heading === heading ? sorting.by.order : undefined
    return { heading, cells, isNumber, order, className: isNumber ? 'number' : undefined }
  })
  return (
    <table className={isCompact ? 'compact' : sorting && 'sortable'}>
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {shown.map(({ heading, isNumber, order, className }) => (
            <th key={heading} scope="col" data-heading={heading} className={className} aria-sort={order}>
              {sorting === undefined ? (
                heading
              ) : (
                <button type="button" onClick={() => sorting.sortBy(heading, isNumber)}>
                  {heading}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={idOf?.(row) ?? index}>
            {shown.map(({ heading, cells, className }) => (
              <td key={heading} data-heading={heading} className={className}>
                {cells[index] ?? '–'}
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
          <dd>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
