import { spawnSync } from 'node:child_process'
import { findProgram } from '../../scripts/set-up/debian.mjs'

/** Where a MySQL for the tests comes from. */
export type MysqlSource =
  | { kind: 'given'; url: string }
  | { kind: 'program'; program: string }
  | { kind: 'docker'; image: string }

/** The oldest MariaDB that the service promises to run on is 10.6; this is the one that Debian 12 ships. */
const dockerImage = 'mariadb:10.11.19@sha256:07c0aaff7396b74cb7975cba78257178d188e30f531a5db2b617c48beef13c41'

/**
 * The first of: the server named by MEDIAGEN_TEST_MYSQL_URL (its user must be allowed to create databases), the
 * program named by MEDIAGEN_TEST_MYSQLD, a mariadbd or mysqld on this machine, a container; or undefined where
 * there is none of them.
 */
export function findMysqlSource(): MysqlSource | undefined {
  const url = process.env.MEDIAGEN_TEST_MYSQL_URL
  if (url) return { kind: 'given', url }
  const program = findMysqlProgram()
  if (program !== undefined) return { kind: 'program', program }
  if (dockerResponds()) return { kind: 'docker', image: dockerImage }
  return undefined
}

/** The program that starts a server on this machine; undefined where there is none. */
export function findMysqlProgram(): string | undefined {
  return process.env.MEDIAGEN_TEST_MYSQLD || (findProgram('mariadbd') ?? findProgram('mysqld'))
}

function dockerResponds(): boolean {
  return (
    findProgram('docker') !== undefined && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0
  )
}
