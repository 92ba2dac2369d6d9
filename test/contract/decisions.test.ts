import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { gateStages } from '../../scripts/check/gates.mjs'

const root = new URL('../../', import.meta.url)
const readme = readFileSync(new URL('openapi/README.md', root), 'utf8')
const gates = gateStages.flat().map(({ name }) => name)
const decisions = readFileSync(new URL('openapi/DECISIONS.md', root), 'utf8')

/** The text of one decision: from its bold title to the next one. */
interface Decision {
  readonly title: string
  readonly heldBy: readonly HeldBy[]
}

/** One `Held by: FILE · NAME`. */
interface HeldBy {
  readonly file: string
  readonly name: string
}

function readDecisions(): Decision[] {
  return decisions
    .split(/^(?=\*\*)/m)
    .slice(1)
    .map((text) => {
      const title = /^\*\*(.+?)\*\*/s.exec(text)?.[1] ?? ''
      // A bullet continues in the indented lines below it.
      const bullets = [...text.matchAll(/^- Held by: (.+(?:\n {2}.+)*)/gm)].map(([, bullet = '']) =>
        bullet.replaceAll(/\s+/g, ' ').trim(),
      )
      const heldBy = bullets.map((bullet) => {
        const [file = '', ...name] = bullet.split(' · ')
        return { file, name: name.join(' · ') }
      })
      return { title: title.replaceAll(/\s+/g, ' '), heldBy }
    })
}

/**
 * Whether the file's source calls a function whose first argument contains the name, as calls of test, it and
 * describe do. A test that runs with several values has them around its name.
 */
function holdsTest({ file, name }: HeldBy): boolean {
  const path = new URL(file, root)
  if (!existsSync(path)) return false
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const call = new RegExp(`[([]\\s*(['"\`])[^'"\`\\n]*${literal}[^'"\`\\n]*\\1\\s*,`)
  return name !== '' && call.test(readFileSync(path, 'utf8'))
}

describe('the decisions on what the specification leaves open', () => {
  const all = readDecisions()

  test('exist, each with the test that enforces it', () => {
    expect(all.length).toBeGreaterThan(50)
    expect(all.filter(({ heldBy }) => heldBy.length === 0).map(({ title }) => title)).toEqual([])
  })

  test('every test that enforces a decision exists', () => {
    const missing = all
      .flatMap(({ heldBy }) => heldBy)
      .filter((entry) => !holdsTest(entry))
      .map(({ file, name }) => `${file} · ${name}`)
    expect(missing).toEqual([])
  })
})

/** A row of the table of mistakes: the name of the gate, and the test that plants the mistake. */
function mistakesOf(text: string): { gate: string; heldBy: HeldBy }[] {
  const rows = [...text.matchAll(/^\| [^|]+ \| ([^|]+) \| (\S+) · ([^|]+) \|$/gm)]
  return rows.map(([, gate = '', file = '', name = '']) => ({ gate, heldBy: { file, name } }))
}

describe('the mistakes that npm run check finds', () => {
  const rows = mistakesOf(readme)

  test('each have a gate of that name, and a test that plants them', () => {
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.flatMap(({ gate }) => gate.split(', ')).filter((gate) => !gates.includes(gate))).toEqual([])
    expect(rows.filter(({ heldBy }) => !holdsTest(heldBy)).map(({ heldBy }) => heldBy)).toEqual([])
  })
})
