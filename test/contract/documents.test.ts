import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { errorCodes } from '@mediagen/contract/errors'
import { describe, expect, test } from 'vitest'
import { findOperation, isRecord, readContract, record } from '../../openapi/checks/contract.ts'
import { contractChecker } from '../../openapi/checks/contract-check.ts'
import { operationRows, taskErrorCodes, uploadErrorCodes } from './support/specification.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (name) => name === 'node_modules' || name === 'dist' || name === 'out',
}).map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/**
 * The meanings of a path in a document: relative to the document, the root, the workspace, or the sources.
 */
function isThere(document: string, path: string): boolean {
  const workspace = join(root, document.split('/')[0] ?? '')
  const places = [
    dirname(join(root, document)),
    root,
    workspace,
    join(workspace, 'src'),
    join(root, 'server'),
    join(root, 'server/src'),
    join(root, 'server/src/core'),
    join(root, 'server/src/database'),
  ]
  return places.some((place) => existsSync(join(place, path)))
}

describe('the documents', () => {
  test('exist', () => {
    expect(documents.map(({ path }) => path)).toContain('server/README.md')
  })

  test.each(documents)('$path names only files that exist', ({ path, text }) => {
    const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target)
    const relative = links.filter((target) => !/^(https?:|mailto:|\/)/.test(target))
    const quoted = [
      ...text.matchAll(/`((?:\.\.?\/)?[\w.-]+(?:\/[\w.-]+)*(?:\/|\.(?:ts|mjs|cjs|md|yaml|sql)))`/g),
    ]
      .map(([, target = '']) => target)
      // A bare name stands for something that was named with its folder; NAME is for the reader to fill in;
      // .data and out are made by the commands.
      .filter((target) => /\/./.test(target) && !/^(\.data|out\/)|NAME/.test(target))
    expect([...relative, ...quoted].filter((target) => !isThere(path, target))).toEqual([])
  })

  test.each(documents)('$path names only operations that the contract has', ({ text }) => {
    const named = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/v1\/[\w{}/-]+)/g)]
    const missing = named
      .map(([, method = '', path = '']) => [method, path] as const)
      .filter(([method, path]) => findOperation(contractChecker().operations, method, path) === undefined)
    expect(missing).toEqual([])
  })

  test.each(documents)('$path gives error codes no other status than the service does', ({ text }) => {
    for (const [code, { status }] of Object.entries(errorCodes)) {
      const statuses = [...text.matchAll(new RegExp(`\\b(\\d{3}) \`?${code}\\b`, 'g'))].map(([, own]) =>
        Number(own),
      )
      for (const own of statuses) expect(own, code).toBe(status)
    }
  })
})

describe('the description of the contract', () => {
  const description = String(Object(Object(readContract()).info).description)

  test('describes every error code of the service, of tasks and of uploads', () => {
    const everywhere = JSON.stringify(readContract())
    for (const code of Object.keys(errorCodes)) expect(description).toContain(`\`${code}\``)
    for (const code of [...taskErrorCodes, ...uploadErrorCodes]) expect(everywhere).toContain(code)
  })

  test('names only operations that exist', () => {
    const named = [...description.matchAll(/`(GET|POST) (\/api\/v1\/[\w{}/-]+)`/g)]
    expect(named.length).toBeGreaterThan(5)
    for (const [, method = '', path = ''] of named)
      expect(findOperation(contractChecker().operations, method, path), path).toBeDefined()
  })

  test('every operation has its own summary and description', () => {
    const { paths } = readContract()
    const summaries = operationRows.map(({ method, path }) => {
      const operation = record(paths[path])[method.toLowerCase()]
      if (!isRecord(operation)) throw new Error(`${path} is gone`)
      expect(String(operation.description).length, path).toBeGreaterThan(20)
      return operation.summary
    })
    expect(new Set(summaries).size).toBe(operationRows.length)
  })
})
