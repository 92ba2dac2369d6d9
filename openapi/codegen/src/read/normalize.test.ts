import { expect, test } from 'vitest'
import { normalized } from './normalize.ts'

test('an operation with a server of its own is served below its path, and the others of it below theirs', () => {
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
  const paths = Object.entries(normalized(document).paths).map(([path, item]) => [path, Object.keys(item)])
  expect(paths).toEqual([
    ['/2.0/files/{fileId}', ['get']],
    ['/api/2.0/files/{fileId}', ['post']],
  ])
})
