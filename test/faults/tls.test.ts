import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '../../server/src/database/database.ts'
import { migrate } from '../../server/src/database/schema/migrate.ts'
import { type OwnMysql, startOwnMysql } from '../support/mysql.ts'
import { findMysqlProgram } from '../support/mysql-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'mediagen-tls-'))
const file = (name: string): string => join(folder, name)

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

function makeAuthority(name: string): void {
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  )
}

/** A server certificate issued to that name and to no other. */
function makeServerCertificate(authority: string, name: string): void {
  writeFileSync(file('names'), `subjectAltName=DNS:${name}`)
  openssl('req', ...newKey, '-subj', '/CN=database', '-keyout', 'server.key', '-out', 'server.request')
  const signed = [
    '-CA',
    `${authority}.pem`,
    '-CAkey',
    `${authority}.key`,
    '-CAcreateserial',
    '-extfile',
    'names',
  ]
  openssl('x509', '-req', '-in', 'server.request', ...signed, '-days', '2', '-out', 'server.pem')
}

// A separate server, because only its starter can give it a certificate.
describe.skipIf(findMysqlProgram() === undefined)('TLS to the database', () => {
  let mysql: OwnMysql
  beforeAll(async () => {
    makeAuthority('authority')
    makeAuthority('stranger')
    makeServerCertificate('authority', 'localhost')
    mysql = await startOwnMysql({
      tls: { ca: file('authority.pem'), cert: file('server.pem'), key: file('server.key') },
    })
    const database = openDatabase({ url: mysql.url })
    await database.read((db) => sql`create database mediagen`.execute(db))
    await database.close()
  })
  afterAll(async () => {
    await mysql.stop()
    rmSync(folder, { recursive: true })
  })

  function urlOf(host: string, query: string): string {
    const url = new URL(mysql.url)
    url.hostname = host
    url.pathname = '/mediagen'
    url.search = query
    return url.href
  }

  /** The cipher of a connection as the server sees it; '' is none. */
  async function cipherOf(url: string): Promise<string> {
    const database = openDatabase({ url })
    try {
      const { rows } = await database.read((db) =>
        sql<{ Value: string }>`show session status like 'Ssl_cipher'`.execute(db),
      )
      return rows[0]?.Value ?? 'not reported'
    } finally {
      await database.close()
    }
  }
  const authority = `tlsCa=${file('authority.pem')}`

  test('encrypts if the URL names an authority that has signed for the host, including migrations', async () => {
    expect(await cipherOf(urlOf('localhost', authority))).toMatch(/^TLS_/)
    const database = openDatabase({ url: urlOf('localhost', authority) })
    expect(await migrate(database)).not.toEqual([])
    await database.close()
  })

  test('is refused to a server whose certificate another authority has signed', async () => {
    const url = urlOf('localhost', `tlsCa=${file('stranger.pem')}`)
    await expect(cipherOf(url)).rejects.toMatchObject({ cause: { message: /certificate/ } })
    await expect(cipherOf(urlOf('localhost', 'tls=true'))).rejects.toMatchObject({
      cause: { message: /certificate/ },
    })
  })

  test('is not used if the URL does not request it', async () => {
    expect(await cipherOf(urlOf('localhost', ''))).toBe('')
  })

  test('is never skipped if the URL requests it and the server has no certificate, or an untrusted one', async () => {
    const url = new URL(inject('mysqlUrl') ?? '')
    url.search = `${authority}&tls=verify-ca`
    await expect(cipherOf(url.href)).rejects.toThrow('unavailable')
  })

  test('is refused to a server whose certificate is issued to another name, unless names are not checked', async () => {
    await mysql.kill()
    makeServerCertificate('authority', 'another.example')
    await mysql.start()
    await expect(cipherOf(urlOf('localhost', authority))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('altnames') },
    })
    expect(await cipherOf(urlOf('localhost', `${authority}&tls=verify-ca`))).toMatch(/^TLS_/)
    expect(await cipherOf(urlOf('127.0.0.1', `${authority}&tls=verify-ca`))).toMatch(/^TLS_/)
  })
})
