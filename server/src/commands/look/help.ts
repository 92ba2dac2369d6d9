import type { Help } from 'commander'
import { columnsDefault } from './style.ts'
import { pad, widthOf, wrap } from './text.ts'

const gap = '  '
const textWidthMin = 20

/** How commander lays out its help: on a narrow terminal each description is below its term. */
export const helpLayout: Partial<Help> = {
  minWidthToWrap: 1,
  displayWidth: widthOf,
  formatItem(term, termWidth, description, { helpWidth = columnsDefault }) {
    const left = helpWidth - termWidth - 2 * gap.length
    const indent = left < 2 * textWidthMin ? gap.length * 3 : termWidth + 2 * gap.length
    const lines = wrap(description, Math.max(textWidthMin, helpWidth - indent))
    const hanging = lines.map((line) => ' '.repeat(indent) + line)
    if (indent !== termWidth + 2 * gap.length) return [gap + term, ...hanging].join('\n').trimEnd()
    return `${gap}${pad(term, termWidth)}${hanging.join('\n').slice(gap.length + termWidth)}`.trimEnd()
  },
}
