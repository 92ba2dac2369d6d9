import { costColumns } from '../../operator/cost-columns.ts'
import { costsAsCsv } from '../../operator/cost-views.ts'
import type { Commands } from '../../operator/operations/operations.ts'
import type { Block } from '../look/blocks.ts'
import { countOf, sentences, tableOf } from './table.ts'

type Costs = Commands['show-costs']

export function printCosts(view: Costs['view'], { format }: Costs['input']): Block[] {
  if (format === 'csv') return [...costsAsCsv(view)]
  const { from, to, by, rows, total } = view
  const withoutCost = total.results - total.resultsWithCost
  const columns = costColumns(by)
  return [
    tableOf(
      columns.map(({ heading, isNumber }) => `${heading.toUpperCase()}${isNumber ? '>' : ''}`),
      rows.map((row) => columns.map(({ read }) => String(read(row) ?? '-'))),
    ),
    '',
    `${from} to ${to}: charged ${total.charged} USD, cost ${total.cost ?? '-'} USD, margin ${total.margin ?? '-'} USD`,
    ...(withoutCost === 0
      ? []
      : sentences(
          `${countOf(withoutCost, 'result')} of engines without a cost in the providers file: neither cost nor margin has them.`,
        )),
  ]
}
