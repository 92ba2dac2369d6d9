import { element } from './dom.js'

/**
 * A button that saves rows as a CSV file (RFC 4180), which a spreadsheet opens.
 * @param {string} file
 * @param {() => (string | number | null)[][]} rowsOf with the headings as the first row
 */
export function csvLink(file, rowsOf) {
  return element('button', { type: 'button', click: () => save(file, csvOf(rowsOf())) }, 'Export as CSV')
}

/** @param {(string | number | null)[][]} rows */
export function csvOf(rows) {
  return `${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
}

/**
 * A text that a spreadsheet would take for a formula gets an apostrophe in front: customers choose some of them.
 * @param {string | number | null} value
 */
function cellOf(value) {
  const text = value === null ? '' : String(value)
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * @param {string} file
 * @param {string} text
 */
function save(file, text) {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  element('a', { href: url, download: `${file}-${new Date().toISOString().slice(0, 10)}.csv` }).click()
  URL.revokeObjectURL(url)
}
