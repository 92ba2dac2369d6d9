import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Contract } from '../read/contract.ts'
import { type ConformOptions, conform } from './conform.ts'

const pet = { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 5 } } }
const problem = { description: 'Rejected.', content: { 'application/json': { schema: { type: 'object' } } } }
const ofPet = { description: 'A pet.', content: { 'application/json': { schema: pet } } }
const document: Contract = {
  openapi: '3.1.0',
  paths: {
    '/pets': {
      post: {
        operationId: 'addPet',
        security: [{ key: [] }],
        requestBody: { required: true, content: { 'application/json': { schema: pet } } },
        responses: { 201: ofPet, default: problem },
      },
    },
    '/pets/{id}': {
      get: {
        operationId: 'getPet',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: { 200: ofPet, default: problem },
      },
    },
  },
  components: { schemas: {}, securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
}

/** How a backend responds: status and body. */
type Respond = (request: IncomingMessage, body: string) => readonly [number, unknown]

const right: Respond = ({ method, url = '', headers }, body) => {
  const id = /^\/pets\/(\w+)$/.exec(url)?.[1]
  if (id !== undefined && method === 'GET') return /^\d+$/.test(id) ? [200, { name: 'Tom' }] : [400, {}]
  if (url !== '/pets') return [404, {}]
  if (method !== 'POST') return [405, {}]
  if (headers['x-key'] === undefined) return [401, {}]
  if (headers['content-type'] !== 'application/json') return [415, {}]
  try {
    const { name } = JSON.parse(body)
    return typeof name === 'string' && name.length <= 5 ? [201, { name }] : [400, {}]
  } catch {
    return [400, {}]
  }
}

const usual = {
  document,
  apiKey: 'k',
  scenario: {},
  readOnly: false,
  seed: 1,
  requests: 0,
  wait: async () => undefined,
  say: () => undefined,
}

async function reportOf(respond: Respond, options: Partial<ConformOptions> = {}) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const [status, json] = respond(request, body)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json))
  })
  return conform({ ...usual, baseUrl: await urlOf(server), ...options })
}

async function urlOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

describe('conform with a contract of any service', () => {
  test('finds nothing in a backend that meets it, and sees every operation', async () => {
    const report = await reportOf(right)
    expect(report.breaches).toEqual([])
    expect(report.unseen).toEqual([])
  })

  test.each<readonly [string, Respond, RegExp]>([
    [
      'accepts a request without credentials',
      (request, body) =>
        right(Object.assign(request, { headers: { ...request.headers, 'x-key': 'k' } }), body),
      /addPet without credentials.*responded with \d+, where the contract asks for 401/s,
    ],
    [
      'accepts a value beyond its bounds',
      (request, body) => (body.includes('xxxxxx') ? [201, { name: 'Tom' }] : right(request, body)),
      /addPet with name = "xxxxxx".*responded with 201, where the contract asks for 400 or 422/s,
    ],
    [
      'accepts a parameter of another type',
      (request, body) => (request.url?.includes('xxx') ? [200, { name: 'Tom' }] : right(request, body)),
      /getPet with a wrong id.*responded with 200/s,
    ],
    [
      'sends a body that breaks its schema',
      (request, body) => (request.url === '/pets/1' ? [200, { name: 5 }] : right(request, body)),
      /getPet with a valid request.*\/name must be string/s,
    ],
    [
      'serves a path that the contract does not have',
      (request, body) => (request.url?.includes('nowhere') ? [200, {}] : right(request, body)),
      /GET \/pets\/conform\/nowhere.*responded with 200, where the contract asks for 401 or 404/s,
    ],
    [
      'takes a method that the path does not have',
      (request, body) => (request.method === 'DELETE' ? [200, {}] : right(request, body)),
      /DELETE \/pets.*responded with 200/s,
    ],
  ])('reports a backend that %s', async (_name, respond, expected) => {
    const { breaches } = await reportOf(respond)
    expect(breaches.map(({ tried, faults }) => `${tried}\n${faults.join('\n')}`).join('\n')).toMatch(expected)
  })

  test('changes nothing with readOnly', async () => {
    const sent: string[] = []
    await reportOf(
      (request, body) => {
        const response = right(request, body)
        if (response[0] === 201) sent.push(body)
        return response
      },
      { readOnly: true },
    )
    expect(sent).toEqual([])
  })

  test.each([
    [{ type: 'apiKey', in: 'header', name: 'X-Key' }],
    [{ type: 'apiKey', in: 'query', name: 'key' }],
    [{ type: 'apiKey', in: 'cookie', name: 'session' }],
    [{ type: 'http', scheme: 'bearer' }],
    [{ type: 'http', scheme: 'Bearer' }],
    [{ type: 'http', scheme: 'basic' }],
    [{ type: 'http', scheme: 'Custom' }],
    [{ type: 'oauth2' }],
  ])('shows the key in no report, whichever way it is sent: %j', async (scheme) => {
    const secured = { ...document, components: { schemas: {}, securitySchemes: { key: scheme } } }
    const { breaches } = await reportOf(() => [200, {}], { document: secured, apiKey: 's/cret+ key:x' })
    const text = JSON.stringify(breaches)
    expect(text).toContain('$KEY')
    for (const shown of ['cret', Buffer.from('s/cret+ key:x').toString('base64')])
      expect(text).not.toContain(shown)
  })

  test('names a body that is too large, and reads no more of it', async () => {
    const endless = gzipSync(Buffer.alloc(25_000_000, ' '))
    const bodies = [endless]
    const server = createServer((_request, response) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }
      response.writeHead(404, headers).end(bodies.pop() ?? gzipSync('{}'))
    })
    const { breaches } = await conform({ ...usual, baseUrl: await urlOf(server), readOnly: true })
    expect(breaches.flatMap(({ faults }) => faults)).toContain('its body has more than 20 MB, decoded')
  })
})
