import { Usd } from '../core/domain/money/usd.ts'
import { dateOfDay } from '../core/domain/utc-day.ts'
import type { EngineCost } from '../database/operator/engine-costs.ts'
import type { Costs } from './show-costs.ts'

/** Costs and margins as the command prints them with --json and the operator's page receives them. */

export type CostsView = ReturnType<typeof viewCosts>

export function viewCosts({ from, to, days }: Costs) {
  return {
    from: dateOfDay(from),
    to: dateOfDay(to),
    rows: days.flatMap(({ day, costs }) =>
      costs.map((cost) => ({
        date: dateOfDay(day),
        product: cost.product,
        engine: cost.engine,
        ...sumsOf([cost]),
      })),
    ),
    total: sumsOf(days.flatMap(({ costs }) => costs)),
  }
}

function sumsOf(costs: readonly EngineCost[]) {
  const sum = (amountOf: (cost: EngineCost) => Usd) =>
    costs.reduce((total, cost) => total.plus(amountOf(cost)), Usd.zero)
  const knownResults = costs.reduce((total, { known }) => total + known.results, 0)
  const cost = sum(({ known }) => known.cost)
  const isKnown = knownResults > 0
  return {
    results: costs.reduce((total, { results }) => total + results, 0),
    /** What customers paid. */
    charged: sum(({ charged }) => charged).toString(),
    /** How many of the results have a known cost: an engine's price is in the providers file, or not. */
    resultsWithCost: knownResults,
    /** Of these, what the engine charges and what is left of what was paid for them; null: none of them has one. */
    cost: isKnown ? cost.toString() : null,
    margin: isKnown
      ? sum(({ known }) => known.charged)
          .minus(cost)
          .toString()
      : null,
  }
}

const headings = [
  'date',
  'product',
  'engine',
  'results',
  'charged_usd',
  'results_with_cost',
  'cost_usd',
  'margin_usd',
]

/** A line for each row, for a spreadsheet. */
export function costsAsCsv({ rows }: CostsView): string[] {
  return [
    headings.join(','),
    ...rows.map((row) =>
      [
        row.date,
        row.product,
        quoted(row.engine ?? ''),
        row.results,
        row.charged,
        row.resultsWithCost,
        row.cost ?? '',
        row.margin ?? '',
      ].join(','),
    ),
  ]
}

/** A text that a spreadsheet would take for a formula gets an apostrophe in front. */
function quoted(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
