/** A small change of an operation that is rejected: the operation's own keys, and the reason given. */
export interface RejectedVariation {
  readonly name: string
  readonly operation?: object
  readonly document?: object
  readonly path?: string
  readonly method?: string
  readonly reason: RegExp
}

const query = (more: object) => ({ parameters: [{ name: 'x', in: 'query', ...more }] })
const json = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } } })
const text = { type: 'string' }
const responding = (schema: object) => ({
  responses: { 200: { description: 'Good.', content: { 'application/json': { schema } } } },
})
const secret = { type: 'string', writeOnly: true }
const secretOrNull = { anyOf: [secret, { type: 'null' }] }
const ok = { 200: { description: 'Good.' } }

/** Everything that cannot be generated, with the reason that the tables of openapi/README.md repeat. */
export const rejectedVariations: readonly RejectedVariation[] = [
  {
    name: 'OpenAPI 4',
    document: { openapi: '4.0.0' },
    reason: /document: is OpenAPI 4\.0\.0; OpenAPI 3\.1, 3\.0 or Swagger 2\.0 is needed/,
  },
  {
    name: 'a style of nobody',
    operation: query({ style: 'matrix', schema: text }),
    reason: /the style matrix is not read; of query parameters form, .*deepObject are/,
  },
  {
    name: 'an object in an object of the query',
    operation: query({ schema: { type: 'object', properties: { a: { type: 'object' } } } }),
    reason: /an object inside of a list or an object is not read from text, but in the style deepObject/,
  },
  {
    name: 'a list of lists',
    operation: query({ schema: { type: 'array', items: { type: 'array', items: text } } }),
    reason: /a list inside of a list or an object is not read/,
  },
  {
    name: 'a parameter with a media type',
    operation: query({ content: { 'text/csv': { schema: text } } }),
    reason: /its media type text\/csv is not parsed/,
  },
  {
    name: 'a sign of no URL in a path',
    path: '/a<b',
    reason: /\/a<b: has <, which no path of a URL has/,
  },
  {
    name: 'a type of nobody',
    method: 'post',
    operation: json({ type: 'text' }),
    reason: /there is no type text/,
  },
  {
    name: 'a field that every object inherits',
    method: 'post',
    operation: json({ type: 'object', properties: { valueOf: { type: 'string' } } }),
    reason: /a field is called valueOf, which every object of JavaScript inherits/,
  },
  {
    name: 'a reference to nothing',
    method: 'post',
    operation: json({ $ref: '#/components/schemas/None' }),
    reason: /#\/components\/schemas\/None leads nowhere/,
  },
  {
    name: 'a security scheme of nobody',
    operation: { security: [{ none: [] }] },
    reason: /the security scheme none, which is not declared/,
  },
  {
    name: 'a style of a form',
    method: 'post',
    operation: {
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: { type: 'object', properties: { a: text } },
            encoding: { a: { style: 'deepObject' } },
          },
        },
      },
    },
    reason: /the field a has a style of its own/,
  },
  ...Object.entries({
    additionalProperties: { type: 'object', additionalProperties: secret },
    unevaluatedProperties: { type: 'object', unevaluatedProperties: secret },
    patternProperties: { type: 'object', patternProperties: { '^x-': secretOrNull } },
    items: { type: 'array', items: secret },
    prefixItems: { type: 'array', prefixItems: [secret] },
  }).map(([keyword, schema]) => ({
    name: `${keyword} that are written only`,
    operation: responding({ type: 'object', properties: { inner: schema } }),
    reason: new RegExp(`GET /a: .*the values of ${keyword} are writeOnly`),
  })),
  {
    name: 'a schema that applies itself',
    operation: responding({ $ref: '#/components/schemas/Outer' }),
    document: {
      components: {
        schemas: {
          Outer: { allOf: [{ $ref: '#/components/schemas/Inner' }] },
          Inner: { anyOf: [text, { $ref: '#/components/schemas/Outer' }] },
        },
      },
    },
    reason: /GET \/a: the schema #\/components\/schemas\/Outer applies itself to the same value/,
  },
]

/** The base contract with one such change. */
export function rejectedContract({
  operation,
  document,
  path = '/a',
  method = 'get',
}: RejectedVariation): object {
  const { paths, ...others }: { paths?: object } = { ...document }
  return {
    openapi: '3.1.0',
    ...others,
    paths: {
      ...paths,
      '/other': { get: { operationId: 'other', responses: ok } },
      [path]: { [method]: { operationId: 'varied', responses: ok, ...operation } },
    },
  }
}
