import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Where the methods stand that a program calls on a client, and on what it gets from one. */
const files = [
  'mediagen.ts',
  'types/generations.ts',
  'types/results.ts',
  'types/uploads.ts',
  'generations/generations.ts',
  'generations/tasks.ts',
  'uploads/uploads.ts',
]

/** Each method of a file with whether its hover has an example. */
function methodsOf(path: string): { name: string; hasExample: boolean }[] {
  const text = readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const found: { name: string; hasExample: boolean }[] = []
  const visit = (node: ts.Node, owner: string): void => {
    const isOwner = ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
    const name = isOwner ? (node.name?.text ?? '') : owner
    if (ts.isMethodSignature(node) || (ts.isMethodDeclaration(node) && ts.isClassDeclaration(node.parent)))
      found.push({
        name: `${name}.${node.name.getText()}`,
        hasExample: ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'example'),
      })
    ts.forEachChild(node, (child) => visit(child, name))
  }
  visit(source, '')
  return found
}

test('every method that a program calls has an example in its hover', () => {
  const methods = files.flatMap(methodsOf)
  expect(methods.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Mediagen.estimate', 'TaskHandle.wait', 'FinishedTask.download', 'Uploads.file']),
  )
  expect(methods.filter(({ hasExample }) => !hasExample)).toEqual([])
})
