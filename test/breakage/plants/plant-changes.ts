// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the changes are code.
import type { Change } from './change-code.ts'

const moment = 'await new Promise((resolve) => setTimeout(resolve, 30))'

/** What each plant changes, one thing after another. */
export const plantChanges = {
  'balance-read-then-written': [
    {
      in: 'reserve',
      from: 'const $costs = $sum($movements, ({ amount }) => amount.micros)',
      to: `$0
          const rows = await tx.db
            .selectFrom('accounts')
            .select(['id', 'balance'])
            .where('id', 'in', [...$costs.keys()])
            .execute()
          const left = new Map(rows.map(({ id, balance }) => [id, balance - ($costs.get(id) ?? 0n)]))
          ${moment}`,
    },
    { in: 'reserve', from: "const $cost = $valueByKey('id', $costs)", to: '$0' },
    {
      // What is paid in or refunded meanwhile stays: a lower balance would make refusals wrong, too.
      in: 'reserve',
      from: '`set balance = balance - ${$cost}`',
      to: "`set balance = greatest(${$valueByKey('id', left)}, balance - ${$cost})`",
    },
  ],
  'refund-of-half': [{ in: 'refund', from: '$amount.micros', to: '$amount.micros / 2n' }],
  'half-of-the-price-refunded': [
    {
      in: 'endTasks',
      from: '$ledger[$moves.fail.money]($tx, $tasks.map($costOf))',
      to: `$ledger[$moves.fail.money](
          $tx,
          $tasks.map((task) => ({ ...$costOf(task), amount: Usd.ofMicros(task.cost.micros / 2n) })),
        )`,
      uses: ['Usd'],
    },
  ],
  'second-of-a-video-free': [
    {
      in: 'acceptGeneration',
      from: '$price.times($units)',
      to: '$price.times(Math.max(1, $units - 1))',
    },
  ],
  'poll-from-cache': [
    {
      in: 'createReadPolledTask',
      from: 'return $read',
      to: `const read = $read
          const cache = new Map()
          return async (key) => {
            const known = cache.get(key.taskId)
            if (known !== undefined && performance.now() - known.atMs < 1_000) return known.task
            const task = await read(key)
            if (task !== undefined) cache.set(key.taskId, { task, atMs: performance.now() })
            return task
          }`,
    },
  ],
  'cancel-of-a-running-task': [
    { in: 'cancelTasks', from: "$update.where('status', '=', $from)", to: '$update' },
    {
      in: 'cancelTask',
      from: '$wasWaiting && (await $cancel($tx, [$seen]))',
      to: "($wasWaiting || $seen.status === 'PROCESSING') && (await $cancel($tx, [$seen]))",
    },
  ],
  'retaken-task-queued-again': [
    { in: 'requeueTask', from: '{ epoch: $epoch, $$ }', to: "{ status: 'QUEUED', ...$0 }" },
  ],
  'refund-outside-transaction': [
    { in: 'cancelTasks', from: 'await $ledger[$move.money]($$);', to: '' },
    {
      in: 'cancelTask',
      from: '$watch.wake($taskId)',
      to: `$0
          ${moment}
          await database
            .transaction(async (tx) => {
              const task = await findTask(tx.db, accountId, $taskId)
              if (task !== undefined) await $ledger.refund(tx, [{ accountId, taskId: $taskId, amount: task.cost }])
            })
            .catch(() => undefined)`,
      uses: ['findTask', '$ledger'],
    },
  ],
  'started-after-its-deadline': [
    { in: 'claimTasks', from: '($cancelAtMs ?? Infinity) <= $nowMs', to: '($cancelAtMs ?? Infinity) <= 0' },
  ],
  'failure-charged': [
    {
      in: 'endTasks',
      from: '$ledger[$moves.fail.money]($tx, $tasks.map($costOf))',
      to: '$ledger.charge($tx, $tasks.map((task) => ({ ...$costOf(task), resultBytes: 0 })))',
    },
  ],
  'key-written-after-commit': [
    { in: 'acceptTogether', from: 'await $insertKeys($tx, $acceptances.flatMap($keyOf));', to: '' },
    {
      in: 'acceptTogether',
      from: 'return $database.transaction($run)',
      to: `const accepted = await $database.transaction($run)
          await $database
            .transaction((tx) => $insertKeys(tx, $acceptances.flatMap($keyOf)))
            .catch(() => undefined)
          return accepted`,
    },
  ],
  'replay-of-another-body': [
    { in: 'findReplay', from: 'if (Buffer.compare($$) !== 0) throw $conflict', to: '' },
  ],
  'running-tasks-not-counted': [
    {
      in: 'blockBeyondLimits',
      from: '$hasPermit ? $running < $max : $taken < $max && !$isBehind',
      to: '$running <= $max',
    },
  ],
  'ambiguous-start-repeated': [
    { in: 'resumeTask', from: "{ kind: 'ambiguous', $$ }", to: "{ kind: 'absent' }" },
  ],
  'another-engine-after-ambiguous-start': [
    {
      in: 'tryGroups',
      from: "if ($outcome.kind !== 'unavailable') return $outcome",
      to: "if ($outcome.kind === 'ambiguous' && groups.length > 1) continue; else $0",
    },
  ],
  'copied-without-its-version': [
    {
      in: 'verifyAndCopy',
      from: '$store.copy({ from: $from, to: $to, etag: $head.etag })',
      to: `(${moment},
          $store.copy({ from: $from, to: $to, etag: ((await $store.head($from)) ?? $head).etag }))`,
    },
  ],
  'revoked-key-trusted-on': [
    { in: 'trustedMs', from: 'const $trustedMs = $ms', to: 'const $trustedMs = 30_000' },
  ],
  'rotated-key-with-limits-of-its-own': [
    {
      in: 'rotateApiKey',
      from: '$insert($tx, { keyId, accountId, hash, properties, limitsId })',
      to: `$insert($tx, {
          ...{ keyId, accountId, hash, properties },
          limitsId: await setKeyLimits($tx, { keyId }, properties),
        })`,
      uses: ['setKeyLimits'],
    },
  ],
  'open-tasks-counted-first': [
    { in: 'reserve', from: '`and tasks_open + ${$count} <= ${$max}`', to: '``' },
    { in: 'reserve', from: '$findRefusal($tx, $costs, $counts, $limits)', to: '$0' },
    {
      in: 'reserve',
      from: 'const { numAffectedRows } = $update',
      to: `const full = await $tx.db
            .selectFrom('accounts')
            .select('id')
            .where('id', 'in', [...$costs.keys()])
            .where((row) => row(row('tasks_open', '+', $count), '>', $max))
            .execute()
          if (full.length > 0) return $findRefusal($tx, $costs, $counts, $limits)
          ${moment}
          $0`,
    },
  ],
  'spending-not-limited': [
    { in: 'countSpending', from: '`spent + ${$cost} <= ${$limit}`', to: '`spent <= ${$limit}`' },
  ],
  'refund-left-in-key-spending': [{ in: 'deductSpending', from: '$counted.length === 0', to: 'true' }],
  'retention-deletes-input-of-running-task': [
    { in: 'readUsedBeforeMs', from: 'Math.min($unusedSinceMs, $$)', to: '$unusedSinceMs' },
  ],
  'results-of-an-account-under-one-key': [{ in: 'resultKeyOf', from: '$task.id', to: '$task.accountId' }],
  'keys-swept-too-early': [
    {
      in: 'deleteOldIdempotencyKeys',
      from: 'BigInt($nowMs - $options.rememberedMs)',
      to: 'BigInt(Math.round($nowMs - $options.rememberedMs / 1000))',
    },
  ],
  'silent-gate-allows': [
    { in: 'askGates', from: "$kind === 'failed' && $gate.onFailure === 'refuse'", to: 'false' },
  ],
  'task-of-any-account': [
    { in: 'findPolledTasks', from: '$row?.account_id === $key.accountId', to: '$row !== undefined' },
    { in: 'findTask', from: "$find.where('account_id', '=', $accountId)", to: '$find' },
  ],
  'outage-of-the-store-as-an-error': [
    { in: 'isStorageOutage', from: '$error instanceof ObjectStoreUnavailableError', to: 'false' },
  ],
  // The store loses some of what it has acknowledged, which reading back would show.
  'deleted-before-read-back': [
    { in: 'writeArchive', from: 'await readArchive($objectStore, $summary);', to: '' },
    {
      in: 'writeArchive',
      from: 'await $store.put({ key: archiveKeyOf($id), $$ })',
      to: 'if (Math.random() < 0.8) $0',
    },
  ],
  'archived-sums-outside-transaction': [
    {
      in: 'deleteTasks',
      from: 'let $deleted = 0',
      to: `$0
          let left: readonly ArchivedTask[] = []`,
    },
    {
      in: 'deleteTasks',
      from: "await $countArchived($tx, $same, 'added');",
      to: 'left = [...left, ...$same]',
    },
    {
      in: 'deleteTasks',
      from: 'return $deleted;',
      to: `${moment}
          await database.transaction((tx) => $countArchived(tx, left, 'added'))
          $0`,
    },
  ],
  // Both guards are gone: a revived lease alone is harmless, as every write of an attempt has its epoch as a guard.
  'lease-renewed-after-expiry': [
    { in: 'extendLeases', from: "$extend.where('epoch', '=', $epochs)", to: '$extend' },
    { in: 'setSubmission', from: "$update.where('epoch', '=', $epoch)", to: '$update' },
  ],
} as const satisfies Record<string, readonly Change[]>
