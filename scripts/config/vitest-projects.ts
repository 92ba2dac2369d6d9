import type { TestProjectConfiguration } from 'vitest/config'
import { findMysqlSource } from '../../test/support/mysql-source.ts'
import { findS3Source } from '../../test/support/s3-source.ts'
import { requiredBy } from '../set-up/requirements.mjs'

/** Long enough to render a video on a busy machine while three other files do; a test that needs more sets its own timeout. */
const testTimeoutMs = 120_000
const hookTimeoutMs = 120_000
/** `expect.poll` gives up after one second by default, which a process on a busy machine may wait for the processor. */
const pollTimeoutMs = 20_000

const onBothDatabases = 'test/integration/**/*.test.ts'
/** About engines, images and HTTP: other files run each of their statements on MySQL, too. */
const onSqlite = [
  'test/engines/{results,service}/**/*.test.ts',
  'test/integration/{await-result,conform,effect-presets,effects-of-engines,engine-faults}.test.ts',
  'test/integration/{findable-engines,gates,held-polls,missing-input,phone-images}.test.ts',
  'test/integration/{prepared-inputs,price-and-size,proxied-polls,result-links,sdk-waits}.test.ts',
  'test/integration/{signed-links,submit-task,thumbnails,traces,upload-verdicts,worker-stop}.test.ts',
]

/**
 * What runs a project: `npm test`, `npm run e2e`, or only `npm test -- --project NAME`, because it takes minutes and a
 * network.
 */
type Suite = 'test' | 'e2e' | 'named'
/** `all` is both of the commands, `named` everything. */
export type SuiteChoice = Suite | 'all'

/** The shape of one project: a name to choose it by (`npm test -- --project NAME`) and the files it runs. */
interface ProjectShape {
  name: string
  include: string[]
  /** Of these, files that it does not run. @default none */
  exclude?: string[]
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
  /** Bundles the processes of `test/breakage/service/` for the files. @default false */
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
      'test/breakage/{judge,plants}/**/*.test.ts',
    ],
    withDatabase: true,
    sharesModules: true,
  },
  {
    name: 'contract',
    include: ['test/{contract,mock}/**/*.test.ts'],
    withDatabase: true,
    sharesModules: true,
  },
  {
    name: 'integration-sqlite',
    include: [onBothDatabases, ...onSqlite],
    withDatabase: true,
    sharesModules: true,
  },
  {
    name: 'integration-mysql',
    include: [onBothDatabases],
    exclude: onSqlite,
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
    include: ['test/faults/**/*.test.ts', 'test/breakage/{crash-points,scenarios}/*.test.ts'],
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
  { name: 'hostile', include: ['test/hostile/**/*.test.ts'], withDatabase: true },
  { name: 'simulation', include: ['test/simulation/**/*.test.ts'], withDatabase: true },
  { name: 'runtimes', include: ['test/{runtimes,generators}/*.test.ts'], suite: 'e2e' },
  { name: 'release', include: ['test/release/*.test.ts'], suite: 'named' },
  { name: 'image', include: ['test/image/**/*.test.ts'], suite: 'named' },
  { name: 'operations', include: ['test/operations/**/*.test.ts'], sharesModules: true },
  {
    name: 'e2e',
    include: ['test/{e2e,c2pa}/**/*.test.ts', 'examples/*.test.ts', 'examples/*/*.test.ts'],
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
]

/**
 * The projects of the suite that MEDIAGEN_TEST_SUITE names; without MySQL or S3, their projects are skipped with a
 * message.
 */
export function testProjects(): TestProjectConfiguration[] {
  const chosen = process.env.MEDIAGEN_TEST_SUITE ?? 'all'
  const projects = allProjects.filter(
    ({ suite = 'test' }) => suite === chosen || chosen === 'named' || (chosen === 'all' && suite !== 'named'),
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
  exclude = [],
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
      exclude: ['**/node_modules/**', '**/dist/**', ...exclude],
      testTimeout: testTimeoutMs,
      hookTimeout: hookTimeoutMs,
      expect: { poll: { timeout: pollTimeoutMs } },
      isolate: !sharesModules,
      setupFiles: [
        ...(withDatabase ? ['test/support/after-each-file.ts'] : []),
        ...(sharesModules ? ['test/support/restore-globals.ts'] : []),
      ],
      globalSetup: [
        ...(onMysql ? ['test/support/mysql-global-set-up.ts'] : []),
        ...(onS3 ? ['test/support/s3-global-set-up.ts'] : []),
        ...(bundlesProcesses ? ['test/breakage/service/bundle-global-set-up.ts'] : []),
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
