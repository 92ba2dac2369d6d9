import { Usd } from '../core/domain/money/usd.ts'
import { dateOfDay } from '../core/domain/utc-day.ts'
import type { EngineCost } from '../database/operator/engine-costs.ts'
import { type CostKey, type CostRow, costColumns, costKeys } from './cost-columns.ts'
import { csvLines } from './csv.ts'
import type { Costs } from './show-costs.ts'

/** Costs and margins as the command prints them with --json and the operator's page receives them. */

export type CostsView = ReturnType<typeof viewCosts>

export function viewCosts({ from, to, days }: Costs, by: readonly CostKey[] = costKeys) {
  const costs = days.flatMap(({ day, costs }) => costs.map((cost) => ({ date: dateOfDay(day), ...cost })))
  const groups = new Map<string, DatedCost[]>()
  for (const cost of costs) {
    const name = JSON.stringify(keysOf(cost, by))
    groups.set(name, [...(groups.get(name) ?? []), cost])
  }
  return {
    from: dateOfDay(from),
    to: dateOfDay(to),
    by,
    rows: [...groups]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, group]): CostRow => ({ ...JSON.parse(name), ...sumsOf(group) })),
    total: sumsOf(costs),
  }
}

interface DatedCost extends EngineCost {
  readonly date: string
}

function keysOf({ date, product, engine }: DatedCost, by: readonly CostKey[]): Partial<DatedCost> {
  return {
    ...(by.includes('day') && { date }),
    ...(by.includes('product') && { product }),
    ...(by.includes('engine') && { engine }),
  }
}

function sumsOf(costs: readonly EngineCost[]) {
  const sum = (amountOf: (cost: EngineCost) => Usd) =>
    costs.reduce((total, cost) => total.plus(amountOf(cost)), Usd.zero)
  const resultsWithCost = costs.reduce((total, { known }) => total + known.results, 0)
  const cost = sum(({ known }) => known.cost)
  const margin = sum(({ known }) => known.charged).minus(cost)
  const isKnown = resultsWithCost > 0
  return {
    results: costs.reduce((total, { results }) => total + results, 0),
    charged: sum(({ charged }) => charged).toString(),
    resultsWithCost,
    cost: isKnown ? cost.toString() : null,
    margin: isKnown ? margin.toString() : null,
  } satisfies CostRow
}

/** A line for each row, for a spreadsheet. */
export function costsAsCsv({ rows, by }: CostsView): string[] {
  const columns = costColumns(by)
  return csvLines(
    columns.map(({ heading }) => heading),
    rows.map((row) => columns.map(({ read }) => read(row))),
  )
}
