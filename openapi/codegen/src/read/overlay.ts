import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { exec, type JsonValue } from 'jsonpath-rfc9535'
import { CommandError } from '../command-line.ts'
import { ContractError, type Finding } from './findings.ts'
import { isRecord, record } from './record.ts'
import { SourceFile } from './source-file.ts'

/** A document with the changes of an overlay, and the actions that changed nothing. */
export interface Overlaid {
  readonly document: unknown
  readonly notices: readonly Finding[]
}

/**
 * Changes a document as an OpenAPI Overlay 1.0 says: each action merges into what its JSONPath leads to, or removes it. Throws
 * a ContractError with every action that is none; one that leads nowhere is a notice.
 */
export function overlaid(original: unknown, path: string): Overlaid {
  if (!existsSync(path)) throw new CommandError(`there is no overlay ${path}`)
  const source = new SourceFile(path, readFileSync(path, 'utf8'))
  const findings: Finding[] = []
  const report = (severity: Finding['severity'], keys: readonly string[], message: string): void => {
    let node = source.root()
    for (const key of keys) node = source.child(node, key) ?? node
    const place = { file: relative(process.cwd(), path), ...source.positionOf(node.offset) }
    findings.push({ severity, ...place, pointer: node.pointer, where: 'overlay', message })
  }
  const { content } = source
  const { overlay, actions } = record('value' in content ? content.value : undefined)
  if ('fault' in content) report('error', [], content.fault.message)
  else if (!/^1\.\d/.test(String(overlay)) || !Array.isArray(actions))
    report('error', [], 'is no OpenAPI Overlay: it has overlay: 1.0.0 and a list of actions')
  // Parsed anew, so that what an anchor of YAML repeats is changed in one place alone.
  const root: { document: JsonValue } = { document: JSON.parse(JSON.stringify(original)) }
  for (const [index, action] of [actions ?? []].flat().entries()) {
    const { target, update, remove, ...others } = record(action)
    const keys = ['actions', String(index)]
    const isOneOf = (remove === true) === (update === undefined) && others.copy === undefined
    if (typeof target !== 'string' || !isOneOf) {
      report('error', keys, 'an action has a target, and either update or remove: true')
      continue
    }
    try {
      const places = placesOf(root.document, target)
      if (places.length === 0) report('notice', [...keys, 'target'], `${target} leads to nothing`)
      // From the end: what is removed from a list moves those after it.
      for (const place of places.toReversed()) change(root, ['document', ...place], update)
    } catch (error) {
      report('error', [...keys, 'target'], `${target} is no JSONPath: ${Object(error).message}`)
    }
  }
  if (findings.some(({ severity }) => severity === 'error')) throw new ContractError(findings)
  return { document: root.document, notices: findings }
}

type Key = string | number

function placesOf(document: JsonValue, target: string): Key[][] {
  const places: Key[][] = []
  // The library escapes the quotes of keys.
  const plain = (key: Key) => (typeof key === 'string' ? key.replaceAll(/\\(['\\])/g, '$1') : key)
  exec(document, target, (_value, place) => void places.push(place.map(plain)))
  return places
}

/** Merges what is given into a place, or removes the place. */
function change(root: object, place: readonly Key[], update: unknown): void {
  const parent = place.slice(0, -1).reduce((at, key) => Reflect.get(at, String(key)), root)
  const key = String(place.at(-1))
  if (update !== undefined) Reflect.set(parent, key, merged(Reflect.get(parent, key), update, true))
  else if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else Reflect.deleteProperty(parent, key)
}

/** Fields are merged, and lists appended; a target that is a list gets the whole of the update. */
function merged(target: unknown, update: unknown, isTarget = false): unknown {
  if (Array.isArray(target) && isTarget) return [...target, update]
  if (Array.isArray(target) && Array.isArray(update)) return [...target, ...update]
  if (!isRecord(target) || !isRecord(update)) return update
  const fields = Object.entries(update).map(([name, value]) => [name, merged(target[name], value)])
  return { ...target, ...Object.fromEntries(fields) }
}
