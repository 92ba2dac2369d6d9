import type { TestProject } from 'vitest/node'
import { startMysql } from './mysql.ts'
import { findMysqlSource } from './mysql-source.ts'

/**
 * Starts one MySQL for the whole run, with the first project that asks for it, and gives its URL to the tests;
 * the returned function stops it.
 */
export default async function setUp({ vitest }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = vitest.getRootProject()
  if (run.getProvidedContext().mysqlUrl !== undefined) return undefined
  const source = findMysqlSource()
  if (source === undefined) throw new Error('no MySQL on this machine: see test/support/mysql-source.ts')
  const mysql = await startMysql(source)
  run.provide('mysqlUrl', mysql.url)
  return () => mysql.stop()
}
