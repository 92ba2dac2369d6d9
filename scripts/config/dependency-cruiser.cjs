/**
 * The import rules of the architecture. Each package and folder of the server names what it may import;
 * everything else is refused. Run: depcruise --config scripts/config/dependency-cruiser.cjs server sdk/src
 * sdk/cli/src
 *
 * Tests may reach further, because they put parts together that do not know each other; the SDK's border
 * holds for them too.
 */
const { tests, service, servicePackages, layers, folders } = require('./service-import-rules.cjs')

/** The code of everything that is built. */
const products = '^(server|server/[a-z]+|sdk|sdk/cli)/src/'

/** The parts of the contract's package that every folder may import: types, facts and errors, no Express. */
const contractFacts =
  '(^|/)server/contract/dist/(generated/(models|limits|defaults|operations)|errors|validation)\\.(d\\.ts|js)$'

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

/** Confines a technology to some paths below `server/`. `packages` and `paths` are regular expressions. */
const confine = (name, packages, paths) => ({
  name: `${name}-confined`,
  comment: `Only ${paths.join(' and ') || 'no part of the server'} may import ${name}.`,
  severity: 'error',
  from: { path: service, pathNot: [tests, ...paths.map((path) => `^server/${path}`)] },
  to: { path: packages },
})

module.exports = {
  forbidden: [
    ...layers,
    ...folders,
    ...sdkLayers,
    confine('kysely', '(^|node_modules/)kysely(/|$)', ['database/src/']),
    confine('mysql2', '(^|node_modules/)mysql2(/|$)', ['database/src/']),
    confine('node:sqlite', '^(node:)?sqlite$', ['database/src/']),
    confine('express', '(^|node_modules/)(@types/)?express(/|$)', ['src/http/']),
    confine('tsoa', '(^|node_modules/)(@tsoa/[^/]+|tsoa)(/|$)', []),
    confine('the AWS SDK', '(^|node_modules/)@aws-sdk/', ['storage/src/s3-store/']),
    confine('the SDK', '@mediagen/sdk(/|$)|(^|/)sdk/dist/', ['src/http/playground-proxy\\.ts$']),
    confine('the studio', '@mediagen/studio(/|$)|(^|/)server/studio/', [
      'engines/src/studio/',
      'media/src/studio-video-tool\\.ts$',
    ]),
    confine('sharp', '(^|node_modules/)sharp(/|$)', ['media/src/']),
    confine('undici', '(^|node_modules/)undici(/|$)', ['engines/src/']),
    {
      name: 'contract-app-confined',
      comment:
        'The HTTP server is built on the contract; everything else imports facts of it, without Express.',
      severity: 'error',
      from: { path: service, pathNot: [tests, '^server/src/http/'] },
      to: { path: '(^|/)(@mediagen|server)/contract(/|$)', pathNot: contractFacts },
    },
    {
      name: 'contract-isolated',
      comment: 'The contract is implemented by others too: it imports nothing of the server.',
      severity: 'error',
      from: { path: '^server/contract/' },
      to: { path: [service, '^(server/studio|sdk|test|scripts|examples)/'] },
    },
    {
      name: 'studio-isolated',
      comment: 'The studio is optional and stands alone: it imports nothing of the server.',
      severity: 'error',
      from: { path: '^server/studio/' },
      to: { path: [service, '^(sdk|test|scripts|examples)/'] },
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
      from: { path: service, pathNot: tests },
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
      name: 'undeclared-dependency',
      comment: 'A package imports only what its own package.json declares: a production install has no more.',
      severity: 'error',
      from: { path: service, pathNot: tests },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'npm-dev'] },
    },
    {
      name: 'unused-module',
      comment: 'Every module of the service is imported by the program or one of its threads.',
      severity: 'error',
      from: { path: '^server/src/(main|jobs/[^/]+)\\.ts$', pathNot: tests },
      to: { path: service, pathNot: [tests, '^server/src/(main|jobs/[^/]+)\\.ts$'], reachable: false },
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
    exclude: {
      // Not the contract's, which the facts of the contract are imported from.
      path: [
        `^(server|server/(studio|${servicePackages.join('|')})|sdk|sdk/cli)/dist/`,
        // Copied into generated code, which their imports are relative to.
        '^(server/contract/hooks|openapi/codegen/src/support/backends)/',
      ],
    },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@mediagen/source', 'import', 'require', 'node', 'default', 'types'],
    },
  },
}
