// @ts-check
import { turboArguments } from '../set-up/build.mjs'

/**
 * One gate: a program run with Node 24 that exits with 0 on success.
 * @typedef {{ name: string, arguments: readonly string[] }} Gate
 */

/** No task of turbo.json reads the environment, which is all that this rule of Biome checks. */
const lintSkipped = ['--skip=suspicious/noUndeclaredEnvVars']

/**
 * Every gate of `npm run check`. A stage begins when the previous one has ended, even if it failed. The
 * generated files are compared before the build, which would regenerate them; the tests' types need the
 * build. In the last stage the slow gates come first, so that both cores finish together.
 * @type {readonly (readonly Gate[])[]}
 */
export const gateStages = [
  [{ name: 'generated files are current', arguments: ['scripts/run.mjs', 'generate', '--check'] }],
  [{ name: 'build', arguments: turboArguments('build') }],
  [
    {
      name: 'dead code',
      arguments: ['node_modules/knip/bin/knip.js', '--config', 'scripts/config/knip.json'],
    },
    {
      name: 'reference',
      arguments: [
        'node_modules/typedoc/bin/typedoc',
        '--options',
        'scripts/config/typedoc.json',
        '--emit',
        'none',
        '--logLevel',
        'Warn',
      ],
    },
    { name: 'types: server', arguments: typesOf('server/tsconfig.json') },
    { name: "types: operator's page", arguments: typesOf('server/admin-page/tsconfig.json') },
    { name: 'types: contract', arguments: typesOf('server/contract/tsconfig.json') },
    { name: 'types: studio', arguments: typesOf('server/studio/tsconfig.json') },
    { name: 'types: sdk', arguments: typesOf('sdk/tsconfig.json') },
    { name: 'types: command line', arguments: typesOf('sdk/cli/tsconfig.json') },
    { name: 'types: test, examples', arguments: typesOf('test/tsconfig.json') },
    { name: 'types: playground', arguments: typesOf('server/playground/tsconfig.json') },
    { name: 'types: scripts', arguments: typesOf('scripts/tsconfig.json') },
    { name: 'types: openapi', arguments: typesOf('openapi/tsconfig.json') },
    { name: 'types: codegen', arguments: typesOf('openapi/codegen/tsconfig.json') },
    { name: 'types: docs', arguments: typesOf('docs/tsconfig.json') },
    {
      name: 'contract lint',
      arguments: [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        'openapi/openapi.yaml',
        '--config',
        'openapi/redocly.yaml',
      ],
    },
    { name: 'contract changes', arguments: ['scripts/release/contract/changes.ts'] },
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
    {
      name: 'code lint',
      arguments: ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', ...lintSkipped],
    },
    { name: 'lock files', arguments: ['scripts/check/lock-file.ts'] },
  ],
]

/** @param {string} project */
function typesOf(project) {
  return ['node_modules/typescript/bin/tsc', '--project', project]
}
