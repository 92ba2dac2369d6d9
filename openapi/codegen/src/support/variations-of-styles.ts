import { get, query, type Variation } from './variation.ts'

const text = { type: 'string' }
const color = { type: 'object', properties: { r: { type: 'integer' }, name: text } }
const filter = {
  type: 'object',
  properties: {
    min: { type: 'integer' },
    tags: { type: 'array', items: text },
    by: { type: 'object', properties: { name: text, old: { type: 'boolean' } } },
  },
}

/** Variations of how lists and objects are written, and of cookies. */
export const variationsOfStyles: readonly Variation[] = [
  get(
    'an encoded comma in a list with commas',
    query('x', { type: 'array', items: text }, { explode: false }),
    { path: '?x=a%2Cb,%20c', input: { x: ['a,b', ' c'] } },
    { path: '?x=a+b,c', input: { x: ['a b', 'c'] } },
  ),
  get(
    'a list with pipes',
    query('x', { type: 'array', items: { type: 'integer' } }, { style: 'pipeDelimited' }),
    { path: '?x=1|2%7C3', input: { x: [1, 2, 3] } },
    { path: '?x=1,2', rejected: 400 },
  ),
  get(
    'a list with blanks',
    query('x', { type: 'array', items: { type: 'integer' } }, { style: 'spaceDelimited' }),
    { path: '?x=1%202+3', input: { x: [1, 2, 3] } },
  ),
  get(
    'a list, or one value',
    query('x', { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] }),
    { path: '?x=1', input: { x: 1 } },
    { path: '?x=1&x=2', input: { x: [1, 2] } },
    { path: '?x=a', rejected: 400 },
  ),
  get(
    'a text, or a list of some',
    query('x', { oneOf: [text, { type: 'array', items: { enum: ['known'] } }] }),
    { path: '?x=any', input: { x: 'any' } },
    { path: '?x=any&x=known', rejected: 400 },
  ),
  get(
    'a number, or a list of texts',
    query('x', { anyOf: [{ type: 'integer' }, { type: 'array', items: text }] }),
    { path: '?x=a', input: { x: ['a'] } },
  ),
  get(
    'an object in brackets',
    query('f', filter, { style: 'deepObject' }),
    { path: '?f[min]=1&f[tags]=a&f[tags]=b', input: { f: { min: 1, tags: ['a', 'b'] } } },
    { path: '?f[tags][1]=b&f[tags][0]=a', input: { f: { tags: ['a', 'b'] } } },
    { path: '?f%5Bby%5D%5Bname%5D=a&f[by][old]=true', input: { f: { by: { name: 'a', old: true } } } },
    { path: '?f[other]=5', input: { f: { other: '5' } } },
    { path: '?f[min]=x', rejected: 400 },
    { path: '?f[min]=1&f[min][a]=1', rejected: 400 },
    { path: '?f=1', rejected: 400 },
    { path: '?f[by]name=a', rejected: 400 },
    { path: '?f[__proto__][a]=1', rejected: 400 },
    { path: '?f[constructor][prototype][a]=1', input: { f: { constructor: { prototype: { a: '1' } } } } },
    { path: `?f${'[a]'.repeat(9)}=1`, rejected: 400 },
    { path: '?g=1', input: {} },
  ),
  get(
    'an object whose fields are members of the query',
    query('f', { ...filter, properties: { ...filter.properties, by: text } }),
    { path: '?min=1&tags=a&other=1', input: { f: { min: 1, tags: ['a'] } } },
    { path: '?min=x', rejected: 400 },
    { input: {} },
  ),
  {
    name: 'an object of any members of the query',
    method: 'get',
    parameters: [
      query('size', { type: 'integer' }),
      query('f', { type: 'object', additionalProperties: { type: 'integer' } }),
    ],
    calls: [
      { path: '?size=1&a=2&__proto__=3', input: { size: 1, f: JSON.parse('{"a":2,"__proto__":3}') } },
      { path: '?size=1&a=x', rejected: 400 },
    ],
  },
  get(
    'an object of names and values with commas',
    query('f', color, { explode: false }),
    { path: '?f=r,1,name,a%2Cb', input: { f: { r: 1, name: 'a,b' } } },
    { path: '?f=r', rejected: 400 },
  ),
  get(
    'an object of a header',
    { name: 'X-Color', in: 'header', explode: true, schema: color },
    { headers: { 'X-Color': 'r=1, name=a' }, input: { xColor: { r: 1, name: 'a' } } },
  ),
  {
    name: 'an object of the path',
    method: 'get',
    path: '/{color}',
    parameters: [{ name: 'color', in: 'path', required: true, schema: color }],
    calls: [{ path: '/r,1,name,a%2Cb', input: { color: { r: 1, name: 'a,b' } } }],
  },
  get(
    'JSON of the query',
    query('f', undefined, { content: { 'application/json': { schema: filter } } }),
    {
      path: `?f=${encodeURIComponent('{"min":1,"by":{"old":true}}')}`,
      input: { f: { min: 1, by: { old: true } } },
    },
    { path: '?f={"min":"1"}', rejected: 400 },
    { path: '?f=min', rejected: 400 },
  ),
  {
    name: 'cookies',
    method: 'get',
    parameters: [
      { name: 'session-id', in: 'cookie', required: true, schema: text },
      { name: 'depth', in: 'cookie', schema: { type: 'integer', default: 3 } },
      { name: 'ids', in: 'cookie', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
    ],
    calls: [
      {
        headers: { Cookie: 'session-id=a+b%20c; ids=1,2' },
        input: { sessionId: 'a+b c', depth: 3, ids: [1, 2] },
      },
      { headers: { Cookie: 'depth=x; session-id=a' }, rejected: 400 },
      { rejected: 400 },
    ],
  },
  get('more values than a parser would count', query('x', { type: 'array', items: { type: 'integer' } }), {
    path: `?${'x=1&'.repeat(1200)}`,
    input: { x: Array.from({ length: 1200 }, () => 1) },
  }),
]
