import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFiles } from '../generate/staging.ts'

const repository = resolve(import.meta.dirname, '../..')
const depcruise = join(repository, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

const servicePackages = ['core', 'database', 'engines', 'media', 'storage', 'worker']

/** Files that each break a rule: path, import, and the rule's name. */
const violations: readonly (readonly [file: string, imported: string, rule: string])[] = [
  ['server/core/src/domain/a.ts', '../ports/port.js', 'core/domain-imports'],
  ['server/core/src/domain/b.ts', '@mediagen/contract', 'contract-app-confined'],
  ['server/core/src/domain/c.ts', '../async/wait.js', 'core/domain-imports'],
  ['server/core/src/domain/d.ts', '@mediagen/database/table', 'core/domain-imports'],
  ['server/core/src/domain/v.ts', './w.js', 'no-cycles'],
  ['server/core/src/domain/x.ts', './nowhere.js', 'no-unresolved'],
  ['server/core/src/elsewhere/a.ts', '../domain/fact.js', 'unlisted-folder'],
  ['server/core/src/async/a.ts', '../domain/fact.js', 'core/async-imports'],
  ['server/core/src/ports/a.ts', '@mediagen/database/table', 'core/ports-imports'],
  ['server/core/src/ports/b.ts', '../../../src/wire.js', 'core/ports-imports'],
  ['server/database/src/a.ts', '@mediagen/worker/run', 'database-imports'],
  ['server/database/src/b.ts', '@mediagen/storage/s3-store/store', 'database-imports'],
  ['server/database/src/c.ts', './coordination/queue.js', 'coordination-on-top'],
  ['server/database/src/coordination/a.ts', '../../../src/use-cases/use-case.js', 'database-imports'],
  ['server/engines/src/fal/a.ts', '@mediagen/database/table', 'engines-imports'],
  ['server/engines/src/fal/b.ts', '../../../src/wire.js', 'engines-imports'],
  ['server/engines/src/fal/c.ts', '../openai/adapter.js', 'engine-kinds-isolated'],
  ['server/engines/src/shared/a.ts', '../openai/adapter.js', 'engine-kinds-isolated'],
  ['server/engines/src/fal/d.ts', '@mediagen/studio', 'the studio-confined'],
  ['server/media/src/a.ts', '@mediagen/engines/openai/adapter', 'media-imports'],
  ['server/media/src/b.ts', 'undici', 'undici-confined'],
  ['server/media/src/c.ts', '@mediagen/studio', 'the studio-confined'],
  ['server/storage/src/folder-store/a.ts', '@mediagen/database/table', 'storage-imports'],
  ['server/storage/src/folder-store/b.ts', '../s3-store/store.js', 'object-stores-isolated'],
  ['server/storage/src/folder-store/c.ts', '@aws-sdk/client-s3', 'the AWS SDK-confined'],
  ['server/storage/src/folder-store/d.ts', 'joi', 'undeclared-dependency'],
  ['server/storage/src/folder-store/e.ts', 'vitest', 'undeclared-dependency'],
  ['server/storage/src/folder-store/f.ts', 'node:fs', 'unused-module'],
  ['server/worker/src/a.ts', '../../src/use-cases/use-case.js', 'worker-imports'],
  ['server/worker/src/b.ts', '@mediagen/engines/openai/adapter', 'worker-imports'],
  ['server/worker/src/c.ts', 'sharp', 'sharp-confined'],
  ['server/contract/src/a.ts', '@mediagen/core/domain/fact', 'contract-isolated'],
  ['server/contract/src/b.ts', './support/fixture.js', 'no-test-in-product'],
  ['server/studio/src/a.ts', '@mediagen/core/domain/fact', 'studio-isolated'],
  ['server/studio/src/b.ts', './support/test-picture.js', 'no-test-in-product'],
  ['server/src/use-cases/a.ts', '@mediagen/engines/openai/adapter', 'use-cases-imports'],
  ['server/src/use-cases/b.ts', '../http/page.js', 'use-cases-imports'],
  ['server/src/use-cases/c.ts', '@mediagen/worker/run', 'use-cases-imports'],
  ['server/src/use-cases/d.ts', '@mediagen/contract/edge', 'contract-app-confined'],
  ['server/src/use-cases/e.ts', 'kysely', 'kysely-confined'],
  ['server/src/use-cases/f.ts', 'mysql2', 'mysql2-confined'],
  ['server/src/use-cases/g.ts', 'mysql2/promise', 'mysql2-confined'],
  ['server/src/use-cases/h.ts', 'node:sqlite', 'node:sqlite-confined'],
  ['server/src/use-cases/i.ts', 'express', 'express-confined'],
  ['server/src/use-cases/j.ts', '@tsoa/runtime', 'tsoa-confined'],
  ['server/src/use-cases/k.ts', '@mediagen/sdk/proxy', 'the SDK-confined'],
  ['server/src/elsewhere/a.ts', '../wire.js', 'unlisted-folder'],
  ['server/src/operator-files/a.ts', '@mediagen/worker/run', 'operator-files-imports'],
  ['server/src/commands/a.ts', '@mediagen/database/table', 'commands-imports'],
  ['server/src/commands/b.ts', '@mediagen/worker/run', 'commands-imports'],
  ['server/src/http/a.ts', '@mediagen/database/table', 'http-imports'],
  ['server/src/http/b.ts', '../wire.js', 'http-imports'],
  ['server/src/http/c.ts', '../../../scripts/script.js', 'server-isolated'],
  ['server/src/http/d.ts', './support/test-service.js', 'no-test-in-product'],
  ['server/src/http/e.ts', 'vitest', 'no-test-in-product'],
  ['server/src/jobs/a.ts', '@mediagen/database/table', 'jobs-imports'],
  ['server/src/admin/a.ts', '@mediagen/database/table', 'admin-imports'],
  ['sdk/src/v.ts', './support/fake.js', 'no-test-in-product'],
  ['sdk/src/u.test.ts', '../../server/core/src/domain/fact.js', 'sdk-isolated'],
  ['sdk/src/types/a.ts', '../core/core.js', 'sdk-types-imports'],
  ['sdk/src/errors/a.ts', '../core/core.js', 'sdk-errors-imports'],
  ['sdk/src/core/a.ts', '../results/result.js', 'sdk-core-imports'],
  ['sdk/src/results/a.ts', '../generations/generation.js', 'sdk-results-imports'],
  ['sdk/src/uploads/a.ts', '../generations/generation.js', 'sdk-uploads-imports'],
  ['sdk/src/generations/a.ts', '../client.js', 'sdk-generations-imports'],
  ['sdk/src/client.ts', './testing/mock.js', 'testing-kit-isolated'],
]

/** Files that break none. */
const sound: readonly (readonly [file: string, imported: string])[] = [
  ['server/core/src/domain/fact.ts', '@mediagen/contract/limits'],
  ['server/core/src/domain/errors.ts', '@mediagen/contract/errors'],
  ['server/core/src/domain/w.ts', './v.js'],
  ['server/core/src/async/wait.ts', 'node:timers'],
  ['server/core/src/async/semaphore.ts', 'node:timers'],
  ['server/core/src/ports/port.ts', '../domain/fact.js'],
  ['server/database/src/table.ts', 'kysely'],
  ['server/database/src/patient.ts', '@mediagen/core/async/wait'],
  ['server/database/src/migrate.ts', 'kysely'],
  ['server/database/src/exclusive-lock.ts', 'node:sqlite'],
  ['server/database/src/coordination/queue.ts', '../table.js'],
  ['server/engines/src/openai/adapter.ts', '../shared/http.js'],
  ['server/engines/src/shared/http.ts', 'undici'],
  ['server/engines/src/shared/port.ts', '@mediagen/core/ports/port'],
  ['server/engines/src/studio/provider.ts', '@mediagen/studio'],
  ['server/media/src/finish.ts', '@mediagen/core/async/semaphore'],
  ['server/media/src/image.ts', 'sharp'],
  ['server/media/src/studio-video-tool.ts', '@mediagen/studio'],
  ['server/storage/src/s3-store/store.ts', '@aws-sdk/client-s3'],
  ['server/worker/src/run.ts', '@mediagen/database/coordination/queue'],
  ['server/src/wire.ts', '@mediagen/database/table'],
  ['server/src/wire-storage.ts', '@mediagen/storage/s3-store/store'],
  ['server/src/use-cases/use-case.ts', '@mediagen/database/table'],
  ['server/src/operator-files/file.ts', '@mediagen/core/domain/fact'],
  ['server/src/commands/command.ts', '@mediagen/database/migrate'],
  ['server/src/commands/sole.ts', '@mediagen/database/exclusive-lock'],
  ['server/src/http/page.ts', '../use-cases/use-case.js'],
  ['server/src/http/page.test.ts', '@mediagen/database/table'],
  ['server/src/http/edge.ts', '@mediagen/contract/edge'],
  ['server/src/http/contract.ts', '@mediagen/contract'],
  ['server/src/http/support/test-service.ts', 'express'],
  ['server/src/jobs/job.ts', '../wire.js'],
  ['server/src/jobs/sweep.ts', '../wire-storage.js'],
  ['server/contract/src/support/fixture.ts', 'express'],
  ['server/contract/src/generated/routes.ts', '@tsoa/runtime'],
  ['server/studio/src/support/test-picture.ts', 'vitest'],
  ['sdk/src/support/fake.ts', 'vitest'],
  ['sdk/src/types/type.ts', 'node:path'],
  ['sdk/src/core/core.ts', '../errors/error.js'],
  ['sdk/src/core/typed.ts', '../types/type.js'],
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
    await linkPackages(folder)
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
      (line) =>
        !broken.has(line.split(': ')[0] ?? '') &&
        !line.startsWith('server/core/src/domain/w.ts') &&
        // No program imports them.
        !line.endsWith(': unused-module'),
    )
    expect(unexpected).toEqual([])
  })
})

