/**
 * The import rules: which folder may import which, and which package may be imported where. Everything else
 * is refused. `npm run check` runs them.
 *
 * Tests may import any part, because they connect parts that do not know each other.
 */
const { layers, literal, packagePath, rule, tests } = require('./import-rules.cjs')

const threads = '^server/src/(main|jobs/[^/]+|media/image-process)\\.ts$'

/**
 * The folders of server/src from top to bottom, and what each may import besides itself, packages of npm and
 * the facts of the contract (types, limits, operations, errors). A file stands for itself alone.
 */
const serverFolders = {
  commands: [
    'metrics',
    'wiring',
    'jobs',
    'http',
    'operator',
    'use-cases',
    'config',
    'core',
    // The schema is moved by a command, its state is part of being ready, and an embedded database has one
    // server. What prevents a start is said in terms of DATABASE_URL.
    'database/schema',
    'database/dialect/foreign-database.ts',
    'database/database-unavailable-error.ts',
    'database/dialect/mysql/url.ts',
    // One image outside all tasks, the tasks that a crash interrupted, and the folder of results in transit.
    'worker/try-provider.ts',
    'worker/take-over-tasks.ts',
    'worker/results/work-folder.ts',
  ],
  'commands/operator': ['commands/look', 'operator', 'use-cases', 'core'],
  // How output looks, also that of the command line, into which it is bundled.
  'commands/look': [],
  metrics: ['wiring/wire.ts', 'jobs/job-message.ts', 'http/health/health.ts', 'use-cases', 'core'],
  jobs: [
    'wiring/wire.ts',
    'wiring/reload-providers.ts',
    'wiring/wire-storage.ts',
    'config/config.ts',
    'use-cases',
    'core',
  ],
  wiring: [
    'http',
    'operator',
    'use-cases',
    'worker',
    'coordination',
    'database',
    'engines',
    'media',
    'storage',
    'tracing',
    'config',
    'core',
  ],
  http: ['operator', 'use-cases', 'core'],
  operator: ['use-cases', 'database', 'core'],
  'use-cases': ['coordination', 'database', 'core'],
  worker: ['coordination', 'database', 'core'],
  coordination: ['database', 'core'],
  config: ['database/dialect/mysql/url.ts', 'storage/s3-store/s3-settings.ts', 'core'],
  database: ['core'],
  engines: ['core'],
  media: ['core'],
  storage: ['core'],
  tracing: ['config/trace-settings.ts', 'core'],
  'core/ports': ['core/domain'],
  'core/domain': [],
  // Folders that the service creates.
  'core/files': ['core/errors.ts'],
  'core/async': ['core/errors.ts', 'core/domain/trace-context.ts'],
  // Where the package is and which version it has.
  'core/package': [],
}

/** The folders of server/src/database, and which others each may import besides the files beside them. */
const databaseFolders = {
  operator: ['tasks', 'queue', 'accounts'],
  reconciliation: ['archive', 'uploads', 'tasks', 'money', 'accounts'],
  archive: ['tasks', 'queue', 'money', 'accounts'],
  uploads: ['tasks'],
  providers: ['tasks'],
  tasks: ['queue', 'money', 'accounts'],
  queue: ['accounts'],
  money: ['accounts'],
  accounts: [],
  schema: [],
  dialect: [],
}

/** The folders of sdk/src from top to bottom, and what each may import besides itself and generated code. */
const sdkFolders = {
  proxy: ['generations', 'core', 'errors', 'types'],
  generations: ['uploads', 'results', 'core', 'errors', 'types'],
  uploads: ['core', 'errors', 'types'],
  results: ['core', 'errors', 'types'],
  core: ['errors', 'types'],
  errors: ['types'],
  types: [],
}

/** The only places below server/src that may import a technology. */
const onlyHere = {
  kysely: ['database/'],
  mysql2: ['database/'],
  'node:sqlite': ['database/', 'core/files/exclusive-lock.ts'],
  '@aws-sdk': ['storage/s3-store/'],
  '@smithy': ['storage/s3-store/'],
  sharp: ['media/'],
  undici: ['engines/'],
  express: ['http/'],
  bree: ['jobs/'],
  '@opentelemetry': ['tracing/'],
  '@mediagen/studio': ['engines/studio/', 'media/studio-video-tool.ts', 'media/video-tool.ts'],
  '@mediagen/sdk': ['http/pages/playground-proxy.ts'],
  tsoa: [],
  '@tsoa': [],
}

