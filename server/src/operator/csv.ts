export type CsvValue = string | number | null

/** Rows as lines of CSV (RFC 4180), for a spreadsheet; the headings are the first. */
export function csvLines(headings: readonly string[], rows: readonly (readonly CsvValue[])[]): string[] {
  return [headings, ...rows].map((row) => row.map(csvText).join(','))
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front: customers choose some of them. */
function csvText(value: CsvValue): string {
  const text = value === null ? '' : String(value)
  const isNumber = /^[-+]?\d+(\.\d+)?$/.test(text)
  const safe = !isNumber && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
