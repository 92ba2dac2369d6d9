/**
 * The import rules of the architecture. Each folder of the server names what it may import; everything else
 * is refused. Run: depcruise --config scripts/config/dependency-cruiser.cjs server/src sdk/src scripts
 * openapi test
 *
 * Tests may reach further, because they put parts together that do not know each other; the SDK's border
 * holds for them too.
 */
const source = 'server/src'
const tests = '\\.test\\.ts$|/support/'

/** The code of everything that is built. */
const products = '^(server|server/contract|server/studio|sdk|sdk/cli)/src/'

/** The parts of the contract's package that every folder may import: types, facts and errors, no Express. */
const contractFacts =
  '(^|/)server/contract/dist/(generated/(models|limits|defaults|operations)|errors|validation)\\.(d\\.ts|js)$'

/** Folder by folder, what it may import beside itself, packages of npm and the facts of the contract. */
const allowed = {
  domain: [],
  time: [],
  concurrency: [],
  ports: ['domain'],
  database: ['domain', 'ports', 'time'],
  coordination: ['domain', 'ports', 'time', 'database'],
  'use-cases': ['domain', 'ports', 'time', 'database', 'coordination'],
  worker: ['domain', 'ports', 'database', 'coordination', 'time', 'concurrency'],
  adapters: ['domain', 'ports', 'concurrency'],
  'operator-files': ['domain', 'ports'],
  http: ['domain', 'ports', 'use-cases', 'time'],
  jobs: ['domain', 'ports', 'use-cases'],
  admin: ['domain', 'use-cases'],
  commands: ['domain', 'ports', 'use-cases', 'http', 'jobs', 'admin', 'time'],
}

/**
 * Single files beside the folders. Entries of threads and commands read the settings and have the parts
 * joined.
 */
const entryFiles = ['wire.ts', 'wire-storage.ts', 'config.ts', 'environment.ts', 'small-heap.ts']
const allowedFiles = {
  jobs: entryFiles,
  admin: entryFiles,
  // The schema is moved by a command, its state is part of being ready, and an embedded database has one
  // server.
  commands: [
    ...entryFiles,
    'wire-http.ts',
    'private-files.ts',
    'database/migrate.ts',
    'database/exclusive-lock.ts',
    'operator-files/operator-file-error.ts',
    // One picture made beside all tasks, for `providers check --generate`.
    'worker/try-provider.ts',
    // The embedded service goes on with what a crash interrupted.
    'worker/take-over-tasks.ts',
  ],
}

const layers = Object.entries(allowed).map(([folder, others]) => ({
  name: `${folder}-imports`,
  comment: `${folder} may import ${[folder, ...others, 'facts of the contract'].join(', ')}.`,
  severity: 'error',
  from: { path: `^${source}/${folder}/`, pathNot: tests },
  to: {
    path: `^${source}/`,
    pathNot: [
      ...[folder, ...others].map((name) => `^${source}/${name}/`),
      ...(allowedFiles[folder] ?? []).map((path) => `^${source}/${path.replace('.', '\\.')}$`),
    ],
  },
}))

/** The SDK's rooms, and which other rooms each may import. Its types and errors are open to all. */
const sdkRooms = {
  core: [],
  results: ['core'],
  uploads: ['core'],
  generations: ['core', 'results', 'uploads'],
  proxy: ['core', 'generations'],
}

const sdkLayers = Object.entries(sdkRooms).map(([room, others]) => ({
  name: `sdk-${room}-imports`,
  comment: `The SDK's ${room} may import ${[room, ...others, 'errors', 'types'].join(', ')}.`,
  severity: 'error',
  from: { path: `^sdk/src/${room}/` },
  to: {
    path: '^sdk/src/',
    pathNot: [
      '^sdk/src/types\\.ts$',
      '^sdk/src/(errors|generated)/',
      ...[room, ...others].map((name) => `^sdk/src/${name}/`),
    ],
  },
}))

/** A technology that has one home. `packages` and `homes` are regular expressions. */
const homeOf = (name, packages, homes) => ({
  name: `${name}-at-home`,
  comment: `${name} is used in ${homes.join(' and ')} alone.`,
  severity: 'error',
  from: { path: `^${source}/`, pathNot: [tests, ...homes.map((home) => `^${source}/${home}`)] },
  to: { path: packages },
})

module.exports = {
  forbidden: [
    ...layers,
    ...sdkLayers,
    homeOf('kysely', '(^|node_modules/)kysely(/|$)', ['database/']),
    homeOf('mysql2', '(^|node_modules/)mysql2(/|$)', ['database/']),
    homeOf('node:sqlite', '^(node:)?sqlite$', ['database/']),
    homeOf('express', '(^|node_modules/)(@types/)?express(/|$)', ['http/']),
    homeOf('tsoa', '(^|node_modules/)(@tsoa/[^/]+|tsoa)(/|$)', []),
    homeOf('the AWS SDK', '(^|node_modules/)@aws-sdk/', ['adapters/s3-store/']),
    homeOf('the SDK', '@mediagen/sdk(/|$)|(^|/)sdk/dist/', ['http/playground-proxy\\.ts$']),
    homeOf('the studio', '@mediagen/studio(/|$)|(^|/)server/studio/', ['adapters/studio/']),
    {
      name: 'contract-app-at-home',
      comment:
        'The HTTP server is built on the contract; everything else imports facts of it, without Express.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: [tests, `^${source}/http/`] },
      to: { path: '(^|/)(@mediagen|server)/contract(/|$)', pathNot: contractFacts },
    },
    {
      name: 'contract-apart',
      comment: 'The contract is implemented by others too: it imports nothing of the server.',
      severity: 'error',
      from: { path: '^server/contract/' },
      to: { path: '^(server/(src|studio)|sdk|test|scripts|examples)/' },
    },
    {
      name: 'studio-apart',
      comment: 'The studio is optional and stands alone: it imports nothing of the server.',
      severity: 'error',
      from: { path: '^server/studio/' },
      to: { path: '^(server/src|sdk|test|scripts|examples)/' },
    },
    {
      name: 'sdk-apart',
      comment: 'The SDK is installed without the server, so it imports nothing of it, not even in its tests.',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^server/' },
    },
    {
      name: 'testing-kit-apart',
      comment: 'The testing kit builds on the client, and is never part of it.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '^sdk/src/testing/' },
      to: { path: '^sdk/src/testing/' },
    },
    {
      name: 'proxy-apart',
      comment: 'The proxy is for servers, and never part of the client.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '^sdk/src/(proxy|testing)/' },
      to: { path: '^sdk/src/proxy/' },
    },
    {
      name: 'server-apart',
      comment: 'The server imports nothing that is not shipped with it.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: tests },
      to: { path: '^(sdk|test|scripts|examples)/' },
    },
    {
      name: 'no-test-in-product',
      comment: 'What is written for tests stands in support/ and is imported by tests.',
      severity: 'error',
      from: { path: products, pathNot: tests },
      to: { path: `${tests}|(^|node_modules/)(vitest|fast-check)(/|$)` },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle has no beginning to read from.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'An import leads somewhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(server|server/studio|sdk)/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
}
