import { createServer, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readContract } from '../../openapi/checks/contract.ts'
import { type ConformReport, conform } from '../../openapi/codegen/src/conform/conform.ts'
import { mediaScenario } from '../../openapi/conform/media-scenario.ts'
import { type LocalServer, listenLocally } from '../support/listen-locally.ts'
import { serviceOfFile } from './support/contract-service.ts'

const service = serviceOfFile()

/** An exchange that passes through the wrong backend. */
interface Passing {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly sent: string
  status: number
  readonly responseHeaders: Headers
  body: string
}

/** One way to be wrong: where it occurs, how it changes a right response, and what conform reports. */
interface Fault {
  readonly name: string
  readonly at: (passing: Passing) => boolean
  readonly spoil: (passing: Passing) => void
  readonly expected: RegExp
}

const accepted = JSON.stringify({ id: 'a', status: 'QUEUED', createdAt: '2026-01-01T00:00:00.000Z' })

function setField(passing: Passing, name: string, value: unknown): void {
  passing.body = JSON.stringify({ ...JSON.parse(passing.body), [name]: value })
}

/** Each at a separate operation or case, so that one run finds them all. */
const faults: readonly Fault[] = [
  {
    name: 'a header that the contract requires is missing',
    at: ({ path, method }) => path === '/api/v1/pricing' && method === 'GET',
    spoil: ({ responseHeaders }) => responseHeaders.delete('X-Request-Id'),
    expected: /getPricing.*header x-request-id is missing/s,
  },
  {
    name: 'a field is undocumented',
    at: ({ method, path, status }) => method === 'GET' && path === '/api/v1/me' && status === 200,
    spoil: (passing) => setField(passing, 'secret', 1),
    expected: /getAccount.*unevaluatedProperty: "secret"/s,
  },
  {
    name: 'a field is missing',
    at: ({ path, status }) => path.startsWith('/api/v1/examples') && status === 200,
    spoil: (passing) => {
      passing.body = '{}'
    },
    expected: /listExamples.*required property 'examples'/s,
  },
  {
    name: 'a status is undocumented',
    at: ({ path, status }) => /\/tasks\/[^/]+$/.test(path) && status === 404,
    spoil: (passing) => {
      passing.status = 410
    },
    expected: /getTask of an unknown id.*getTask does not document 410/s,
  },
  {
    name: 'an error code is undocumented',
    at: ({ path, status }) => path.endsWith('/cancel') && status === 404,
    spoil: (passing) => setField(passing, 'code', 'UPLOAD_NOT_FOUND'),
    expected: /cancelTask of an unknown id.*UPLOAD_NOT_FOUND is not documented/s,
  },
  {
    name: 'a filter is ignored',
    at: ({ path }) => path === '/api/v1/effects?surface=video',
    spoil: (passing) => {
      passing.body = passing.body.replaceAll('"surface":"video"', '"surface":"image"')
    },
    expected: /listEffects of surface video.*which is of surface image/s,
  },
  {
    name: 'the media type is another',
    at: ({ path, status }) => path === '/api/v1/uploads' && status === 415,
    spoil: ({ responseHeaders }) => responseHeaders.set('Content-Type', 'text/html'),
    expected: /createUpload with a body of another type.*content-type is text\/html/s,
  },
  {
    name: 'a request id is not echoed',
    at: ({ headers }) => headers['x-request-id'] === '!~',
    spoil: (passing) => {
      passing.responseHeaders.set('X-Request-Id', 'another')
      if (passing.status >= 400) setField(passing, 'requestId', 'another')
    },
    expected: /X-Request-Id !~ was not echoed/,
  },
  {
    name: 'an unauthenticated request is accepted',
    at: ({ path, headers }) => path === '/api/v1/images/generations' && headers.authorization === undefined,
    spoil: (passing) => {
      passing.status = 200
      passing.body = accepted
    },
    expected:
      /generateImage without credentials.*responded with 200, where the contract asks for 401 UNAUTHENTICATED/s,
  },
  {
    name: 'a value beyond its bounds is accepted',
    at: ({ path, sent }) => path === '/api/v1/videos/generations' && sent.includes('"durationSeconds":16'),
    spoil: (passing) => {
      passing.status = 200
      passing.body = accepted
    },
    expected:
      /generateVideo with durationSeconds = 16\n.*responded with 200, where the contract asks for 400/s,
  },
  {
    name: 'a value on its bounds is rejected',
    at: ({ path, sent }) =>
      path === '/api/v1/images/transformations' && sent.includes(`"${'\u{1f98a}'.repeat(2000)}"`),
    spoil: (passing) => setField(passing, 'details', [{ path: '/prompt', message: 'is too long' }]),
    expected: /transformImage with .*details name \/prompt, whose value the contract allows/s,
  },
  {
    name: 'a rejection does not name the field',
    at: ({ path, sent }) => path === '/api/v1/videos/transformations' && sent.includes('"durationSeconds":6'),
    spoil: (passing) => setField(passing, 'details', []),
    expected: /transformVideo with durationSeconds = 6\n.*details do not name \/durationSeconds/s,
  },
  {
    name: 'a body that is too large is accepted',
    at: ({ path, status }) => path === '/api/v1/videos/generations' && status === 413,
    spoil: (passing) => {
      passing.status = 200
      passing.body = accepted
    },
    expected: /generateVideo with a body of 65537 bytes.*asks for 413 PAYLOAD_TOO_LARGE/s,
  },
  {
    name: 'a request makes it respond with 500',
    at: ({ path, sent }) => path === '/api/v1/images/generations' && sent === '[]',
    spoil: (passing) => {
      passing.status = 500
      setField(passing, 'status', 500)
      setField(passing, 'code', 'INTERNAL')
    },
    expected: /generateImage with the body \[\].*500: a request made the backend fail/s,
  },
  {
    name: 'another method gets no Allow',
    at: ({ method, path }) => method === 'DELETE' && path === '/api/v1/me',
    spoil: ({ responseHeaders }) => responseHeaders.delete('Allow'),
    expected: /DELETE \/api\/v1\/me.*Allow is "" and does not list GET/s,
  },
  {
    name: 'OPTIONS is rejected',
    at: ({ method, path }) => method === 'OPTIONS' && path === '/api/v1/pricing',
    spoil: (passing) => {
      passing.status = 404
    },
    expected: /OPTIONS \/api\/v1\/pricing.*responded with 404, not 200 or 204/s,
  },
  {
    name: 'HEAD gets another status than GET',
    at: ({ method, path }) => method === 'HEAD' && path === '/api/v1/me',
    spoil: (passing) => {
      passing.status = 404
    },
    expected: /HEAD of getAccount.*responded with 404, GET 200/s,
  },
  {
    name: 'an unknown path gets no error body',
    at: ({ path }) => path === '/api/v1/ME',
    spoil: (passing) => {
      passing.body = '<html></html>'
    },
    expected: /GET \/api\/v1\/ME\n.*body must be object/s,
  },
  {
    name: 'a picture is measured wrong',
    at: ({ path, status }) => path.endsWith('/complete') && status === 200,
    spoil: (passing) => setField(passing, 'width', 1),
    expected: /completeUpload\n.*width is 1, not 64/s,
  },
  {
    name: 'a replay creates another task',
    at: ({ path, responseHeaders }) =>
      path === '/api/v1/images/generations' && responseHeaders.has('Idempotency-Replayed'),
    spoil: (passing) => setField(passing, 'id', 'another'),
    expected: /generateImage sent again with its key.*accepted twice/s,
  },
]

