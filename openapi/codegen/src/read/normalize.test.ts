import { expect, test } from 'vitest'
import { normalized } from './normalize.ts'

test('an operation with a server of its own is served below its path, the others below theirs, and both called by their path', () => {
  const operation = { responses: { 204: { description: '' } } }
  const upload = { ...operation, servers: [{ url: 'https://upload.example.com/api/2.0' }] }
  const document = JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      servers: [{ url: 'https://example.com/2.0' }],
      paths: { '/files/{file-id}': { get: operation, post: upload } },
      components: { schemas: {} },
    }),
  )
  expect(normalized(document).paths).toMatchObject({
    '/2.0/files/{fileId}': { get: { operationId: 'get /files/{file-id}' } },
    '/api/2.0/files/{fileId}': { post: { operationId: 'post /files/{file-id}' } },
  })
})
