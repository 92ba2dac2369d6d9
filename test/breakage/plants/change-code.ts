import ts from 'typescript'
import { parse } from '../../support/server-modules.ts'

/** A change of a function or of a constant. */
export interface Change {
  /** Its name; only one of that name holds such code. */
  readonly in: string
  /**
   * Code that it holds once, however that is formatted, and without its types. `$name` stands for any expression,
   * parameter or statement, and for the same one in all changes of a plant; `$$` for any number of them in a list. What
   * ends in `;` is a statement; what is between backticks, a part of a template.
   */
  readonly from: string
  /** The code in its place, where `$0` stands for what was there. */
  readonly to: string
  /** What `to` needs of the rest of the service; imported where it is not yet. */
  readonly uses?: readonly string[]
}

/** The code that each wildcard stands for. */
export type Wildcards = ReadonlyMap<string, string>

interface Place {
  readonly start: number
  readonly end: number
  readonly wildcards: Wildcards
}

/** Where the code is as a `from` says. */
export function findPlaces(code: ts.Node, from: string, wildcards: Wildcards): Place[] {
  const pattern = parsePattern(from)
  return [...nodesIn(code)].flatMap((node) => {
    if (ts.isTemplateLiteral(pattern))
      return ts.isTemplateLiteral(node) ? findInTemplate(node, pattern, wildcards) : []
    if (ts.isParenthesizedExpression(node)) return []
    const matched = match(node, pattern, wildcards)
    return matched === undefined ? [] : [{ start: node.getStart(), end: node.end, wildcards: matched }]
  })
}

/** A text with the code that its wildcards stand for. */
export function fill(text: string, wildcards: Wildcards): string {
  return text.replaceAll(/\$\w+/g, (name) => {
    const code = wildcards.get(name)
    if (code === undefined) throw new Error(`${name} stands for nothing in: ${text}`)
    return code
  })
}

function parsePattern(from: string): ts.Node {
  const [pattern] = parse(`${from.startsWith('{') ? `(${from})` : from}\nexport {}`).statements
  if (pattern === undefined) throw new Error(`no code: ${from}`)
  if (ts.isVariableStatement(pattern)) return pattern.declarationList
  const isExpression = ts.isExpressionStatement(pattern) && !from.endsWith(';')
  return isExpression ? withoutParentheses(pattern.expression) : pattern
}

function* nodesIn(code: ts.Node): Generator<ts.Node> {
  yield code
  for (const part of partsOf(code)) yield* nodesIn(part)
}

function partsOf(code: ts.Node): ts.Node[] {
  const parts: ts.Node[] = []
  ts.forEachChild(code, (part) => {
    if (!ts.isTypeNode(part)) parts.push(part)
  })
  return parts
}

function withoutParentheses(code: ts.Node): ts.Node {
  return ts.isParenthesizedExpression(code) ? withoutParentheses(code.expression) : code
}

/** What the wildcards stand for if the code is like the pattern. */
function match(code: ts.Node, pattern: ts.Node, wildcards: Wildcards): Wildcards | undefined {
  const name = pattern.getText()
  if (/^\$\w+$/.test(name)) {
    const text = code.getText()
    return (wildcards.get(name) ?? text) === text ? new Map([...wildcards, [name, text]]) : undefined
  }
  const [one, other] = [withoutParentheses(code), withoutParentheses(pattern)]
  if (one.kind !== other.kind) return undefined
  const [parts, otherParts] = [partsOf(one), partsOf(other)]
  if (parts.length === 0 && otherParts.length === 0)
    return wordOf(one) === wordOf(other) ? wildcards : undefined
  return operatorOf(one) === operatorOf(other) ? matchAll(parts, otherParts, wildcards) : undefined
}

function matchAll(
  code: readonly ts.Node[],
  [pattern, ...patterns]: readonly ts.Node[],
  wildcards: Wildcards,
): Wildcards | undefined {
  if (pattern === undefined) return code.length === 0 ? wildcards : undefined
  if (pattern.getText() === '$$') {
    const ends = Array.from({ length: code.length + 1 }, (_, at) =>
      matchAll(code.slice(at), patterns, wildcards),
    )
    return ends.find((end) => end !== undefined)
  }
  const [first, ...others] = code
  const matched = first && match(first, pattern, wildcards)
  return matched && matchAll(others, patterns, matched)
}

function wordOf(code: ts.Node): string {
  return ts.isLiteralExpression(code) ? code.text : code.getText()
}

/** Of a prefix, whose operator is no node. */
function operatorOf(code: ts.Node): ts.SyntaxKind | undefined {
  return ts.isPrefixUnaryExpression(code) ? code.operator : undefined
}

/** A word of a template, or the node in one of its holes. */
interface TemplatePart {
  readonly content: string | ts.Node
  readonly start: number
  readonly end: number
}

function findInTemplate(
  code: ts.TemplateLiteral,
  pattern: ts.TemplateLiteral,
  wildcards: Wildcards,
): Place[] {
  const [parts, wanted] = [templatePartsOf(code), templatePartsOf(pattern)]
  return parts.flatMap(({ start }, at) => {
    const chosen = parts.slice(at, at + wanted.length)
    let matched: Wildcards | undefined = chosen.length === wanted.length ? wildcards : undefined
    for (const [index, { content }] of chosen.entries()) {
      const other = wanted[index]?.content
      if (typeof content === 'string' || typeof other === 'string' || other === undefined)
        matched = content === other ? matched : undefined
      else matched = matched && match(content, other, matched)
    }
    return matched === undefined ? [] : [{ start, end: chosen.at(-1)?.end ?? start, wildcards: matched }]
  })
}

function templatePartsOf(template: ts.TemplateLiteral): TemplatePart[] {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return wordsOf(template)
  const holes = template.templateSpans.map(({ expression, literal }, index) => {
    const before = template.templateSpans[index - 1]?.literal ?? template.head
    return [
      { content: expression, start: before.end - '${'.length, end: literal.getStart() + '}'.length },
      ...wordsOf(literal),
    ]
  })
  return [...wordsOf(template.head), ...holes.flat()]
}

function wordsOf(text: ts.TemplateLiteralLikeNode): TemplatePart[] {
  const words = text
    .getText()
    .replace(/^[`}]/, ' ')
    .replace(/(`|\$\{)$/, '')
  return [...words.matchAll(/\w+|[^\w\s]/g)].map(({ 0: content, index }) => {
    const start = text.getStart() + index
    return { content, start, end: start + content.length }
  })
}
