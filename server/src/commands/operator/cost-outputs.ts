import { costsAsCsv } from '../../operator/cost-views.ts'
import type { Commands } from '../../operator/operations/operations.ts'
import type { Block } from '../look/blocks.ts'
import { countOf, sentences, tableOf } from './table.ts'

type Costs = Commands['show-costs']

export function printCosts(view: Costs['view'], { format }: Costs['input']): Block[] {
  if (format === 'csv') return [...costsAsCsv(view)]
  const { from, to, rows, total } = view
  const withoutCost = total.results - total.resultsWithCost
  return [
    tableOf(
      ['DAY', 'PRODUCT', 'ENGINE', 'CHARGED USD>', 'COST USD>', 'MARGIN USD>', 'RESULTS>'],
      rows.map((row) => [
        row.date,
        row.product,
        row.engine ?? '-',
        row.charged,
        row.cost ?? '-',
        row.margin ?? '-',
        String(row.results),
      ]),
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
