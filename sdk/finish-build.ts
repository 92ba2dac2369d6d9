// node sdk/finish-build.ts: the last step of the build. Makes the types of CommonJS those of ESM, too, puts the types of
// openapi-fetch beside them, and makes types and source maps small.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'
import ts from 'typescript'

const distFolder = fileURLToPath(new URL('dist', import.meta.url))
const modulesFolder = fileURLToPath(new URL('../node_modules', import.meta.url))
/** The packages whose code or types are put inside; a bill of materials names them, too. */
const bundledPackages: string[] = JSON.parse(
  await readFile(new URL('bundled-packages.json', import.meta.url), 'utf8'),
)
/** The file of their types. */
const clientTypes = 'openapi-fetch'
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
  const path = join(distFolder, name)
  if (name.endsWith('.map')) await writeFile(path, smallMap(await readFile(path, 'utf8')))
  if (!name.endsWith('.d.cts')) continue
  const text = compact(await readFile(path, 'utf8')).replace("'openapi-fetch'", `'./${clientTypes}.cjs'`)
  await writeFile(path, text)
  // Names of chunks have a hash in them; only entries are imported by others.
  if (/-[\w-]{8}\.d\.cts$/.test(name)) continue
  // Handlers are of a class, and that of msw for CommonJS is another one than that for ESM.
  const needsOwn = text.includes("from 'msw'")
  const again = `export * from './${basename(name, '.d.cts')}.cjs'\n`
  await writeFile(join(distFolder, name.replace(/cts$/, 'ts')), needsOwn ? text : again)
}
await writeFile(join(distFolder, `${clientTypes}.d.cts`), await typesOfBundled('Client'))
await writeFile(join(distFolder, 'THIRD-PARTY-NOTICES.txt'), await noticesOfBundled())

/**
 * A map that is right to the line, not to the column, which takes a good quarter of the room. It states that its sources are
 * empty: of sources that it does not have, bundlers warn everybody that they are missing.
 */
function smallMap(text: string): string {
  const { mappings, sources, names }: { mappings: string; sources: string[]; names: string[] } =
    JSON.parse(text)
  const lines = decode(mappings).map((segments) =>
    segments.filter((segment, index) => !isSameLine(segment, segments[index - 1])),
  )
  return JSON.stringify({
    version: 3,
    // What is bundled is found in the package, not in the folder of the project above it.
    sources: sources.map((source) => source.replace('../node_modules/', 'node_modules/')),
    sourcesContent: sources.map(() => ''),
    names,
    mappings: encode(lines),
    // So that debuggers step over them.
    ignoreList: sources.map((_, index) => index),
  })
}

function isSameLine(one: SourceMapSegment, other: SourceMapSegment | undefined): boolean {
  return one.length > 1 && one[1] === other?.[1] && one[2] === other?.[2]
}

/** The declaration of a type of the packages that are bundled, with all that it needs, in one file. */
async function typesOfBundled(wanted: string): Promise<string> {
  const found = new Map<string, ts.Statement>()
  const texts = await Promise.all(
    bundledPackages.map((name) => readFile(join(modulesFolder, name, 'dist', 'index.d.cts'), 'utf8')),
  )
  for (const text of texts) {
    const file = ts.createSourceFile('types.d.cts', text, ts.ScriptTarget.Latest, true)
    for (const node of file.statements) {
      if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) continue
      if (found.has(node.name.text)) throw new Error(`${node.name.text} is declared in two bundled packages`)
      found.set(node.name.text, node)
    }
  }
  const needed = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && found.has(node.text)) need(node.text)
    ts.forEachChild(node, visit)
  }
  const need = (name: string) => {
    const statement = found.get(name)
    if (statement === undefined) throw new Error(`No bundled package declares ${name}`)
    if (needed.has(name)) return
    needed.add(name)
    visit(statement)
  }
  need(wanted)
  const lines = [...needed].map((name) => found.get(name)?.getText().replace(/^\s+/gm, ''))
  const origin = `// From ${bundledPackages.join(' and ')}: see THIRD-PARTY-NOTICES.txt.`
  return [origin, ...lines, `export { ${wanted} };`, ''].join('\n')
}

/** The licences of what is bundled, which ask to go with every copy. */
async function noticesOfBundled(): Promise<string> {
  const notices = bundledPackages.map(async (name) => {
    const { version } = JSON.parse(await readFile(join(modulesFolder, name, 'package.json'), 'utf8'))
    return `${name} ${version}\n\n${await readFile(join(modulesFolder, name, 'LICENSE'), 'utf8')}`
  })
  return `This package contains code or types of the following packages.\n\n${(await Promise.all(notices)).join('\n')}`
}

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
    if (isNever(node) || isHeaders(node)) cuts.push({ from: node.getFullStart(), to: node.getEnd() })
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

/** The headers of an answer, which openapi-fetch gives as a `Headers` and has no types for. */
function isHeaders(node: ts.Node): boolean {
  return ts.isPropertySignature(node) && ts.isIdentifier(node.name) && node.name.text === 'headers'
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
