const width = 600
/** Room for the half of a day's name beside the first and last bar. */
const side = 16
const height = 160
const floor = 130

interface BarsProps {
  /** What the chart shows, for those who do not see it. */
  readonly label: string
  readonly days: readonly { readonly date: string; readonly amount: string }[]
}

/** Bars over days, with the greatest and the shown unit; the same numbers stand in the table that goes with it. */
export function BarsByDay({ label, days }: BarsProps) {
  const top = roundUp(Math.max(...days.map(({ amount }) => Number(amount))))
  const step = (width - 2 * side) / days.length
  return (
    <svg viewBox={`0 -8 ${width} ${height + 8}`} className="chart" role="img" aria-label={label}>
      <line x1={0} y1={18} x2={width} y2={18} className="grid" />
      <line x1={0} y1={floor} x2={width} y2={floor} className="axis" />
      <text x={0} y={12}>
        {top} USD
      </text>
      {days.map(({ date, amount }, index) => {
        const tall = top === 0 ? 0 : (Number(amount) / top) * (floor - 18)
        const shown = Math.max(tall, Number(amount) > 0 ? 2 : 0)
        const fromToday = days.length - 1 - index
        const x = side + index * step
        return (
          <g key={date} className={fromToday === 0 ? 'bar today' : 'bar'}>
            <title>{`${date}: ${amount} USD`}</title>
            <rect x={x} y={0} width={step} height={floor} className="reach" />
            <rect x={x + step * 0.16} y={floor - shown} width={step * 0.68} height={shown} rx={3} />
            {fromToday % 2 === 0 && (
              <text
                x={x + step / 2}
                y={floor + 20}
                textAnchor="middle"
                className={fromToday % 4 === 0 ? '' : 'every-other'}
              >
                {dayOf(date)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The next round number: 1, 2 or 5 times a power of ten. */
function roundUp(amount: number): number {
  if (amount <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(amount))
  const round = [1, 2, 5, 10].find((times) => times * power >= amount) ?? 10
  return Number((round * power).toPrecision(3))
}

function dayOf(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
  })
}