async function passOn(passing: Omit<Passing, 'status' | 'responseHeaders' | 'body'>): Promise<Passing> {
  const { connection: _connection, host: _host, 'content-length': _length, ...headers } = passing.headers
  const response = await fetch(new URL(passing.path, service().baseUrl), {
    method: passing.method,
    headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
    ...(passing.sent !== '' && { body: passing.sent }),
  })
  const responseHeaders = new Headers(response.headers)
  for (const name of ['connection', 'keep-alive', 'content-length', 'transfer-encoding'])
    responseHeaders.delete(name)
  return { ...passing, status: response.status, responseHeaders, body: await response.text() }
}

/** The service behind a proxy that corrupts its responses. */
function startWrongBackend(): Promise<LocalServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const passing = await passOn({ method, path: url, headers, sent: Buffer.concat(chunks).toString() })
    for (const fault of faults) if (fault.at(passing)) fault.spoil(passing)
    response.writeHead(passing.status, Object.fromEntries(passing.responseHeaders)).end(passing.body)
  })
  return listenLocally(server)
}

describe('conform on a wrong backend says that', () => {
  let wrong: LocalServer
  let report: ConformReport
  beforeAll(async () => {
    wrong = await startWrongBackend()
    const { apiKey } = await service().createAccount()
    report = await conform({
      document: readContract(),
      baseUrl: wrong.url,
      apiKey,
      seed: 1,
      requests: 0,
      readOnly: false,
      scenario: mediaScenario({
        withGenerations: true,
        patience: { pollSeconds: 1, finishSecondsMax: 10 },
      }),
      wait: async (seconds) => {
        service().advance(seconds * 1000)
        await service().runQueue()
      },
      say: () => undefined,
    })
  })
  afterAll(() => wrong.close())

  test.each(faults)('$name', ({ expected }) => {
    const texts = report.breaches.map(({ tried, faults: own }) => [tried, ...own].join('\n'))
    expect(texts.filter((text) => expected.test(text)).length, texts.join('\n')).toBeGreaterThan(0)
  })

  test('each violation comes with a command line that reproduces it without the key', () => {
    for (const { curl } of report.breaches) {
      expect(curl).toMatch(/^curl -i /)
      expect(curl).not.toMatch(/mgk?_/)
    }
  })
})
