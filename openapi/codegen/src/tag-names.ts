import { camelCase, identifier, isReservedWord, kebabCase, lowerFirst, upperFirst } from './names.ts'

/** A tag as the beginning of a type's name. */
export function tagName(tag: string): string {
  return identifier(upperFirst(camelCase(tag)))
}

/** The tag's property in `Apis`, which implementations have as the name of a variable too. */
export function apiKey(tag: string): string {
  const key = identifier(camelCase(tag))
  return isReservedWord(key) ? `${key}Api` : key
}

export function apiModule(tag: string): string {
  return `${kebabCase(lowerFirst(tagName(tag)))}-api`
}

/**
 * Each tag with the name that its files and types are made of: the tag itself, with a number where an earlier
 * one gives the same, as `my-tag` does after `My Tag`.
 */
export function distinctTags(tags: Iterable<string>): Map<string, string> {
  const names = new Map<string, string>()
  const used = new Set<string>()
  for (const tag of tags) {
    if (names.has(tag)) continue
    let name = tag
    for (let count = 2; used.has(apiModule(name)) || used.has(`key ${apiKey(name)}`); count += 1)
      name = `${tag} ${count}`
    used.add(apiModule(name)).add(`key ${apiKey(name)}`)
    names.set(tag, name)
  }
  return names
}
