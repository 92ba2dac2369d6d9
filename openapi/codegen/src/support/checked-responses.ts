import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Contract } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import { basePath } from '../read/normalize.ts'

/** A response, with what it has in common with the contract: '' when nothing is wrong. */
export interface CheckedResponse {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
  readonly fault: string
}

/** A served app whose every response is held against its contract. */
export interface CheckedService {
  readonly url: string
  send(method: string, path: string, init?: RequestInit): Promise<CheckedResponse>
  close(): void
}

/**
 * Serves an app and holds its responses to the contract as it was written, with Ajv and without the
 * generator: the status must be declared, the body must meet its schema, and required headers must be there.
 */
export async function checkedService(app: RequestListener, document: Contract): Promise<CheckedService> {
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  const url = `http://127.0.0.1:${address.port}`
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'contract')
  const base = basePath(document)
  return {
    url,
    close: () => server.close(),
    async send(method, path, init = {}) {
      const response = await fetch(`${url}${base}${path}`, { ...init, method })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const isJson = /json/.test(response.headers.get('content-type') ?? '')
      const text = new TextDecoder().decode(bytes)
      const body: unknown = isJson && text !== '' ? JSON.parse(text) : text
      const fault = faultOf(ajv, document, method, path, response, body)
      return { status: response.status, body, headers: response.headers, fault }
    },
  }
}

function faultOf(
  ajv: Ajv2020,
  document: Contract,
  method: string,
  path: string,
  response: Response,
  body: unknown,
): string {
  const template = templateOf(document, method, path)
  if (template === undefined) return ''
  const operation = Object.entries(document.paths[template] ?? {}).find(
    ([name]) => name === method.toLowerCase(),
  )?.[1]
  const responses: Readonly<Record<string, object>> =
    typeof operation === 'object' && 'responses' in operation ? operation.responses : {}
  const status = String(response.status)
  const key = [status, `${status[0]}XX`, 'default'].find((name) => responses[name] !== undefined)
  if (key === undefined) return `${status} is not declared`
  const declared = follow<{ content?: object; headers?: Readonly<Record<string, { required?: boolean }>> }>(
    document,
    responses[key] ?? {},
  )
  for (const [name, header] of Object.entries(declared.headers ?? {})) {
    if (header.required === true && !response.headers.has(name)) return `the header ${name} is missing`
  }
  const sent = (response.headers.get('content-type') ?? '').split(';')[0] ?? ''
  if (declared.content === undefined) return body === '' ? '' : 'it has a body'
  const media = Object.entries(declared.content).find(([type]) => type === sent || type === '*/*')
  if (media === undefined) return `${sent} is not declared`
  if (media[1].schema === undefined || !/json/.test(sent)) return ''
  const validate: ValidateFunction = ajv.compile({ ...media[1].schema, ...absolute(media[1].schema) })
  return validate(body) ? '' : JSON.stringify(validate.errors)
}

/** References of a schema, as those of the whole document. */
function absolute(schema: object): object {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"contract#/')
  return JSON.parse(text)
}

function templateOf(document: Contract, method: string, path: string): string | undefined {
  const plain = path.split('?')[0] ?? ''
  return Object.keys(document.paths)
    .filter((template) => Object.hasOwn(document.paths[template] ?? {}, method.toLowerCase()))
    .sort((left, right) => left.split('{').length - right.split('{').length)
    .find((template) => {
      const steps = template.split(/\{[^}]*\}/).map((text) => text.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&'))
      return new RegExp(`^${steps.join('[^/]+')}$`).test(plain)
    })
}
