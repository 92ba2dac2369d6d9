import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** In order of their paths, so that the simulation, which takes the longest, runs last: a mutant's run ends with its first failure. */
class ByPath extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
  }
}

/** The tests in one process, on SQLite, that hold the mutated modules. */
export default defineConfig({
  test: {
    include: [
      'server/src/core/domain/*.test.ts',
      'test/contract/{account,generations,idempotency,tasks,uploads}.test.ts',
      'test/integration/{accept-generation,accept-together,money,debits,settle-together,reconcile-ledger}.test.ts',
      'test/integration/{account-limits,account-states,key-limits,running-limits,usage}.test.ts',
      'test/integration/{cancel-after,cancel-task,idempotency-key,lost-commit,task-lifecycle}.test.ts',
      'test/integration/{crash-recovery,fair-queue,live-workers,queue-heads,submit-task,sweeps}.test.ts',
      'test/integration/{worker-loop,worker-stop,missing-input,operator-actions}.test.ts',
      'test/integration/{retention,unused-uploads,upload-flow,upload-limits}.test.ts',
      'test/simulation/books.test.ts',
    ],
    sequence: { sequencer: ByPath },
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { MEDIAGEN_SIMULATION_SEED: '1' },
    setupFiles: ['test/support/after-each-file.ts', 'test/support/restore-globals.ts'],
    provide: { databaseDialect: 'sqlite' },
  },
})
