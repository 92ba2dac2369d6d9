import { drawing } from './dom.js'

const width = 600
/** Room for the half of a day's name beside the first and last bar. */
const side = 16
const height = 160
const floor = 130

/**
 * Bars over days, with the greatest and the shown unit; the same numbers stand in the table that goes with it.
 * @param {string} label what the chart shows, for those who do not see it
 * @param {readonly { date: string, amount: string }[]} days
 * @returns {Node}
 */
export function barsByDay(label, days) {
  const amounts = days.map(({ amount }) => Number(amount))
  const greatest = Math.max(...amounts)
  const top = roundUp(greatest)
  const step = (width - 2 * side) / days.length
  const bars = days.map(({ date, amount }, index) => {
    const tall = top === 0 ? 0 : (Number(amount) / top) * (floor - 18)
    const isToday = index === days.length - 1
    const x = side + index * step + step * 0.16
    return drawing(
      'g',
      { class: isToday ? 'bar today' : 'bar' },
      drawing('title', {}, `${date}: ${amount} USD`),
      drawing('rect', { x: side + index * step, y: 0, width: step, height: floor, class: 'reach' }),
      drawing('rect', {
        x,
        y: floor - Math.max(tall, Number(amount) > 0 ? 2 : 0),
        width: step * 0.68,
        height: Math.max(tall, Number(amount) > 0 ? 2 : 0),
        rx: 3,
      }),
      index % 2 === (days.length - 1) % 2
        ? drawing(
            'text',
            {
              x: side + index * step + step / 2,
              y: floor + 20,
              'text-anchor': 'middle',
              class: index % 4 === (days.length - 1) % 4 ? '' : 'every-other',
            },
            dayOf(date),
          )
        : '',
    )
  })
  return drawing(
    'svg',
    { viewBox: `0 -8 ${width} ${height + 8}`, class: 'chart', role: 'img', 'aria-label': label },
    drawing('line', { x1: 0, y1: 18, x2: width, y2: 18, class: 'grid' }),
    drawing('line', { x1: 0, y1: floor, x2: width, y2: floor, class: 'axis' }),
    drawing('text', { x: 0, y: 12 }, `${top} USD`),
    ...bars,
  )
}

/**
 * A bar beside a number, which says the same.
 * @param {number} part
 * @param {number} whole
 */
export function share(part, whole) {
  const percent = whole === 0 ? 0 : Math.round((part / whole) * 100)
  return drawing(
    'svg',
    { viewBox: '0 0 100 8', preserveAspectRatio: 'none', class: 'share', 'aria-hidden': 'true' },
    drawing('rect', { x: 0, y: 0, width: 100, height: 8, rx: 2, class: 'whole' }),
    drawing('rect', { x: 0, y: 0, width: part > 0 ? Math.max(percent, 2) : 0, height: 8, rx: 2 }),
  )
}

/**
 * The next round number: 1, 2 or 5 times a power of ten.
 * @param {number} amount
 */
function roundUp(amount) {
  if (amount <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(amount))
  const round = [1, 2, 5, 10].find((times) => times * power >= amount) ?? 10
  return Number((round * power).toPrecision(3))
}

/** @param {string} date */
function dayOf(date) {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  })
}
