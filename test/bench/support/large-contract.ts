/** A contract of that many operations: five for each of its resources, a tag for every four resources. */
export function largeContract(operationCount: number): object {
  const paths: Record<string, object> = {}
  const schemas: Record<string, object> = { Failure: failure }
  for (let index = 0; index < operationCount / 5; index += 1) {
    const name = `Thing${index}`
    schemas[name] = thing(index)
    Object.assign(paths, pathsOf(name, index))
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1', description: 'Made for a measurement.' },
    security: [{ token: [] }],
    paths,
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
  }
}

const failure = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { type: 'string' }, message: { type: 'string' } },
}

function thing(index: number): object {
  return {
    type: 'object',
    required: ['name'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string', minLength: 1, maxLength: 40 + index },
      count: { type: 'integer', minimum: 0, default: 1 },
      kind: { enum: ['plain', 'striped', `own ${index}`] },
      parts: { type: 'array', items: { type: 'object', properties: { label: { type: 'string' } } } },
    },
  }
}

function pathsOf(name: string, index: number): Record<string, object> {
  const tags = [`group${Math.trunc(index / 4)}`]
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
  const requestBody = { required: true, content }
  const failed = {
    description: 'Refused.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
  }
  const one = { 200: { description: 'One.', content }, default: failed }
  const list = {
    'application/json': { schema: { type: 'array', items: content['application/json'].schema } },
  }
  const limit = { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } }
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  return {
    [`/things-${index}`]: {
      get: {
        tags,
        operationId: `list${name}`,
        parameters: [limit],
        responses: { 200: { description: 'All.', content: list }, default: failed },
      },
      post: { tags, operationId: `add${name}`, requestBody, responses: one },
    },
    [`/things-${index}/{id}`]: {
      parameters: [id],
      get: { tags, operationId: `get${name}`, responses: one },
      put: { tags, operationId: `replace${name}`, requestBody, responses: one },
      delete: {
        tags,
        operationId: `remove${name}`,
        responses: { 204: { description: 'Gone.' }, default: failed },
      },
    },
  }
}
