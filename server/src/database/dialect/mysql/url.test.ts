import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readMysqlUrl } from './url.ts'

const folder = mkdtempSync(join(tmpdir(), 'mediagen-pem-'))
const pem = join(folder, 'authority.pem')
writeFileSync(pem, 'a certificate')
afterAll(() => rmSync(folder, { recursive: true }))

describe('an address without parameters', () => {
  test('is parsed into its parts, unescaped, and uses no TLS', () => {
    expect(readMysqlUrl('mysql://media%40gen:p%3Ass%2Fword@db.example:3307/media-gen')).toEqual({
      host: 'db.example',
      port: 3307,
      user: 'media@gen',
      password: 'p:ss/word',
      database: 'media-gen',
    })
  })

  test('defaults to port 3306, and may omit the database', () => {
    expect(readMysqlUrl('mysql://root@[::1]')).toEqual({
      host: '::1',
      port: 3306,
      user: 'root',
      password: '',
    })
  })
})

describe('the connections of a pool', () => {
  test.each(['1', '16', '1000'])('may be %s', (connections) => {
    const address = readMysqlUrl(`mysql://root@db.example/mediagen?connections=${connections}`)
    expect(address).toMatchObject({ connectionLimit: Number(connections) })
    expect(address.ssl).toBeUndefined()
  })

  test("may be given in mysql2's word", () => {
    expect(readMysqlUrl('mysql://root@db.example/mediagen?connectionLimit=16')).toMatchObject({
      connectionLimit: 16,
    })
  })

  test.each(['0', '1001', '-1', '1.5', 'many', ''])('may not be "%s"', (connections) => {
    expect(() => readMysqlUrl(`mysql://root@db.example/mediagen?connections=${connections}`)).toThrow(
      /connections from 1 to 1000/,
    )
  })
})

describe('TLS', () => {
  const ssl = (query: string) => readMysqlUrl(`mysql://root@db.example/mediagen?${query}`).ssl
  const strict = { verifyIdentity: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' }

  test('verifies the authority and the host name with tls=true', () => {
    expect(ssl('tls=true')).toEqual(strict)
  })

  test('verifies the authority alone with tls=verify-ca', () => {
    expect(ssl('tls=verify-ca')).toEqual({ ...strict, verifyIdentity: false })
  })

  test.each([
    ['ssl=true', true],
    ['ssl={"rejectUnauthorized":true}', true],
    ['sslmode=verify-full', true],
    ['ssl-mode=VERIFY_IDENTITY', true],
    ['sslmode=verify-ca', false],
    ['ssl-mode=VERIFY_CA', false],
  ])('is also what mysql2 and hosts of MySQL call it: %s', (query, verifyIdentity) => {
    expect(ssl(encodeURI(query))).toEqual({ ...strict, verifyIdentity })
  })

  test.each([
    'ssl=false',
    'ssl={"rejectUnauthorized":false}',
    'ssl=Amazon%20RDS',
    'sslmode=require',
    'ssl-mode=DISABLED',
  ])('is never without verification: %s', (query) => {
    expect(() => ssl(query)).toThrow('would not verify the server: take tls=true or tls=verify-ca')
  })

  test('trusts the authorities of a file, and sends a client certificate', () => {
    expect(ssl(`tlsCa=${pem}`)).toEqual({ ...strict, ca: 'a certificate' })
    expect(ssl(`tlsCert=${pem}&tlsKey=${pem}`)).toEqual({
      ...strict,
      cert: 'a certificate',
      key: 'a certificate',
    })
  })

  test.each([
    ['tls=false', /tls=true or tls=verify-ca/],
    ['tls=', /tls=true or tls=verify-ca/],
    ['TLS=true', /parameter TLS/],
    [`tlsKey=${pem}`, /tlsCert and tlsKey together/],
    ['tlsCa=/nowhere/to/be/found.pem', /cannot be read: \/nowhere/],
  ])('is never left out because of a mistake: %s is refused', (query, message) => {
    expect(() => ssl(query)).toThrow(message)
  })
})

test.each(['127.0.0.1', '[::1]'])(
  'TLS at the address %s is refused unless host names are not checked',
  (host) => {
    expect(() => readMysqlUrl(`mysql://root@${host}/mediagen?tls=true`)).toThrow('must contain a host name')
    expect(readMysqlUrl(`mysql://root@${host}/mediagen?tls=verify-ca`).ssl).toMatchObject({
      rejectUnauthorized: true,
    })
  },
)

test.each(['mysql://', 'mysql:///mediagen', 'not a url', 'http://db.example/mediagen'])(
  '%s is refused, with the form that is expected',
  (text) => {
    expect(() => readMysqlUrl(text)).toThrow('mysql://USER:PASSWORD@HOST:PORT/DATABASE')
  },
)

test('a refusal never repeats the password', () => {
  expect(() => readMysqlUrl('mysql://root:secret@db.example/mediagen?x=1')).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('secret') }),
  )
})
