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

/** Folder by folder, what it may import besides itself, packages of npm and the facts of the contract. */
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

/** Single files that a folder may also import: entry points read the settings and wire the parts. */
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
    // Generates one image outside all tasks, for `providers check --generate`.
    'worker/try-provider.ts',
    // The embedded service resumes what a crash interrupted.
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

/** The SDK's folders, and which others each may import. All may import its types and errors. */
const sdkFolders = {
  core: [],
  results: ['core'],
  uploads: ['core'],
  generations: ['core', 'results', 'uploads'],
  proxy: ['core', 'generations'],
}

const sdkLayers = Object.entries(sdkFolders).map(([folder, others]) => ({
  name: `sdk-${folder}-imports`,
  comment: `The SDK's ${folder} may import ${[folder, ...others, 'errors', 'types'].join(', ')}.`,
  severity: 'error',
  from: { path: `^sdk/src/${folder}/` },
  to: {
    path: '^sdk/src/',
    pathNot: [
      '^sdk/src/types\\.ts$',
      '^sdk/src/(errors|generated)/',
      ...[folder, ...others].map((name) => `^sdk/src/${name}/`),
    ],
  },
}))

/** Confines a technology to some paths. `packages` and `paths` are regular expressions. */
const confine = (name, packages, paths) => ({
  name: `${name}-confined`,
  comment: `Only ${paths.join(' and ') || 'no part of the server'} may import ${name}.`,
  severity: 'error',
  from: { path: `^${source}/`, pathNot: [tests, ...paths.map((path) => `^${source}/${path}`)] },
  to: { path: packages },
})

module.exports = {
  forbidden: [
    ...layers,
    ...sdkLayers,
    confine('kysely', '(^|node_modules/)kysely(/|$)', ['database/']),
    confine('mysql2', '(^|node_modules/)mysql2(/|$)', ['database/']),
    confine('node:sqlite', '^(node:)?sqlite$', ['database/']),
    confine('express', '(^|node_modules/)(@types/)?express(/|$)', ['http/']),
    confine('tsoa', '(^|node_modules/)(@tsoa/[^/]+|tsoa)(/|$)', []),
    confine('the AWS SDK', '(^|node_modules/)@aws-sdk/', ['adapters/s3-store/']),
    confine('the SDK', '@mediagen/sdk(/|$)|(^|/)sdk/dist/', ['http/playground-proxy\\.ts$']),
    confine('the studio', '@mediagen/studio(/|$)|(^|/)server/studio/', ['adapters/studio/']),
    {
      name: 'contract-app-confined',
      comment:
        'The HTTP server is built on the contract; everything else imports facts of it, without Express.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: [tests, `^${source}/http/`] },
      to: { path: '(^|/)(@mediagen|server)/contract(/|$)', pathNot: contractFacts },
    },
    {
      name: 'contract-isolated',
      comment: 'The contract is implemented by others too: it imports nothing of the server.',
      severity: 'error',
      from: { path: '^server/contract/' },
      to: { path: '^(server/(src|studio)|sdk|test|scripts|examples)/' },
    },
    {
      name: 'studio-isolated',
      comment: 'The studio is optional and stands alone: it imports nothing of the server.',
      severity: 'error',
      from: { path: '^server/studio/' },
      to: { path: '^(server/src|sdk|test|scripts|examples)/' },
    },
    {
      name: 'sdk-isolated',
      comment: 'The SDK is installed without the server, so it imports nothing of it, not even in its tests.',
      severity: 'error',
      from: { path: '^sdk/' },
      to: { path: '^server/' },
    },
    {
      name: 'testing-kit-isolated',
      comment: 'The testing kit builds on the client, and is never part of it.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '^sdk/src/testing/' },
      to: { path: '^sdk/src/testing/' },
    },
    {
      name: 'proxy-isolated',
      comment: 'The proxy is for servers, and never part of the client.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: '^sdk/src/(proxy|testing)/' },
      to: { path: '^sdk/src/proxy/' },
    },
    {
      name: 'server-isolated',
      comment: 'The server imports nothing that is not shipped with it.',
      severity: 'error',
      from: { path: `^${source}/`, pathNot: tests },
      to: { path: '^(sdk|test|scripts|examples)/' },
    },
    {
      name: 'no-test-in-product',
      comment: 'Test helpers live in support/ and only tests import them.',
      severity: 'error',
      from: { path: products, pathNot: tests },
      to: { path: `${tests}|(^|node_modules/)(vitest|fast-check)(/|$)` },
    },
    {
      name: 'no-cycles',
      comment: 'No circular imports.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'Every import resolves.',
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