/** What each product may not import at all: they are installed without one another. */
const strangers = {
  'server/src': ['sdk/src', 'openapi/codegen', 'server/studio/src', 'test', 'scripts', 'examples'],
  'server/contract': ['server/src', 'server/studio', 'sdk', 'test', 'scripts', 'examples'],
  'server/studio/src': ['server/src', 'server/contract', 'sdk', 'test', 'scripts', 'examples'],
  sdk: ['server(?!/src/commands/look/)'],
}

const confined = Object.entries(onlyHere).map(([name, places]) =>
  rule(
    `only-here: ${name}`,
    `Of the server, only ${places.join(' and ') || 'no part'} may import ${name}.`,
    { path: '^server/src/', pathNot: [tests, ...places.map((place) => `^server/src/${literal(place)}`)] },
    { path: packagePath(name) },
  ),
)

const separate = Object.entries(strangers).map(([home, others]) =>
  rule(
    `${home} stands alone`,
    `${home} is installed without ${others.join(', ')}.`,
    { path: `^${home}/`, pathNot: home === 'server/src' ? tests : [] },
    { path: `^(${others.join('|')})/` },
  ),
)

const contractFacts =
  '(^|/)server/contract/dist/(src/)?generated/(models|limits|defaults|operations|errors|validators)\\.(d\\.ts|js)$'
const products = '^(server|server/[a-z]+|sdk|sdk/cli|sdk/ai-sdk)/src/'

module.exports = {
  forbidden: [
    ...layers('server/src', serverFolders),
    ...layers('server/src/database', databaseFolders, '*.ts'),
    ...layers('sdk/src', sdkFolders),
    ...confined,
    ...separate,
    rule(
      'openapi/codegen stands alone',
      'openapi/codegen may import the runtime of what it generates, and nothing else of the repository.',
      { path: '^openapi/codegen/' },
      { dependencyTypes: ['local'], pathNot: '^openapi/(codegen|runtime)/' },
    ),
    rule(
      'unlisted-folder',
      'A new folder of server/src needs a row in a table.',
      {
        path: [
          `^server/src/(?!(${Object.keys(serverFolders).join('|')})/)[^/]+/`,
          '^server/src/core/(?!(domain|async|files|ports|package)/)',
          `^server/src/database/(?!(${Object.keys(databaseFolders).join('|')})/)[^/]+/`,
        ],
        pathNot: tests,
      },
      {},
    ),
    rule(
      'engine-kinds-isolated',
      'An adapter of an engine imports what all share, and no other adapter.',
      { path: '^server/src/engines/([^/]+)/', pathNot: tests },
      { path: '^server/src/engines/', pathNot: '^server/src/engines/($1|shared)/' },
    ),
    rule(
      'object-stores-isolated',
      'The object stores share nothing.',
      { path: '^server/src/storage/([^/]+)/', pathNot: tests },
      { path: '^server/src/storage/', pathNot: '^server/src/storage/$1/' },
    ),
    rule(
      'contract-app-confined',
      'The HTTP server is built on the contract; everything else imports facts of it, without Express.',
      { path: '^server/src/', pathNot: [tests, '^server/src/http/'] },
      { path: '(^|/)(@mediagen|server)/contract(/|$)', pathNot: contractFacts },
    ),
    rule(
      'testing-kit-isolated',
      'The testing kit builds on the client, and is never part of it.',
      { path: '^sdk/src/', pathNot: '^sdk/src/testing/' },
      { path: '^sdk/src/testing/' },
    ),
    rule(
      'proxy-isolated',
      'The proxy is for servers, and never part of the client.',
      { path: '^sdk/src/', pathNot: '^sdk/src/(proxy|testing)/' },
      { path: '^sdk/src/proxy/' },
    ),
    rule(
      'no-test-in-product',
      'Test helpers live in support/ and only tests import them.',
      { path: products, pathNot: tests },
      { path: `${tests}|(^|node_modules/)(vitest|fast-check)(/|$)` },
    ),
    rule(
      'undeclared-dependency',
      'The server imports only what its package.json declares: a production install has no more.',
      { path: '^server/src/', pathNot: tests },
      // An optional peer is installed for development too.
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'], dependencyTypesNot: ['npm-peer'] },
    ),
    rule(
      'unused-module',
      'Every module of the service is imported by the program or one of its threads or processes.',
      { path: threads, pathNot: tests },
      { path: '^server/src/', pathNot: [tests, threads], reachable: false },
    ),
    rule('no-cycles', 'No circular imports, neither of values nor of types.', {}, { circular: true }),
    rule(
      'no-unresolved',
      'Every import of a product resolves.',
      { path: '^(server|sdk)/' },
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
  ],
  options: {
    // What is built is a product that somebody installs: an import ends there.
    doNotFollow: { path: '(^|/)(node_modules|dist|out|\\.next)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