describe('the environment', () => {
  test('is read only in config.ts', () => {
    const readers = globSync('server/{src,*/src}/**/*.ts', { cwd: repository })
      .filter((file) => !file.endsWith('.test.ts'))
      .filter((file) =>
        /process\.env|process\[|\benv\b.*from 'node:process'/.test(
          readFileSync(join(repository, file), 'utf8'),
        ),
      )
    expect(readers).toEqual(['server/src/config.ts'])
  })
})

/**
 * Links the packages that are installed here below a folder. Those of the server are the folder's own, so
 * that an import by name reaches the planted file.
 */
async function linkPackages(folder: string): Promise<void> {
  const installed = join(repository, 'node_modules')
  const packages = join(folder, 'node_modules')
  await mkdir(join(packages, '@mediagen'), { recursive: true })
  for (const name of await readdir(installed))
    if (name !== '@mediagen') await symlink(join(installed, name), join(packages, name))
  for (const name of await readdir(join(installed, '@mediagen'))) {
    const home = servicePackages.includes(name)
      ? join(folder, 'server', name)
      : join(installed, '@mediagen', name)
    await symlink(home, join(packages, '@mediagen', name))
  }
  for (const name of ['', ...servicePackages]) {
    const manifest = join('server', name, 'package.json')
    await mkdir(join(folder, dirname(manifest)), { recursive: true })
    await copyFile(join(repository, manifest), join(folder, manifest))
  }
}

/** `file: rule` for every violation below a folder. */
async function violationsIn(folder: string): Promise<string[]> {
  const config = join(repository, 'scripts/config/dependency-cruiser.cjs')
  const cruise = promisify(execFile)(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', 'server', 'sdk/src'],
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
