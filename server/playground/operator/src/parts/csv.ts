import { saveFile } from './save-file.ts'

type Cell = string | number | null

/** Saves rows as a CSV file (RFC 4180), which a spreadsheet opens; the headings are the first row. */
export function saveCsv(file: string, rows: readonly (readonly Cell[])[]): void {
  const text = `${rows.map((row) => row.map(cellOf).join(',')).join('\r\n')}\r\n`
  saveFile(`${file}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', text)
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front: customers choose some of them. */
function cellOf(value: Cell): string {
  const text = value === null ? '' : String(value)
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
