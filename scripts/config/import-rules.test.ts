import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFiles } from '../generate/staging.ts'

const repository = resolve(import.meta.dirname, '../..')
const depcruise = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

/** Files that each break a rule: path, import, and the rule's name. */
const violations: readonly (readonly [file: string, imported: string, rule: string])[] = [
  ['server/src/domain/a.ts', '../ports/port.js', 'domain-imports'],
  ['server/src/domain/b.ts', '@mediagen/contract', 'contract-app-confined'],
  ['server/src/use-cases/edge.ts', '@mediagen/contract/edge', 'contract-app-confined'],
  ['server/contract/src/a.ts', '../../src/domain/fact.js', 'contract-isolated'],
  ['server/contract/src/b.ts', './support/fixture.js', 'no-test-in-product'],
  ['server/src/time/a.ts', '../domain/fact.js', 'time-imports'],
  ['server/src/concurrency/a.ts', '../domain/fact.js', 'concurrency-imports'],
  ['server/src/domain/time.ts', '../time/wait.js', 'domain-imports'],
  ['server/src/ports/c.ts', '../database/table.js', 'ports-imports'],
  ['server/src/database/d.ts', '../use-cases/use-case.js', 'database-imports'],
  ['server/src/use-cases/e.ts', '../adapters/adapter.js', 'use-cases-imports'],
  ['server/src/use-cases/f.ts', '../http/page.js', 'use-cases-imports'],
  ['server/src/use-cases/worker.ts', '../worker/run.js', 'use-cases-imports'],
  ['server/src/coordination/a.ts', '../use-cases/use-case.js', 'coordination-imports'],
  ['server/src/coordination/b.ts', '../worker/run.js', 'coordination-imports'],
  ['server/src/worker/a.ts', '../use-cases/use-case.js', 'worker-imports'],
  ['server/src/worker/b.ts', '../adapters/adapter.js', 'worker-imports'],
  ['server/src/operator-files/a.ts', '../worker/run.js', 'operator-files-imports'],
  ['server/src/commands/a.ts', '../database/table.js', 'commands-imports'],
  ['server/src/commands/b.ts', '../worker/run.js', 'commands-imports'],
  ['server/src/adapters/g.ts', '../database/table.js', 'adapters-imports'],
  ['server/src/http/h.ts', '../database/table.js', 'http-imports'],
  ['server/src/http/i.ts', '../wire.js', 'http-imports'],
  ['server/src/jobs/j.ts', '../database/table.js', 'jobs-imports'],
  ['server/src/admin/k.ts', '../database/table.js', 'admin-imports'],
  ['server/src/use-cases/l.ts', 'kysely', 'kysely-confined'],
  ['server/src/use-cases/m.ts', 'mysql2', 'mysql2-confined'],
  ['server/src/use-cases/n.ts', 'mysql2/promise', 'mysql2-confined'],
  ['server/src/use-cases/o.ts', 'node:sqlite', 'node:sqlite-confined'],
  ['server/src/use-cases/p.ts', 'express', 'express-confined'],
  ['server/src/use-cases/q.ts', '@tsoa/runtime', 'tsoa-confined'],
  ['server/src/adapters/r.ts', '@aws-sdk/client-s3', 'the AWS SDK-confined'],
  ['server/src/http/studio.ts', '@mediagen/studio', 'the studio-confined'],
  ['server/src/use-cases/sdk.ts', '@mediagen/sdk/proxy', 'the SDK-confined'],
  ['server/studio/src/a.ts', '../../src/domain/fact.js', 'studio-isolated'],
  ['server/src/http/s.ts', '../../../scripts/script.js', 'server-isolated'],
  ['server/src/http/t.ts', './support/test-service.js', 'no-test-in-product'],
  ['server/src/http/u.ts', 'vitest', 'no-test-in-product'],
  ['server/studio/src/b.ts', './support/test-picture.js', 'no-test-in-product'],
  ['sdk/src/v.ts', './support/fake.js', 'no-test-in-product'],
  ['sdk/src/u.test.ts', '../../server/src/domain/fact.js', 'sdk-isolated'],
  ['sdk/src/core/a.ts', '../results/result.js', 'sdk-core-imports'],
  ['sdk/src/results/a.ts', '../generations/generation.js', 'sdk-results-imports'],
  ['sdk/src/uploads/a.ts', '../generations/generation.js', 'sdk-uploads-imports'],
  ['sdk/src/generations/a.ts', '../client.js', 'sdk-generations-imports'],
  ['sdk/src/client.ts', './testing/mock.js', 'testing-kit-isolated'],
  ['server/src/domain/v.ts', './w.js', 'no-cycles'],
  ['server/src/domain/x.ts', './nowhere.js', 'no-unresolved'],
]

