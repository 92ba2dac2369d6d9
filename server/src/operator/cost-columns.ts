import type { CsvValue } from './csv.ts'

/** What costs can be summed by. */
export const costKeys = ['day', 'product', 'engine'] as const

export type CostKey = (typeof costKeys)[number]

/** What results brought and cost; `date`, `product` and `engine` are there if it is summed by them. */
export interface CostRow {
  readonly date?: string
  readonly product?: string
  /** null: a version that did not record the engine made the results. */
  readonly engine?: string | null
  readonly results: number
  /** What customers paid. */
  readonly charged: string
  /** How many of the results have a known cost: an engine's price is in the providers file, or not. */
  readonly resultsWithCost: number
  /** Of these, what the engine charges and what is left of what was paid for them; null: none of them has one. */
  readonly cost: string | null
  readonly margin: string | null
}

export interface CostColumn {
  readonly heading: string
  readonly isNumber: boolean
  readonly read: (row: CostRow) => CsvValue
}

const keyColumns: Readonly<Record<CostKey, CostColumn>> = {
  day: { heading: 'Day', isNumber: false, read: ({ date = null }) => date },
  product: { heading: 'Product', isNumber: false, read: ({ product = null }) => product },
  engine: { heading: 'Engine', isNumber: false, read: ({ engine = null }) => engine },
}

const sumColumns: readonly CostColumn[] = [
  { heading: 'Results', isNumber: true, read: ({ results }) => results },
  { heading: 'Charged USD', isNumber: true, read: ({ charged }) => charged },
  { heading: 'Results with a cost', isNumber: true, read: ({ resultsWithCost }) => resultsWithCost },
  { heading: 'Cost USD', isNumber: true, read: ({ cost }) => cost },
  { heading: 'Margin USD', isNumber: true, read: ({ margin }) => margin },
]

/** The columns of costs: on the page, in a terminal, and in a spreadsheet from the page, the command or the API. */
export function costColumns(by: readonly CostKey[]): readonly CostColumn[] {
  return [...by.map((key) => keyColumns[key]), ...sumColumns]
}
