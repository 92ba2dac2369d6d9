// node sdk/bundle-types.ts: the last step of the build. Bundles the declarations of openapi-fetch, which tsup
// cannot find because the package names no `types`, and adds the declarations of ESM and the licences of
// bundled packages.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const distFolder = fileURLToPath(new URL('dist', import.meta.url))
const modulesFolder = fileURLToPath(new URL('../node_modules', import.meta.url))
/** The packages whose code or types are put inside; a bill of materials names them, too. */
const bundledPackages: string[] = JSON.parse(
  await readFile(new URL('bundled-packages.json', import.meta.url), 'utf8'),
)
/** The file of their types. */
const clientTypes = 'openapi-fetch'
for (const name of await readdir(distFolder, { recursive: true })) {
  const path = join(distFolder, name)
  if (!name.endsWith('.d.cts')) continue
  const declarations = (await readFile(path, 'utf8')).replace("'openapi-fetch'", `'./${clientTypes}.cjs'`)
  const text = declarations.replace(/^ +/gm, shorten)
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

/** Four spaces a level, of which there are eight, are a sixth of the declarations. */
function shorten(indent: string): string {
  return '\t'.repeat(Math.floor(indent.length / 4)) + ' '.repeat(indent.length % 4)
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
  // TypeScript before 5.4 does not see that this branch is never taken, and takes it for one of no responses.
  const text = lines.join('\n').replace('T["responses"] : unknown', 'T["responses"] : any')
  return [origin, text, `export { ${wanted} };`, ''].join('\n')
}

/** The licences of what is bundled, which ask to go with every copy. */
async function noticesOfBundled(): Promise<string> {
  const notices = bundledPackages.map(async (name) => {
    const { version } = JSON.parse(await readFile(join(modulesFolder, name, 'package.json'), 'utf8'))
    return `${name} ${version}\n\n${await readFile(join(modulesFolder, name, 'LICENSE'), 'utf8')}`
  })
  return `This package contains code or types of the following packages.\n\n${(await Promise.all(notices)).join('\n')}`
}
