import { type ReactNode, useState } from 'react'
import { messageOf } from '../api.ts'
import { saveCsv } from './csv.ts'
import { type Columns, isNumeric, type Order, Table } from './table.tsx'

/** What a list is sorted, filtered and exported by. */
export type Value = string | number | null
type ValueOf<Row> = (row: Row) => Value

/** A column of a list: its value, and what it shows instead of it. */
export type ListColumns<Row> = Readonly<
  Record<string, ValueOf<Row> | { readonly value: ValueOf<Row>; readonly cell: (row: Row) => ReactNode }>
>

type Sorted = { readonly heading: string; readonly order: Order } | undefined

interface ListTableProps<Row> {
  readonly caption: string
  readonly columns: ListColumns<Row>
  /** What it is filtered and exported by besides what it shows. */
  readonly hidden?: Readonly<Record<string, ValueOf<Row>>>
  readonly rows: readonly Row[]
  readonly empty: string
  readonly idOf: (row: Row) => string
  /** The name of the file that it is exported to. */
  readonly file: string
  /** What else is known of how many there are. */
  readonly note?: string
  /** The pages that follow, and what became of the last attempt to read one. @default there are none */
  readonly pages?: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => unknown
  }
}

/** The rows that are loaded, which can be sorted, filtered and exported in the browser; a button loads more. */
export function ListTable<Row>({
  columns,
  hidden,
  rows,
  file,
  pages,
  empty,
  note,
  ...table
}: ListTableProps<Row>) {
  const [words, setWords] = useState('')
  const [sorted, setSorted] = useState<Sorted>()
  const cells: Columns<Row> = mapped(columns, (column) =>
    typeof column === 'function' ? (row) => column(row) ?? '–' : column.cell,
  )
  const shownValues = mapped(columns, (column) => (typeof column === 'function' ? column : column.value))
  const values: Readonly<Record<string, ValueOf<Row>>> = { ...shownValues, ...hidden }
  const visible = inOrder(matching(rows, Object.values(values), words), values, sorted)
  const sortBy = (heading: string) => {
    const isNumber = rows.some((row) => isNumeric(cells[heading]?.(row)))
    const first: Order = isNumber ? 'descending' : 'ascending'
    const next = sorted?.heading !== heading ? first : sorted.order === first ? reverse(first) : undefined
    setSorted(next && { heading, order: next })
  }
  const save = () =>
    saveCsv(file, [
      Object.keys(values),
      ...visible.map((row) => Object.values(values).map((value) => value(row))),
    ])
  return (
    <div className="list">
      {rows.length > 0 && (
        <div className="tools">
          <input
            type="search"
            placeholder="Filter these rows"
            aria-label="Filter these rows"
            onChange={({ target }) => setWords(target.value)}
          />
          <span className="count" role="status">
            {visible.length < rows.length && `${visible.length} of `}
            {rows.length} loaded{note}
          </span>
          <button type="button" onClick={save}>
            Export as CSV
          </button>
        </div>
      )}
      <Table
        {...table}
        columns={cells}
        rows={visible}
        empty={rows.length === 0 ? empty : 'No loaded row has this text.'}
        headOf={(heading) => ({
          head: (
            <button type="button" onClick={() => sortBy(heading)}>
              {heading}
            </button>
          ),
          order: sorted?.heading === heading ? sorted.order : undefined,
        })}
      />
      {pages?.isFetchNextPageError && (
        <p className="failure" role="alert">
          {messageOf(pages.error)}
        </p>
      )}
      {pages?.hasNextPage && (
        <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load more
        </button>
      )}
    </div>
  )
}

function mapped<From, To>(
  record: Readonly<Record<string, From>>,
  map: (from: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, from]) => [name, map(from)]))
}

function matching<Row>(rows: readonly Row[], values: readonly ValueOf<Row>[], words: string): readonly Row[] {
  const text = words.trim().toLowerCase()
  if (text === '') return rows
  return rows.filter((row) => values.some((value) => `${value(row) ?? ''}`.toLowerCase().includes(text)))
}

function inOrder<Row>(
  rows: readonly Row[],
  values: Readonly<Record<string, ValueOf<Row>>>,
  sorted: Sorted,
): readonly Row[] {
  const value = sorted && values[sorted.heading]
  if (value === undefined) return rows
  const sign = sorted?.order === 'descending' ? -1 : 1
  return rows.toSorted((one, other) => sign * compare(value(one), value(other)))
}

const reverse = (order: Order): Order => (order === 'ascending' ? 'descending' : 'ascending')

/** Numbers, and texts that are numbers, by size; an absent value last. */
function compare(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const difference = Number(one) - Number(other)
  if (one !== '' && other !== '' && !Number.isNaN(difference)) return difference
  return String(one).localeCompare(String(other), 'en', { numeric: true })
}
