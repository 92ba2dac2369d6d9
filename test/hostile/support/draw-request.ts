import type { Contract } from '../../../openapi/checks/contract.ts'
import { isRecord, operationsOf, record } from '../../../openapi/checks/contract.ts'
import type { Draw } from './draw.ts'
import { type HostileRequest, utf8 } from './hostile-request.ts'
import { fileHeader, oddHeaders } from './odd-headers.ts'
import { oddMethods, oddTarget } from './odd-targets.ts'
import { bodyOf, oddWholeTexts } from './schema-values.ts'
import type { World } from './world.ts'

type Header = readonly [name: string, value: string]

/**
 * A request while it is put together: body and framing follow last, so that a changed body has its right
 * length.
 */
interface Draft {
  readonly method: string
  readonly target: string
  readonly headers: readonly Header[]
  readonly body: string
}

/** The inputs of the draws: the contract, and other paths. */
export interface Sources {
  readonly document: Contract
  /** Paths of pages, health and metrics, and of files of the gallery. */
  readonly pages: readonly string[]
}

/** One request: valid throughout, or invalid in one place or more. */
export function drawRequest(sources: Sources, world: World, draw: Draw): HostileRequest {
  const wildness = draw.pick([0, 0.5, 1, 1, 2, 3])
  let draft = drawPlain(sources, world, wildness, draw)
  const isFile = /^\/(objects|gallery\/files)\//.test(draft.target)
  while (isFile && draw.chance(0.5))
    draft = { ...draft, headers: [...draft.headers, fileHeader(world.etag, draw)] }
  while (draw.chance(wildness / 4)) draft = spoil(draft, world, draw)
  return frame(draft, draw.chance(wildness / 12), draw)
}

function drawPlain(sources: Sources, world: World, wildness: number, draw: Draw): Draft {
  const kind = draw.next()
  if (kind < 0.6) return drawOperation(sources.document, world, wildness, draw)
  if (kind < 0.82) return drawLink(world, draw)
  if (kind < 0.95)
    return {
      method: draw.chance(0.8) ? 'GET' : 'HEAD',
      target: draw.pick(sources.pages),
      headers: host,
      body: '',
    }
  const path = draw.pick(oddWholeTexts)
  return {
    method: draw.pick(oddMethods),
    target: `/${encodeURIComponent(path)}`,
    headers: host,
    body: '',
  }
}

const host: readonly Header[] = [['Host', 'localhost']]

function drawOperation(document: Contract, world: World, wildness: number, draw: Draw): Draft {
  const { method, path } = draw.pick(operationsIn(document))
  const target = path
    .replace('{taskId}', () => draw.pick(world.taskIds))
    .replace('{assetId}', () => draw.pick(world.uploadIds))
  const key = draw.chance(0.05 + wildness / 30) ? draw.pick(world.oddKeys) : world.own.apiKey
  const headers: Header[] = [...host, ['Authorization', `Bearer ${key}`]]
  const schema = bodySchemaOf(document, path, method)
  if (schema === undefined) return { method, target, headers, body: '' }
  const body = bodyOf(
    document,
    schema,
    { assetId: world.assetIds, effectId: world.effectIds },
    wildness,
    draw,
  )
  headers.push(['Content-Type', 'application/json'])
  return { method, target, headers, body: utf8(body) }
}

const operationsByDocument = new WeakMap<Contract, ReturnType<typeof operationsOf>>()

function operationsIn(document: Contract): ReturnType<typeof operationsOf> {
  const known = operationsByDocument.get(document) ?? operationsOf(document)
  operationsByDocument.set(document, known)
  return known
}

function bodySchemaOf(document: Contract, path: string, method: string): unknown {
  const operation = record(document.paths[path])[method.toLowerCase()]
  const steps = ['requestBody', 'content', 'application/json', 'schema']
  return steps.reduce((value: unknown, step) => (isRecord(value) ? value[step] : undefined), operation)
}

function drawLink(world: World, draw: Draw): Draft {
  const target = draw.pick(world.links)
  const isUpload = target.startsWith('/objects/uploads/')
  const method = isUpload ? 'PUT' : draw.pick(['GET', 'GET', 'HEAD'])
  if (!isUpload) return { method, target, headers: host, body: '' }
  const body = draw.pick(['', 'no picture', '\x89PNG\r\n\x1a\n', 'x'.repeat(70_000)])
  return { method, target, headers: [...host, ['Content-Type', 'image/png']], body }
}

