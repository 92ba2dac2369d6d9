import { csvLink } from './csv.js'
import { element, replace } from './dom.js'
import { keepingPlace } from './live.js'

/**
 * A column of a list: `value` is what it is sorted, filtered and exported by. A hidden one is only filtered and
 * exported by.
 * @template Row
 * @typedef {import('./dom.js').Column<Row> & {
 *   value: (row: Row) => string | number | null,
 *   isHidden?: boolean,
 * }} ListColumn
 */

/**
 * A table of the rows that are loaded, which can be sorted, filtered and exported in the browser.
 * @template Row
 * @param {{ caption: string, columns: ListColumn<Row>[], empty: string, file: string, ages?: (row: Row) => boolean }} options `file` is the name of the export, `ages` whether a row says how old it is, and is drawn again although it has not changed
 */
export function listTable({ caption, columns: all, empty, file, ages = () => false }) {
  const columns = all.filter(({ isHidden }) => isHidden !== true)
  /** @type {Row[]} */
  let rows = []
  let shown = ''
  /** @type {{ column: ListColumn<Row>, isDescending: boolean } | undefined} */
  let order
  const words = element('input', {
    type: 'search',
    placeholder: 'Filter these rows',
    'aria-label': 'Filter these rows',
    input: () => draw(),
  })
  const count = element('span', { class: 'count', role: 'status' })
  const body = element('tbody')
  const nothing = element('p', { class: 'empty' }, empty)
  const heads = columns.map((column) =>
    element(
      'th',
      { scope: 'col', class: column.isNumber === true ? 'number' : undefined },
      element('button', { type: 'button', click: () => sortBy(column) }, column.heading),
    ),
  )
  const table = element(
    'table',
    {},
    element('caption', { class: 'hidden' }, caption),
    element('thead', {}, element('tr', {}, heads)),
    body,
  )
  // On a phone the headings are not shown.
  const orders = element(
    'select',
    { class: 'order', 'aria-label': 'Order', change: () => orderBy(orders.value) },
    element('option', { value: '' }, 'As listed'),
    columns.flatMap(({ heading }) => [
      element('option', { value: `${heading} up` }, `${heading}, ascending`),
      element('option', { value: `${heading} down` }, `${heading}, descending`),
    ]),
  )
  const save = csvLink(file, () => [
    all.map(({ heading }) => heading),
    ...visible().map((row) => all.map(({ value }) => value(row))),
  ])
  const tools = element('div', { class: 'tools' }, words, orders, count, save)
  const node = element('div', {}, tools, table, nothing)

  /** @param {ListColumn<Row>} column */
  function sortBy(column) {
    if (order?.column !== column) order = { column, isDescending: column.isNumber === true }
    else if (order.isDescending === (column.isNumber === true))
      order = { column, isDescending: !order.isDescending }
    else order = undefined
    draw()
  }
  /** @param {string} chosen */
  function orderBy(chosen) {
    const column = columns.find(({ heading }) => chosen.startsWith(`${heading} `))
    order = column && { column, isDescending: chosen.endsWith(' down') }
    draw()
  }
  function visible() {
    const text = words.value.trim().toLowerCase()
    const matching =
      text === ''
        ? rows
        : rows.filter((row) =>
            all.some(({ value }) =>
              String(value(row) ?? '')
                .toLowerCase()
                .includes(text),
            ),
          )
    if (order === undefined) return matching
    const { column, isDescending } = order
    const sign = isDescending ? -1 : 1
    return matching.toSorted((one, other) => sign * compare(column.value(one), column.value(other)))
  }
  function draw() {
    const drawn = visible()
    for (const [index, head] of heads.entries()) {
      if (order?.column !== columns[index]) head.removeAttribute('aria-sort')
      else head.setAttribute('aria-sort', order?.isDescending ? 'descending' : 'ascending')
    }
    const text =
      drawn.length === rows.length ? `${rows.length} loaded` : `${drawn.length} of ${rows.length} loaded`
    if (count.textContent !== text) count.textContent = text
    keepingPlace(body, () => replace(body, drawn.map(rowOf)))
    table.hidden = drawn.length === 0
    nothing.hidden = drawn.length > 0
    nothing.textContent = rows.length === 0 ? empty : 'No loaded row has this text.'
    tools.hidden = rows.length === 0
  }
  /** @param {Row} row */
  function rowOf(row) {
    return element(
      'tr',
      {},
      columns.map(({ heading, cell, isNumber }) =>
        element(
          'td',
          { 'data-heading': heading, class: isNumber === true ? 'number' : undefined },
          cell(row),
        ),
      ),
    )
  }
  draw()
  return {
    node,
    /** @param {Row[]} next */
    setRows(next) {
      const now = JSON.stringify(next)
      if (now === shown && !next.some(ages)) return
      shown = now
      rows = next
      draw()
    },
    /** @param {Row[]} more */
    addRows(more) {
      rows = [...rows, ...more]
      shown = JSON.stringify(rows)
      draw()
    },
  }
}

/**
 * Numbers, and texts that are numbers, by size; an absent value last.
 * @param {string | number | null} one
 * @param {string | number | null} other
 */
function compare(one, other) {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const difference = Number(one) - Number(other)
  if (one !== '' && other !== '' && !Number.isNaN(difference)) return difference
  return String(one).localeCompare(String(other), 'en', { numeric: true })
}
