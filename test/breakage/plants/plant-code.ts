import ts from 'typescript'
import { declarationsOf, type Modules, parse, pathBetween } from '../../support/server-modules.ts'
import { type Change, fill, findPlaces, type Wildcards } from './change-code.ts'

/** The modules that a plant changes, as they are then. Throws if what it changes is not there exactly once. */
export function plantCode(modules: Modules, name: string, changes: readonly Change[]): Modules {
  const changed = new Map<string, string>()
  let wildcards: Wildcards = new Map()
  for (const change of changes) {
    const now = new Map([...modules, ...changed])
    const places = placesOf(now, change, wildcards)
    const [place] = places
    if (place === undefined || places.length > 1)
      throw new Error(
        `The plant ${name}: ${change.in} has ${places.length} places instead of one: ${change.from}`,
      )
    const { path, text, start, end } = place
    wildcards = place.wildcards
    const to = change.to.replace(/^`(.*)`$/s, '$1')
    const code = fill(to, new Map([...wildcards, ['$0', text.slice(start, end)]]))
    const imports = (change.uses ?? []).map((used) => importOf(now, path, fill(used, wildcards)))
    changed.set(path, `${imports.join('')}${text.slice(0, start)}${code}${text.slice(end)}`)
  }
  return changed
}

function placesOf(modules: Modules, { in: name, from }: Change, wildcards: Wildcards) {
  return [...modules].flatMap(([path, text]) =>
    declarationsIn(text, name)
      .flatMap(({ node }) => findPlaces(node, from, wildcards))
      .map((place) => ({ ...place, path, text })),
  )
}

function declarationsIn(text: string, name: string) {
  return text.includes(name) ? declarationsOf(parse(text)).filter((declared) => declared.name === name) : []
}

/** Imports what another module exports, unless the module has it. */
function importOf(modules: Modules, path: string, name: string): string {
  const text = modules.get(path) ?? ''
  if (declarationsIn(text, name).length > 0 || importedBy(text).includes(name)) return ''
  const exporting = [...modules.keys()].filter((other) =>
    declarationsIn(modules.get(other) ?? '', name).some(({ node }) => /^export\b/.test(node.getText())),
  )
  const [from] = exporting
  if (from === undefined || exporting.length > 1)
    throw new Error(`${exporting.length} modules export ${name}, instead of one`)
  return `import { ${name} } from '${pathBetween(path, from)}'; `
}

function importedBy(text: string): string[] {
  return parse(text)
    .statements.filter(ts.isImportDeclaration)
    .flatMap(({ importClause }) => importClause?.namedBindings ?? [])
    .flatMap((bindings) => (ts.isNamedImports(bindings) ? bindings.elements : []))
    .map(({ name }) => name.text)
}
