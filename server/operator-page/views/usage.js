/** @import { Usage } from '@mediagen/contract/models' */
import { element, table } from '../dom.js'
import { usd } from '../format.js'

/**
 * What an account used in the last 31 days.
 * @param {Usage} usage
 */
export function usageOf({ from, to, charged, days }) {
  return [
    element('p', {}, `${from} to ${to}, in UTC: `, usd(charged)),
    table(
      'Usage by day, product and key',
      [
        { heading: 'Day', cell: ({ date }) => date },
        { heading: 'Product', cell: ({ product }) => product },
        { heading: 'Key id', cell: ({ keyId }) => element('span', { class: 'id' }, keyId ?? '–') },
        { heading: 'Succeeded', cell: ({ succeeded }) => succeeded, isNumber: true },
        { heading: 'Failed', cell: ({ failed }) => failed, isNumber: true },
        { heading: 'Cancelled', cell: ({ cancelled }) => cancelled, isNumber: true },
        { heading: 'Charged', cell: (day) => usd(day.charged), isNumber: true },
      ],
      days.toReversed(),
      'No task has ended in these days.',
    ),
  ]
}
