import { get, query, type Variation } from './variation.ts'

const text = { type: 'string' }
/** Variations of parameters that are generated, and respond as they say. */
export const variationsOfParameters: readonly Variation[] = [
  get(
    'an integer of the query',
    query('x', { type: 'integer' }),
    { path: '?x=-3', input: { x: -3 } },
    { path: '?x=3.0', input: { x: 3 } },
    { path: '?x=3.5', rejected: 400 },
    { path: '?x=9007199254740993', rejected: 400 },
    { path: '?x=', rejected: 400 },
  ),
  get(
    'a number of the query',
    query('x', { type: 'number' }),
    { path: '?x=1e3', input: { x: 1000 } },
    { path: '?x=Infinity', rejected: 400 },
    { path: '?x=.5', rejected: 400 },
  ),
  get(
    'a boolean of the query',
    query('x', { type: 'boolean' }),
    { path: '?x=false', input: { x: false } },
    { path: '?x=0', rejected: 400 },
  ),
  get(
    'an enum of numbers',
    query('x', { type: 'integer', enum: [1, 2] }),
    { path: '?x=2', input: { x: 2 } },
    { path: '?x=3', rejected: 400 },
  ),
  get(
    'an enum without a type',
    query('x', { enum: [1, 'a'] }),
    { path: '?x=1', input: { x: 1 } },
    { path: '?x=a', input: { x: 'a' } },
    { path: '?x=b', rejected: 400 },
  ),
  get(
    'a const of the query',
    query('x', { const: 'on' }, { required: true }),
    { path: '?x=on', input: { x: 'on' } },
    { path: '?x=off', rejected: 400 },
    { rejected: 400 },
  ),
  get(
    'a nullable integer of the query',
    query('x', { type: ['integer', 'null'] }),
    { path: '?x=4', input: { x: 4 } },
    { path: '?x=null', rejected: 400 },
  ),
  get(
    'an alternative of types in the query',
    query('x', { oneOf: [{ type: 'integer' }, { const: 'all' }] }),
    { path: '?x=4', input: { x: 4 } },
    { path: '?x=all', input: { x: 'all' } },
    { path: '?x=some', rejected: 400 },
  ),
  get(
    'a list that is repeated',
    query('x', { type: 'array', items: { type: 'number' }, maxItems: 2 }),
    { path: '?x=1.5', input: { x: [1.5] } },
    { path: '?x=1&x=2', input: { x: [1, 2] } },
    { path: '?x=1&x=2&x=3', rejected: 400 },
  ),
  get(
    'a list with commas',
    query('x', { type: 'array', items: { type: 'boolean' } }, { explode: false }),
    { path: '?x=true,false', input: { x: [true, false] } },
    { path: '?x=true,maybe', rejected: 400 },
  ),
  get(
    'a default of the query',
    query('x', { type: 'integer', default: 7 }),
    { input: { x: 7 } },
    { path: '?x=8', input: { x: 8 } },
  ),
  get('a default of a list', query('x', { type: 'array', items: text, default: ['a'] }), {
    input: { x: ['a'] },
  }),
  get('a parameter that is called as a word of the language', query('class', text), {
    path: '?class=a',
    input: { class: 'a' },
  }),
  get('a parameter that is called as a part of the runtime', query('request', text), {
    path: '?request=a',
    input: { request: 'a' },
  }),
  get('a parameter with brackets', query('page[size]', { type: 'integer' }), {
    path: '?page%5Bsize%5D=3',
    input: { pageSize: 3 },
  }),
  get(
    'a format of the query',
    query('x', { type: 'string', format: 'email' }),
    { path: '?x=a@b.example', input: { x: 'a@b.example' } },
    { path: '?x=a', rejected: 400 },
  ),
  get(
    'an integer of a header',
    { name: 'X-Depth', in: 'header', required: true, schema: { type: 'integer' } },
    { headers: { 'X-Depth': '2' }, input: { xDepth: 2 } },
    { headers: { 'X-Depth': 'two' }, rejected: 400 },
    { rejected: 400 },
  ),
  get(
    'a list of a header',
    { name: 'X-Parts', in: 'header', schema: { type: 'array', items: { type: 'integer' } } },
    { headers: { 'X-Parts': '1, 2' }, input: { xParts: [1, 2] } },
  ),
  {
    name: 'a number of the path',
    method: 'get',
    path: '/{the-id}',
    parameters: [{ name: 'the-id', in: 'path', required: true, schema: { type: 'integer' } }],
    calls: [
      { path: '/12', input: { theId: 12 } },
      { path: '/x', rejected: 400 },
    ],
  },
  {
    name: 'a list of the path',
    method: 'get',
    path: '/{ids}',
    parameters: [
      { name: 'ids', in: 'path', required: true, schema: { type: 'array', items: { type: 'integer' } } },
    ],
    calls: [{ path: '/1,2', input: { ids: [1, 2] } }],
  },
  {
    name: 'parameters of the path that an operation replaces',
    method: 'get',
    shared: [query('x', text), query('y', text)],
    parameters: [query('x', { type: 'integer' })],
    calls: [{ path: '?x=1&y=2', input: { x: 1, y: '2' } }],
  },
  {
    name: 'the same name at two places',
    method: 'get',
    path: '/{id}',
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }, query('id', { type: 'integer' })],
    calls: [{ path: '/a?id=1', input: { id: 'a', idQuery: 1 } }],
  },
]
