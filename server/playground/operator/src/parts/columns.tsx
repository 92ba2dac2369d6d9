import type { ReactNode } from 'react'
import { Count, Time, Usd } from './marks.tsx'

/** What rows are sorted, filtered and exported by. */
export type Value = string | number | null

/** A column: what it reads of a row, and how that is shown. */
export type Column<Row> =
  | ((row: Row) => ReactNode)
  | { readonly time: (row: Row) => string | null }
  | { readonly usd: (row: Row) => Value }
  /** How many there are, with a way to them, and what stands behind it. */
  | {
      readonly count: (row: Row) => number
      readonly to: (row: Row) => string
      readonly behind?: (row: Row) => string
    }
  /** A number that is read as a text, such as a duration or a size. */
  | { readonly measure: (row: Row) => number | null; readonly text: (value: number) => string }
  | ShownColumn<Row>

interface ShownColumn<Row> {
  readonly value: (row: Row) => Value
  readonly cell: (row: Row) => ReactNode
  /** It stands at the right, and is sorted by the greatest first. @default whether its cells are numbers */
  readonly isNumber?: boolean
}

/** A column whose value is what it shows, if it is a function: a list can sort, filter and export it. */
export type ListColumn<Row> = Exclude<Column<Row>, (row: Row) => ReactNode> | ((row: Row) => Value)

/** The column as any other one. */
export function shownColumn<Row>(column: Column<Row>): ShownColumn<Row> {
  if (typeof column === 'function') return { value: (row) => asValue(column(row)), cell: column }
  if ('time' in column) return { value: column.time, cell: (row) => <Time at={column.time(row)} /> }
  if ('usd' in column)
    return { value: column.usd, cell: (row) => <Usd amount={column.usd(row)} />, isNumber: true }
  if ('measure' in column) {
    const { measure, text } = column
    const cell = (row: Row) => {
      const value = measure(row)
      return value === null ? null : text(value)
    }
    return { value: measure, cell, isNumber: true }
  }
  if ('cell' in column) return column
  const { count, to, behind } = column
  const cell = (row: Row) => (
    <>
      <Count of={count(row)} to={to(row)} />
      {behind?.(row)}
    </>
  )
  return { value: count, cell, isNumber: true }
}

function asValue(cell: ReactNode): Value {
  return typeof cell === 'string' || typeof cell === 'number' ? cell : null
}
