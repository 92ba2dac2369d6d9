import { useState } from 'react'
import { messageOf } from '../../../../src/core/errors.ts'
import { csvLines } from '../../../../src/operator/csv.ts'
import { type ListColumn, shownColumn, type Value } from './columns.tsx'
import { saveFile } from './save-file.ts'
import { type Order, type Sorted, Table } from './table.tsx'

type ValueOf<Row> = (row: Row) => Value
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>

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
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { columns, hidden, rows, file, pages, empty, note, ...table } = props
  const [words, setWords] = useState('')
  const [by, setSorted] = useState<Sorted>()
  const values = new Map<string, ValueOf<Row>>([
    ...Object.entries(columns).map(([heading, column]) => [heading, shownColumn(column).value] as const),
    ...Object.entries(hidden ?? {}),
  ])
  const valuesOf = (row: Row) => [...values.values()].map((value) => value(row))
  const text = words.trim().toLowerCase()
  const found = rows.filter((row) =>
    valuesOf(row).some((value) => `${value ?? ''}`.toLowerCase().includes(text)),
  )
  const key = by && values.get(by.heading)
  const sign = by?.order === 'descending' ? -1 : 1
  const visible = key ? found.toSorted((one, other) => sign * compare(key(one), key(other))) : found
  const sortBy = (heading: string, isNumber: boolean) => {
    const first: Order = isNumber ? 'descending' : 'ascending'
    const second: Order = isNumber ? 'ascending' : 'descending'
    if (by?.heading !== heading) setSorted({ heading, order: first })
    else setSorted(by.order === first ? { heading, order: second } : undefined)
  }
  const save = () => {
    const lines = csvLines([...values.keys()], visible.map(valuesOf))
    const name = `${file}-${new Date().toISOString().slice(0, 10)}.csv`
    saveFile(name, 'text/csv;charset=utf-8', `${lines.join('\r\n')}\r\n`)
  }
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
        columns={columns}
        rows={visible}
        empty={rows.length === 0 ? empty : 'No loaded row has this text.'}
        sorting={{ by, sortBy }}
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

/** Numbers, and texts that are numbers, by size; an absent value last. */
function compare(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const difference = Number(one) - Number(other)
  if (one !== '' && other !== '' && !Number.isNaN(difference)) return difference
  return String(one).localeCompare(String(other), 'en', { numeric: true })
}
