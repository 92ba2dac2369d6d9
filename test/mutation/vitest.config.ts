import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { endKeptThread, KeptWorker } from './kept-worker.ts'
import { modules } from './modules.ts'

/** First the files that noticed the mutant before, which is often a neighbour, then the quick ones. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = files.map((file) => ({ file, result: this.ctx.cache.getTestSpecificationResult(file) }))
    return order
      .sort(
        (a, b) =>
          Number(b.result?.failed ?? false) - Number(a.result?.failed ?? false) ||
          (a.result?.duration ?? 0) - (b.result?.duration ?? 0),
      )
      .map(({ file }) => file)
  }
}

/** As the project `integration-sqlite`, which Stryker cannot choose from several. */
export default defineConfig({
  test: {
    include: Object.values(modules).flatMap(({ tests }) => tests),
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 120_000,
    setupFiles: [
      'test/mutation/forget-mutant.ts',
      'test/support/after-each-file.ts',
      'test/support/restore-globals.ts',
    ],
    sequence: { sequencer: QuickestFirst },
    provide: { databaseDialect: 'sqlite' },
  },
  plugins: [
    {
      name: 'kept-worker',
      // Stryker sets the pool itself, after this file is read.
      configureVitest({ project, vitest }) {
        vitest.onClose(endKeptThread)
        project.config.pool = 'kept'
        project.config.poolRunner = {
          name: 'kept',
          createPoolWorker: (options) => new KeptWorker(options),
        }
      },
    },
  ],
})
