/** @import { Usage } from '@mediagen/contract/models' */
import { get } from '../api.js'
import { element, table } from '../dom.js'
import { usd } from '../format.js'

/**
 * What an account used in the last 31 days, read after the rest of its page.
 * @param {string} accountPath
 */
export function usageOf(accountPath) {
  const frame = element('div', {}, 'Loading …')
  get(`${accountPath}/usage`).then(
    (usage) => frame.replaceChildren(...contentOf(usage)),
    (error) => frame.replaceChildren(error instanceof Error ? error.message : String(error)),
  )
  return frame
}

/** @param {Usage} usage */
function contentOf({ from, to, charged, days }) {
  return [
    element('p', {}, `${from} to ${to}, in UTC: `, usd(charged)),
    table(
      'Usage by day, product and key',
      [
        { heading: 'Day', cell: ({ date }) => date },
        { heading: 'Product', cell: ({ product }) => product },
        { heading: 'Key id', cell: ({ keyId }) => element('span', { class: 'id' }, keyId ?? '–') },
        { heading: 'Succeeded', cell: ({ succeeded }) => String(succeeded) },
        { heading: 'Failed', cell: ({ failed }) => String(failed) },
        { heading: 'Cancelled', cell: ({ cancelled }) => String(cancelled) },
        { heading: 'Charged', cell: (day) => usd(day.charged) },
      ],
      days,
      'No task has ended in these days.',
    ),
  ]
}