/** Files that break none. */
const sound: readonly (readonly [file: string, imported: string])[] = [
  ['server/src/domain/fact.ts', '@mediagen/contract/limits'],
  ['server/src/http/edge.ts', '@mediagen/contract/edge'],
  ['server/src/http/contract.ts', '@mediagen/contract'],
  ['server/src/domain/errors.ts', '@mediagen/contract/errors'],
  ['server/src/time/wait.ts', 'node:timers'],
  ['server/src/database/patient.ts', '../time/wait.js'],
  ['server/src/ports/port.ts', '../domain/fact.js'],
  ['server/src/database/table.ts', 'kysely'],
  ['server/src/database/sqlite.ts', 'node:sqlite'],
  ['server/src/use-cases/use-case.ts', '../database/table.js'],
  ['server/src/coordination/queue.ts', '../database/table.js'],
  ['server/src/worker/run.ts', '../coordination/queue.js'],
  ['server/src/operator-files/file.ts', '../domain/fact.js'],
  ['server/src/commands/command.ts', '../database/migrate.js'],
  ['server/src/commands/sole.ts', '../database/exclusive-lock.js'],
  ['server/src/database/exclusive-lock.ts', 'node:sqlite'],
  ['server/src/database/migrate.ts', 'kysely'],
  ['server/src/adapters/adapter.ts', '../ports/port.js'],
  ['server/src/adapters/patient.ts', '../concurrency/semaphore.js'],
  ['server/src/concurrency/semaphore.ts', 'node:timers'],
  ['server/src/adapters/s3-store/store.ts', '@aws-sdk/client-s3'],
  ['server/src/http/page.ts', '../use-cases/use-case.js'],
  ['server/src/http/page.test.ts', '../database/table.js'],
  ['server/src/http/support/test-service.ts', 'express'],
  ['server/src/jobs/job.ts', '../wire.js'],
  ['server/src/jobs/sweep.ts', '../wire-storage.js'],
  ['server/src/wire.ts', './database/table.js'],
  ['server/src/wire-storage.ts', './database/table.js'],
  ['server/contract/src/support/fixture.ts', 'express'],
  ['server/contract/src/generated/routes.ts', '@tsoa/runtime'],
  ['server/src/domain/w.ts', './v.js'],
  ['server/studio/src/support/test-picture.ts', 'vitest'],
  ['sdk/src/support/fake.ts', 'vitest'],
  ['sdk/src/types.ts', './core/core.js'],
  ['sdk/src/core/core.ts', '../errors/error.js'],
  ['sdk/src/core/typed.ts', '../types.js'],
  ['sdk/src/errors/error.ts', 'node:path'],
  ['sdk/src/results/result.ts', '../core/core.js'],
  ['sdk/src/uploads/upload.ts', '../core/core.js'],
  ['sdk/src/generations/generation.ts', '../results/result.js'],
  ['sdk/src/testing/mock.ts', '../core/core.js'],
  ['scripts/script.ts', 'node:path'],
]

describe('the import rules', () => {
  let folder: string
  let found: string[]
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'import-rules-'))
    await symlink(join(repository, 'node_modules'), join(folder, 'node_modules'))
    const files = [...violations, ...sound].map(([file, imported]) => [file, `import '${imported}'\n`])
    await writeFiles(folder, { ...Object.fromEntries(files), 'tsconfig.base.json': '{}' })
    found = await violationsIn(folder)
  })
  afterAll(() => rm(folder, { recursive: true }))

  test.each(violations)('refuse that %s imports %s', (file, _imported, rule) => {
    expect(found).toContain(`${file}: ${rule}`)
  })

  test('allow what the design allows', () => {
    const broken = new Set(violations.map(([file]) => file))
    const unexpected = found.filter(
      (line) => !broken.has(line.split(': ')[0] ?? '') && !line.startsWith('server/src/domain/w.ts'),
    )
    expect(unexpected).toEqual([])
  })
})

describe('the environment', () => {
  test('is read only in config.ts', () => {
    const readers = globSync('server/src/**/*.ts', { cwd: repository })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) =>
        /process\.env|process\[|\benv\b.*from 'node:process'/.test(
          readFileSync(join(repository, file), 'utf8'),
        ),
      )
    expect(readers).toEqual(['server/src/config.ts'])
  })
})

/** `file: rule` for every violation below a folder. */
async function violationsIn(folder: string): Promise<string[]> {
  const config = join(repository, 'scripts/config/dependency-cruiser.cjs')
  const cruise = promisify(execFile)(
    process.execPath,
    [
      depcruise,
      '--config',
      config,
      '--output-type',
      'json',
      'server/src',
      'server/contract',
      'server/studio',
      'sdk/src',
    ],
    { cwd: folder, maxBuffer: 64 * 1024 * 1024 },
  )
  const { stdout } = await cruise.catch((error: unknown) => {
    // A number of violations is the exit status; the report is printed all the same.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string')
      return { stdout: error.stdout }
    throw error
  })
  const report: { summary: { violations: { from: string; rule: { name: string } }[] } } = JSON.parse(stdout)
  return report.summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`)
}
