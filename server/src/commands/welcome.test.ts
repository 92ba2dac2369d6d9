import { expect, test } from 'vitest'
import { plainStyle } from './look/style.ts'
import { serving } from './support/serving.ts'
import { welcome } from './welcome.ts'

const config = {
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: '/srv/data',
  databaseUrl: 'sqlite:/srv/data/mediagen.sqlite',
  adminToken: undefined,
  metrics: undefined,
}
const key = 'mgk_ec0t9galtnsi_JTRKtEPtulnZjM3UcIyBXzl5lVmtOO5p19RtJw'
const providers = { ...serving(() => true), list: () => [{}] as never }

test('the first screen begins with the playground, and has the key and one command', () => {
  const http = { hasPlayground: true, hasSite: () => true, health: undefined }
  const text = welcome({ config, providers }, key, http, { ...plainStyle, columns: 59 })
  expect(text).toBe(`
  mediagen is serving on http://127.0.0.1:3000

  Playground     http://127.0.0.1:3000/
  Documentation  http://127.0.0.1:3000/docs/
  API reference  http://127.0.0.1:3000/api/docs
  Gallery        http://127.0.0.1:3000/gallery
  Status         http://127.0.0.1:3000/status
  Operator       off; ADMIN_TOKEN turns it on
  Data           /srv/data

  Demo API key
    ${key}

  Try it, and see the result in the playground
    curl -s http://127.0.0.1:3000/api/v1/images/generations \\
      -H "Authorization: Bearer ${key}" \\
      -H "Content-Type: application/json" \\
      -d '{"prompt":"a lighthouse in a storm"}'

`)
  const wide = text.split('\n').filter((line) => line.length > 61)
  expect(wide).toEqual([expect.stringContaining(`Bearer ${key}`)])
})

test('the first screen names the data folder only if the database is in it', () => {
  const http = { hasPlayground: true, hasSite: () => true, health: undefined }
  const mysql = { ...config, databaseUrl: 'mysql://mediagen@db/mediagen' }
  expect(welcome({ config, providers }, undefined, http, plainStyle)).toContain('/srv/data')
  expect(welcome({ config: mysql, providers }, undefined, http, plainStyle)).not.toContain('/srv/data')
})

test('the first screen says how to get an engine where there is none', () => {
  const http = { hasPlayground: false, hasSite: () => false, health: undefined }
  const none = { ...serving(() => false), list: () => [] }
  const lines = welcome({ config, providers: none }, key, http, { ...plainStyle, columns: 59 }).split('\n')
  expect(lines.slice(-5)).toEqual([
    '  There is no engine, so nothing can be generated. The',
    '  studio, a renderer without a model, comes with:',
    expect.stringMatching(/^ {4}npx .*studio/),
    '',
    '',
  ])
})
