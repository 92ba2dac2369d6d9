import type { IncomingMessage } from 'node:http'
import { unescape as decoded, parse } from 'node:querystring'
import type { Sent } from '../validation/parameter-values.ts'
import { pathPattern } from './paths.ts'

const nothing: Sent = { values: {} }

/**
 * The query of a request: a text for each name, a list for one that was sent several times. Read from the
 * URL, because an app around this one may have a parser of its own.
 */
export function sentQuery({ url = '' }: Pick<IncomingMessage, 'url'>): Sent {
  const at = url.indexOf('?')
  return at < 0 ? nothing : formOf(url.slice(at + 1))
}

/** What a query, or the body of a form, has. */
export function formOf(text: string): Sent {
  return {
    // All there is: a list that is cut off would pass as a shorter one.
    values: parse(text, '&', '=', { maxKeys: 0 }),
    written: () =>
      grouped(
        pairsOf(text, '&').map(([name, value]) => [
          decoded(name.replaceAll('+', ' ')),
          value.replaceAll('+', '%20'),
        ]),
      ),
  }
}

export function sentPath(
  path: string,
  request: { readonly path: string; readonly params: Readonly<Record<string, unknown>> },
): Sent {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
  return {
    values: request.params,
    written: () => {
      const [, ...texts] = pathPattern(path).exec(request.path) ?? []
      return Object.fromEntries(names.map((name, at) => [name, texts[at]]))
    },
  }
}

export function sentCookies({ headers: { cookie = '' } }: Pick<IncomingMessage, 'headers'>): Sent {
  const pairs = pairsOf(cookie, ';')
  return {
    values: grouped(pairs.map(([name, value]) => [name, decoded(value)])),
    written: () => grouped(pairs),
  }
}

/** Names and values as they are written. */
export function pairsOf(text: string, separator: string): [name: string, value: string][] {
  return text.split(separator).flatMap((pair): [string, string][] => {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2)
    return name.trim() === '' ? [] : [[name.trim(), value.trim()]]
  })
}

/** The values of each name: one alone, or several as a list. */
export function grouped<Value>(pairs: Iterable<readonly [string, Value]>): Record<string, Value | Value[]> {
  const groups = new Map<string, Value[]>()
  for (const [name, value] of pairs) {
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [value])
    else group.push(value)
  }
  return Object.fromEntries(
    [...groups].map(([name, values]) => [name, values.length === 1 ? (values[0] as Value) : values]),
  )
}
