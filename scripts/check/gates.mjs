// @ts-check
import { turboArguments } from '../set-up/build.mjs'

/**
 * One gate: a program run with Node 24 that exits with 0 on success. One with `inChange` belongs to `npm run
 * change` too, with these arguments added.
 * @typedef {{ name: string, arguments: readonly string[], inChange?: readonly string[] }} Gate
 */

/** No task of turbo.json reads the environment, which is all that this rule of Biome checks. */
const lintSkipped = ['--skip=suspicious/noUndeclaredEnvVars']

/**
 * Every gate of `npm run check`. A stage begins when the previous one has ended, even if it failed. The
 * generated files are compared before the build, which reads them, beside what needs neither; the tests' types need the build. In a stage the slow gates come first, so that both cores finish together.
 * @type {readonly (readonly Gate[])[]}
 */
export const gateStages = [
  [
    { name: 'generated files are current', arguments: ['scripts/run.mjs', 'generate', '--check'] },
    {
      name: 'code lint',
      arguments: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...lintSkipped],
    },
    {
      name: 'contract lint',
      arguments: [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        'openapi/openapi.yaml',
        '--config',
        'openapi/redocly.yaml',
      ],
      inChange: ['--format=github-actions'],
    },
    { name: 'lock files', arguments: ['scripts/check/lock-file.ts'] },
  ],
  [{ name: 'build', arguments: turboArguments('build') }],
  [
    types('test, examples', 'test/tsconfig.json'),
    {
      name: 'dead code',
      arguments: ['node_modules/knip/bin/knip.js', '--config', 'scripts/config/knip.json'],
    },
    {
      name: 'import rules',
      arguments: [
        'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
        '--config',
        'scripts/config/dependency-cruiser.cjs',
        '--output-type',
        'err-long',
        'server',
        'sdk',
        'openapi',
        'examples',
        'scripts',
        'test',
        'docs',
      ],
    },
    reference('reference', 'typedoc.json'),
    reference('reference of the AI SDK provider', 'typedoc-ai-sdk.json'),
    types('server', 'server/tsconfig.json'),
    types("operator's page", 'server/operator-page/tsconfig.json'),
    types('look', 'server/look/tsconfig.json'),
    types('contract', 'server/contract/tsconfig.json'),
    types('studio', 'server/studio/tsconfig.json'),
    types('sdk', 'sdk/tsconfig.json'),
    types('page of the hooks', 'sdk/test/react/page/tsconfig.json'),
    types('command line', 'sdk/cli/tsconfig.json'),
    types('ai-sdk', 'sdk/ai-sdk/tsconfig.json'),
    types('playground', 'server/playground/tsconfig.json'),
    types('scripts', 'scripts/tsconfig.json'),
    types('openapi', 'openapi/tsconfig.json'),
    types('codegen', 'openapi/codegen/tsconfig.json'),
    types('runtime', 'openapi/runtime/tsconfig.json'),
    types('docs', 'docs/tsconfig.json'),
    { name: 'contract changes', arguments: ['scripts/release/contract/changes.ts'] },
    {
      name: 'size of the SDK',
      arguments: ['node_modules/size-limit/bin.js', '--config', 'sdk/.size-limit.json'],
    },
  ],
]

/** The tests that hold what a change of the contract must reach: lists, samples, commands, tools and forms. */
export const contractTests = [
  'openapi/contract.test.ts',
  'scripts/release/contract',
  'sdk/ai-sdk/test/videos.test.ts',
  'sdk/cli/test/agents-page.test.ts',
  'sdk/cli/test/completion.test.ts',
  'sdk/cli/test/help.test.ts',
  'sdk/cli/test/mcp.test.ts',
  'sdk/cli/test/readme.test.ts',
  'sdk/test/errors.test.ts',
  'sdk/test/mock-contract.test.ts',
  'sdk/test/proxy.test.ts',
  'server/playground/src/contract',
  'server/src/http/reference',
  'test/contract/documents.test.ts',
  'test/contract/errors.test.ts',
  'test/contract/every-response.test.ts',
  'test/contract/validation.test.ts',
  'test/contract/versioning.test.ts',
  'test/mock/',
]

/**
 * What `npm run change` runs. The generated files and the changelog are written first; the build and the
 * tests read them. The tests come first in their stage, because they take longest.
 * @type {readonly (readonly Gate[])[]}
 */
export const changeStages = [
  [{ name: 'generate', arguments: ['scripts/run.mjs', 'generate'] }],
  [
    { name: 'build', arguments: turboArguments('build') },
    { name: 'contract changes', arguments: ['scripts/release/contract/changes.ts', '--write'] },
  ],
  [
    {
      name: 'tests of lists',
      arguments: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...['unit', 'contract'].map((project) => `--project=${project}`),
        '--reporter=github-actions',
        ...contractTests,
      ],
    },
    ...gateStages
      .flat()
      .flatMap(({ name, arguments: own, inChange }) =>
        inChange === undefined ? [] : [{ name, arguments: [...own, ...inChange] }],
      ),
  ],
]

/**
 * A gate that compiles the project of a tsconfig.json.
 * @param {string} name
 * @param {string} project
 * @returns {Gate}
 */
function types(name, project) {
  return {
    name: `types: ${name}`,
    arguments: ['node_modules/typescript-7/bin/tsc', '--project', project],
    inChange: ['--pretty', 'false'],
  }
}

/**
 * A gate that documents the exports of a package: each has a description, and every link leads somewhere.
 * @param {string} name
 * @param {string} options
 * @returns {Gate}
 */
function reference(name, options) {
  return {
    name,
    arguments: [
      ...['node_modules/typedoc/bin/typedoc', '--options', `scripts/config/${options}`],
      ...['--emit', 'none', '--logLevel', 'Warn'],
    ],
  }
}