/** The draft with one error. */
function spoil(draft: Draft, world: World, draw: Draw): Draft {
  const { headers, body } = draft
  switch (draw.below(10)) {
    case 0:
      return { ...draft, method: draw.pick(oddMethods) }
    case 1:
    case 2:
      return { ...draft, target: oddTarget(draft.target, draw) }
    case 3:
      return { ...draft, headers: headers.toSpliced(draw.below(headers.length + 1), 1) }
    case 4: {
      const repeated = draw.pick([...headers, ['X-Request-Id', 'a'] as const])
      return { ...draft, headers: [...headers, repeated] }
    }
    case 5:
      return { ...draft, headers: [...headers, ['Authorization', drawCredentials(world, draw)]] }
    case 6:
      return { ...draft, body: spoilBytes(body, draw) }
    case 7:
      return {
        ...draft,
        headers: [...headers, ['Content-Type', draw.pick(['text/plain', 'image/jpeg', 'application/xml'])]],
      }
    default: {
      const [name, value] = draw.pick(oddHeaders)
      const kept = draw.chance(0.7) ? headers.filter(([sent]) => sent !== name) : headers
      return { ...draft, headers: [...kept, [name, value]] }
    }
  }
}

function drawCredentials({ own, oddKeys }: World, draw: Draw): string {
  const key = own.apiKey
  return draw.pick([
    ...[
      key,
      `bearer ${key}`,
      `Bearer  ${key}`,
      `Bearer ${key} `,
      `Bearer ${key},Bearer ${key}`,
      `Basic ${key}`,
      'Bearer',
      '',
    ],
    ...[
      `Bearer ${key}=`,
      `Bearer ${key}\x00`,
      `Bearer ${'x'.repeat(257)}`,
      `Bearer ${'='.repeat(5_000)}`,
      `Bearer\t${key}`,
    ],
    ...oddKeys.map((odd) => `Bearer ${odd}`),
  ])
}

function spoilBytes(body: string, draw: Draw): string {
  const at = draw.below(body.length + 1)
  switch (draw.below(6)) {
    case 0:
      return body.slice(0, at)
    case 1:
      return body.slice(0, at) + String.fromCharCode(draw.below(256)) + body.slice(at + 1)
    case 2:
      return `${body.slice(0, at)}\xff\xfe${body.slice(at)}`
    case 3:
      return body + body
    case 4:
      return `${body}${' '.repeat(draw.pick([65_536, 65_537, 70_000]) - Math.min(65_536, body.length))}`
    default:
      return body.slice(0, at) + utf8(draw.pick(oddWholeTexts)) + body.slice(at)
  }
}

/**
 * Adds what determines the end of the body: valid, or wrong in one of the ways on which parts of a network
 * disagree.
 */
function frame(draft: Draft, isWrong: boolean, draw: Draw): HostileRequest {
  const { headers, body } = draft
  const length: Header = ['Content-Length', String(body.length)]
  const chunked: Header = ['Transfer-Encoding', 'chunked']
  const chunks = `${chunkOf(body)}0\r\n\r\n`
  const whole = (framing: readonly Header[], bytes = body): HostileRequest => ({
    ...draft,
    headers: [...headers, ...framing],
    body: bytes,
  })
  if (!isWrong) {
    if (body === '' && draw.chance(0.7)) return whole([])
    return draw.chance(0.15) ? whole([chunked], chunks) : whole([length])
  }
  const broken = (...given: Parameters<typeof whole>) => ({ ...whole(...given), isBroken: true })
  const short = (...given: Parameters<typeof whole>) => ({ ...broken(...given), isShort: true })
  return draw.pick([
    () => short([['Content-Length', String(body.length + 1 + draw.below(100_000))]]),
    () => broken([['Content-Length', draw.pick(oddLengths)]]),
    () => broken([length, length]),
    () => broken([length, chunked], chunks),
    () => short([chunked], chunks.slice(0, draw.below(chunks.length))),
    () => short([chunked], `${draw.pick(oddChunkSizes)}\r\n${body}`),
    () => whole([chunked], `${chunkOf(body)}0\r\nContent-Length: 5\r\nX-Request-Id: b\r\n\r\n`),
    () => broken([['Transfer-Encoding', draw.pick(oddEncodings)]], chunks),
    () => broken([], body),
  ])()
}

const oddLengths = ['-1', '+1', '1e3', '0x10', '1,1', '99999999999999999999', ' ', 'NaN', '1 1']
const oddChunkSizes = ['zz', '-1', 'ffffffffffffffffff', '0x5', ' 5', '5 ;a=b', `5;${'a'.repeat(20_000)}`]
const oddEncodings = [
  'gzip, chunked',
  'identity',
  'chunked, identity',
  'xchunked',
  'chunked,chunked',
  '\x0bchunked',
]

function chunkOf(body: string): string {
  return body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`
}
