import type { TestProject } from 'vitest/node'
import { startMysql } from './mysql.ts'
import { findMysqlSource } from './mysql-source.ts'

/**
 * Starts one MySQL for a project's whole run and gives its URL to the tests; the returned function stops it.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const source = findMysqlSource()
  if (source === undefined) throw new Error('no MySQL on this machine: see test/support/mysql-source.ts')
  const mysql = await startMysql(source)
  project.provide('mysqlUrl', mysql.url)
  return () => mysql.stop()
}
