import { useState } from 'react'
import { messageOf } from '../api.ts'
import { saveCsv } from './csv.ts'
import { type Column, Table } from './table.tsx'

/** What a list is sorted, filtered and exported by. */
export type Value = string | number | null

/** A column of a list. A hidden one is only filtered and exported by. */
export interface ListColumn<Row> extends Column<Row> {
  readonly value: (row: Row) => Value
  readonly isHidden?: boolean
}

/** A column that is not shown, but filtered and exported by. */
export function hidden<Row>(heading: string, value: (row: Row) => Value): ListColumn<Row> {
  return { heading, cell: value, value, isHidden: true }
}

interface ListTableProps<Row> {
  readonly caption: string
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly empty: string
  readonly idOf: (row: Row) => string
  /** The name of the file that it is exported to. */
  readonly file: string
  /** The pages that follow, and what became of the last attempt to read one. */
  readonly pages: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly error: unknown
    readonly fetchNextPage: () => unknown
  }
}

/** The rows that are loaded, which can be sorted, filtered and exported in the browser; a button loads more. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { columns, rows, empty, file, pages } = props
  const [words, setWords] = useState('')
  /** A heading and a direction, as the choice of a phone has them. */
  const [order, setOrder] = useState('')
  const shown = columns.filter(({ isHidden }) => isHidden !== true)
  const sorted = shown.find(({ heading }) => order.startsWith(`${heading} `))
  const isDescending = order.endsWith(' down')
  const visible = ordered(matching(rows, columns, words), sorted, isDescending)
  const sortBy = ({ heading, isNumber = false }: Column<Row>) => {
    const first = `${heading} ${isNumber ? 'down' : 'up'}`
    const second = `${heading} ${isNumber ? 'up' : 'down'}`
    setOrder(order === first ? second : order === second ? '' : first)
  }
  const save = () =>
    saveCsv(file, [
      columns.map(({ heading }) => heading),
      ...visible.map((row) => columns.map(({ value }) => value(row))),
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
          {/* On a phone the headings are not shown. */}
          <select
            className="order"
            aria-label="Order"
            value={order}
            onChange={({ target }) => setOrder(target.value)}
          >
            <option value="">As listed</option>
            {shown.flatMap(({ heading }) => [
              <option key={`${heading} up`} value={`${heading} up`}>{`${heading}, ascending`}</option>,
              <option key={`${heading} down`} value={`${heading} down`}>{`${heading}, descending`}</option>,
            ])}
          </select>
          <span className="count" role="status">
            {visible.length < rows.length && `${visible.length} of `}
            {rows.length} loaded
          </span>
          <button type="button" onClick={save}>
            Export as CSV
          </button>
        </div>
      )}
      <Table
        caption={props.caption}
        columns={shown}
        rows={visible}
        empty={rows.length === 0 ? empty : 'No loaded row has this text.'}
        idOf={props.idOf}
        orderOf={(column) => (column === sorted ? (isDescending ? 'descending' : 'ascending') : undefined)}
        head={(column) => (
          <button type="button" onClick={() => sortBy(column)}>
            {column.heading}
          </button>
        )}
      />
      {pages.isFetchNextPageError && (
        <p className="failure" role="alert">
          {messageOf(pages.error)}
        </p>
      )}
      {pages.hasNextPage && (
        <button type="button" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Load more
        </button>
      )}
    </div>
  )
}

function matching<Row>(
  rows: readonly Row[],
  columns: readonly ListColumn<Row>[],
  words: string,
): readonly Row[] {
  const text = words.trim().toLowerCase()
  if (text === '') return rows
  return rows.filter((row) => columns.some(({ value }) => `${value(row) ?? ''}`.toLowerCase().includes(text)))
}

function ordered<Row>(
  rows: readonly Row[],
  column: ListColumn<Row> | undefined,
  isDescending: boolean,
): readonly Row[] {
  if (column === undefined) return rows
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => sign * compare(column.value(one), column.value(other)))
}

/** Numbers, and texts that are numbers, by size; an absent value last. */
function compare(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const difference = Number(one) - Number(other)
  if (one !== '' && other !== '' && !Number.isNaN(difference)) return difference
  return String(one).localeCompare(String(other), 'en', { numeric: true })
}
