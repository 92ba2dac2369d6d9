import ts from 'typescript'

/** A full test name that occurs more than once, with its lines. */
export interface DuplicateTestName {
  name: string
  lines: number[]
}

const suiteFunctions = ['describe', 'suite', 'describeInBrowser']
const testFunction = 'test'

/**
 * The full names (suites and test, joined by " > ") that occur more than once in a test file's source.
 * Computed names are ignored.
 */
export function duplicateTestNames(source: string): DuplicateTestName[] {
  const file = ts.createSourceFile('file.test.ts', source, ts.ScriptTarget.Latest, true)
  const linesOfName = new Map<string, number[]>()

  const visit = (node: ts.Node, suites: readonly string[]): void => {
    const call = readCall(node)
    if (call !== undefined && call.function === testFunction) {
      const name = [...suites, call.name].join(' > ')
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      linesOfName.set(name, [...(linesOfName.get(name) ?? []), line])
    }
    const isSuite = call !== undefined && suiteFunctions.includes(call.function)
    const inner = isSuite ? [...suites, call.name] : suites
    ts.forEachChild(node, (child) => visit(child, inner))
  }
  visit(file, [])

  return [...linesOfName].filter(([, lines]) => lines.length > 1).map(([name, lines]) => ({ name, lines }))
}

/** `test('…')`, `test.skipIf(…)('…')`, `describe.each(…)('…')`: the function's first word and the name. */
function readCall(node: ts.Node): { function: string; name: string } | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const [name] = node.arguments
  if (name === undefined || !ts.isStringLiteralLike(name)) return undefined
  let callee: ts.Expression = node.expression
  while (!ts.isIdentifier(callee)) {
    if (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression
    else if (ts.isTaggedTemplateExpression(callee)) callee = callee.tag
    else return undefined
  }
  return { function: callee.text, name: name.text }
}
