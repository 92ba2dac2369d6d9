// node sdk/finish-build.ts: the last step of the build. Makes the types of CommonJS those of ESM, too, and makes them small.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const distFolder = fileURLToPath(new URL('dist', import.meta.url))
/** Where docs are of use in an editor: everywhere but in what openapi-fetch reads of the contract. */
const namesWithoutDocs = [
  'paths',
  'operations',
  'responses',
  'parameters',
  'pathItems',
  'headers',
  'requestBodies',
]

for (const name of await readdir(distFolder, { recursive: true })) {
  if (!name.endsWith('.d.cts')) continue
  const path = join(distFolder, name)
  const text = compact(await readFile(path, 'utf8'))
  await writeFile(path, text)
  // Names of chunks have a hash in them; only entries are imported by others.
  if (/-[\w-]{8}\.d\.cts$/.test(name)) continue
  // Handlers are of a class, and that of msw for CommonJS is another one than that for ESM.
  const needsOwn = text.includes("from 'msw'")
  const again = `export * from './${basename(name, '.d.cts')}.cjs'\n`
  await writeFile(join(distFolder, name.replace(/cts$/, 'ts')), needsOwn ? text : again)
}

// In a program that uses the package, openapi-fetch is beside it and not in a folder above.
const map = join(distFolder, 'index.cjs.map')
await writeFile(map, (await readFile(map, 'utf8')).replaceAll('../../node_modules/', '../../../'))

/** Declarations without indentation, without the docs that nobody is shown, and without members that cannot be. */
function compact(text: string): string {
  const file = ts.createSourceFile('types.d.cts', text, ts.ScriptTarget.Latest, true)
  const cuts: { readonly from: number; readonly to: number }[] = []
  const cutDocs = (node: ts.Node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      cuts.push({ from: pos, to: end })
    }
    ts.forEachChild(node, cutDocs)
  }
  const visit = (node: ts.Node) => {
    if (isNever(node)) cuts.push({ from: node.getFullStart(), to: node.getEnd() })
    else if (hasName(node) && namesWithoutDocs.includes(node.name.text)) ts.forEachChild(node, cutDocs)
    ts.forEachChild(node, visit)
  }
  visit(file)
  let short = ''
  let place = 0
  for (const { from, to } of cuts.sort((one, other) => one.from - other.from)) {
    if (from < place) continue
    short += text.slice(place, from)
    place = to
  }
  return (short + text.slice(place)).replace(/^\s+/gm, '')
}

/** A method that a path does not have, or a parameter that a request does not have; to leave it out says the same. */
function isNever(node: ts.Node): boolean {
  return (
    ts.isPropertySignature(node) &&
    node.questionToken !== undefined &&
    node.type?.kind === ts.SyntaxKind.NeverKeyword &&
    ts.isIdentifier(node.name) &&
    node.name.text !== 'requestBody'
  )
}

function hasName(
  node: ts.Node,
): node is ts.InterfaceDeclaration | (ts.PropertySignature & { name: ts.Identifier }) {
  return ts.isInterfaceDeclaration(node) || (ts.isPropertySignature(node) && ts.isIdentifier(node.name))
}
