import type { Draw } from './draw.ts'

export const oddMethods: readonly string[] = [
  ...[
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'PURGE',
    'M-SEARCH',
  ],
  ...['get', 'Get', 'G\xcbT', 'GETGET', 'FOO', '', 'SOURCE', 'LINK', 'constructor', '__proto__'],
]

/** What stands in for a step of a path, or is added to one. */
const oddSteps: readonly string[] = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2E%2E%2F',
    '..%2f',
    '..%5c',
    '\\',
    '%00',
    '%ff',
    '%',
    '%zz',
    '%u0041',
    '%C0%AE',
    '%E2%80%8B',
  ],
  ...[
    '',
    ' ',
    '+',
    '%20',
    ';a=b',
    ':',
    '@',
    '*',
    '{taskId}',
    ':taskId',
    '__proto__',
    'constructor',
    '%5f_proto__',
  ],
  ...[
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(4_000),
    '%F0%9F%A6%8A'.repeat(64),
    '\xe9',
    '\xff',
    '\x80',
    '#',
    '#a',
    '[',
    '|',
  ],
]

const oddQueries: readonly string[] = [
  ...[
    '',
    '?',
    '&',
    '=',
    'a',
    'a=',
    'surface=image',
    'surface=video',
    'surface=audio',
    'surface=',
    'surface',
    'surface=IMAGE',
  ],
  ...[
    'surface=image&surface=video',
    'surface[]=image',
    'surface[a]=image',
    'surface=%00',
    'surface=%ff',
    'surface=%',
    'surface=image%20',
  ],
  ...[
    '__proto__=a',
    '__proto__[a]=b',
    'constructor=a',
    'hasOwnProperty=a',
    'surface=image#a',
    'a=b'.repeat(1_000),
    'a&'.repeat(2_000),
  ],
]

/** The target with one of its parts changed, or in another form. */
export function oddTarget(target: string, draw: Draw): string {
  const [path = '', query] = target.split(/\?(.*)/s)
  const withQuery = (changed: string) => (query === undefined ? changed : `${changed}?${query}`)
  const steps = path.split('/')
  const at = 1 + draw.below(Math.max(1, steps.length - 1))
  switch (draw.below(10)) {
    case 0:
      return withQuery(steps.with(Math.min(at, steps.length - 1), draw.pick(oddSteps)).join('/'))
    case 1:
      return withQuery(steps.toSpliced(at, 0, draw.pick(oddSteps)).join('/'))
    case 2:
      return withQuery(path + draw.pick(oddSteps))
    case 3:
      return withQuery(draw.chance(0.5) ? path.toUpperCase() : `${path}/`)
    case 4:
      return withQuery(percentEncoded(path, draw))
    case 5:
      return draw.pick(oddTargets) + (draw.chance(0.5) ? target : '')
    case 6:
      return draw.chance(0.5) ? `/${target}` : target.replaceAll('/', '//')
    default: {
      const others = query === undefined ? [] : query.split('&')
      return `${path}?${others.toSpliced(draw.below(others.length + 1), 0, draw.pick(oddQueries)).join('&')}`
    }
  }
}

const oddTargets: readonly string[] = [
  ...[
    '*',
    '',
    'http://other',
    'http://localhost',
    'https://a:b@other:99',
    'http://[',
    'http://[::1]',
    'http://',
    'http:',
    'ftp://x',
  ],
  ...[
    'javascript://x',
    '//other',
    'other:80',
    '/..',
    '/.',
    '\\',
    '?',
    '#',
    'http://a b',
    'http://\xff',
    'http://%',
    'http://a?',
    'HTTP://X',
  ],
]

function percentEncoded(path: string, draw: Draw): string {
  return [...path]
    .map((character) =>
      draw.chance(0.2) ? `%${character.charCodeAt(0).toString(16).padStart(2, '0')}` : character,
    )
    .join('')
}
