import type { TestProjectConfiguration } from 'vitest/config'
import { findMysqlSource } from '../../test/support/mysql-source.ts'
import { findS3Source } from '../../test/support/s3-source.ts'
import { requiredBy } from '../set-up/requirements.mjs'

/** Long enough to render a video while three other files do; a test that needs more sets its own timeout. */
const testTimeoutMs = 60_000
const hookTimeoutMs = 60_000

const onBothDatabases = ['test/integration/**/*.test.ts', 'test/engines/service/**/*.test.ts']
/** Half a minute of encoding, which no database changes. */
const onSqlite = ['test/engines/results/**/*.test.ts']

/** What a command runs: `test` is `npm test`; each of the others is `npm run` with its name. */
type Suite = 'test' | 'e2e' | 'image' | 'rehearse'
/**
 * `all` is everything but the images, which take a quarter of an hour, a network and root, and the rehearsal of
 * a release.
 */
export type SuiteChoice = Suite | 'all'

/** The shape of one project: a name to choose it by (`npm test -- --project NAME`) and the files it runs. */
interface ProjectShape {
  name: string
  include: string[]
  /** @default 'test' */
  suite?: Suite
  /** Drops the test databases after each file. @default false */
  withDatabase?: boolean
  /**
   * Runs the files in a few processes that load each module once, instead of one process for each file. For
   * files that leave no state in a module. @default false
   */
  sharesModules?: boolean
  /** Runs the files on MySQL instead of SQLite. @default false */
  onMysql?: boolean
  /** Starts an S3 server for the files. @default false */
  onS3?: boolean
  /** Bundles the processes of `test/support/processes/` for the files. @default false */
  bundlesProcesses?: boolean
}

/** The projects on a machine that has everything. */
export const allProjects: readonly ProjectShape[] = [
  {
    name: 'unit',
    include: [
      'server/{src,*/src}/**/*.test.ts',
      'server/contract/test/*.test.ts',
      'sdk/{src,test,cli,ai-sdk}/**/*.test.ts',
      'openapi/**/*.test.ts',
      'scripts/**/*.test.ts',
      'test/support/**/*.test.ts',
      'test/history/**/*.test.ts',
    ],
    withDatabase: true,
    sharesModules: true,
  },
  { name: 'contract', include: ['test/contract/**/*.test.ts'], withDatabase: true, sharesModules: true },
  {
    name: 'integration-sqlite',
    include: [...onBothDatabases, ...onSqlite],
    withDatabase: true,
    sharesModules: true,
  },
  {
    name: 'integration-mysql',
    include: onBothDatabases,
    withDatabase: true,
    sharesModules: true,
    onMysql: true,
  },
  {
    name: 's3',
    include: ['test/s3/**/*.test.ts'],
    withDatabase: true,
    sharesModules: true,
    onS3: true,
  },
  {
    name: 'faults',
    include: ['test/faults/**/*.test.ts'],
    withDatabase: true,
    sharesModules: true,
    onMysql: true,
    bundlesProcesses: true,
  },
  {
    name: 'engines',
    include: ['test/engines/*.test.ts', 'test/provider-conformance/**/*.test.ts'],
    sharesModules: true,
  },
  {
    name: 'many-tasks',
    include: ['test/engines/many/**/*.test.ts'],
    withDatabase: true,
    onMysql: true,
    bundlesProcesses: true,
  },
  { name: 'hostile', include: ['test/hostile/**/*.test.ts'], withDatabase: true },
  { name: 'simulation', include: ['test/simulation/**/*.test.ts'], withDatabase: true },
  {
    name: 'simulation-mysql',
    include: ['test/simulation/month.test.ts'],
    withDatabase: true,
    onMysql: true,
  },
  { name: 'mock', include: ['test/mock/**/*.test.ts'], sharesModules: true },
  { name: 'runtimes', include: ['test/runtimes/*.test.ts'], suite: 'e2e' },
  { name: 'generators', include: ['test/generators/*.test.ts'], suite: 'e2e' },
  { name: 'c2pa', include: ['test/c2pa/*.test.ts'], suite: 'e2e' },
  { name: 'release', include: ['test/release/*.test.ts'], suite: 'rehearse' },
  { name: 'operations', include: ['test/operations/**/*.test.ts'], sharesModules: true },
  {
    name: 'e2e',
    include: ['test/e2e/**/*.test.ts', 'examples/*.test.ts', 'examples/*/*.test.ts'],
    suite: 'e2e',
    withDatabase: true,
    sharesModules: true,
  },
  {
    name: 'pages',
    include: ['test/pages/**/*.test.ts'],
    suite: 'e2e',
    withDatabase: true,
    sharesModules: true,
  },
  { name: 'image', include: ['test/image/**/*.test.ts'], suite: 'image' },
]

/**
 * The projects of the suite that MEDIAGEN_TEST_SUITE names, or of all; without MySQL or S3, their projects
 * are skipped with a message.
 */
export function testProjects(): TestProjectConfiguration[] {
  const chosen = process.env.MEDIAGEN_TEST_SUITE ?? 'all'
  const projects = allProjects.filter(
    ({ suite = 'test' }) =>
      suite === chosen || (chosen === 'all' && suite !== 'image' && suite !== 'rehearse'),
  )
  const mysqlIsThere = findMysqlSource() !== undefined
  if (!mysqlIsThere && projects.some(({ onMysql }) => onMysql)) tellThatMysqlIsMissing()
  const s3IsThere = findS3Source() !== undefined
  if (!s3IsThere && projects.some(({ onS3 }) => onS3)) tellThatS3IsMissing()
  return projects
    .filter((project) => mysqlIsThere || project.onMysql !== true)
    .filter((project) => s3IsThere || project.onS3 !== true)
    .map(toConfiguration)
}

function toConfiguration({
  name,
  include,
  withDatabase = false,
  sharesModules = false,
  onMysql = false,
  onS3 = false,
  bundlesProcesses = false,
}: ProjectShape): TestProjectConfiguration {
  return {
    extends: true,
    test: {
      name,
      include,
      exclude: ['**/node_modules/**', '**/dist/**'],
      testTimeout: testTimeoutMs,
      hookTimeout: hookTimeoutMs,
      isolate: !sharesModules,
      setupFiles: [
        ...(withDatabase ? ['test/support/after-each-file.ts'] : []),
        ...(sharesModules ? ['test/support/restore-globals.ts'] : []),
      ],
      globalSetup: [
        ...(onMysql ? ['test/support/mysql-global-set-up.ts'] : []),
        ...(onS3 ? ['test/support/s3-global-set-up.ts'] : []),
        ...(bundlesProcesses ? ['test/support/processes/bundle-global-set-up.ts'] : []),
      ],
      provide: { databaseDialect: onMysql ? 'mysql' : 'sqlite' },
    },
  }
}

function tellThatMysqlIsMissing(): void {
  const setting = requiredBy('mysql')
  if (setting !== undefined) {
    throw new Error(
      `${setting}, but there is no MySQL on this machine and neither MEDIAGEN_TEST_MYSQL_URL nor MEDIAGEN_TEST_MYSQLD is set`,
    )
  }
  process.stderr.write('mediagen: no MySQL on this machine, so the integration tests run on SQLite only\n')
}

function tellThatS3IsMissing(): void {
  const setting = requiredBy('s3')
  if (setting !== undefined) {
    throw new Error(
      `${setting}, but there is no OpenStack Swift on this machine and MEDIAGEN_TEST_S3_URL is not set`,
    )
  }
  process.stderr.write('mediagen: no OpenStack Swift on this machine, so the tests on S3 are skipped\n')
}
