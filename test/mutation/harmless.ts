import { idempotency } from './harmless/idempotency.ts'
import { leases } from './harmless/leases.ts'
import { ledger } from './harmless/ledger.ts'
import { limits } from './harmless/limits.ts'
import { queue } from './harmless/queue.ts'
import type { Harmless } from './harmless/reasons.ts'
import { tasks } from './harmless/tasks.ts'
import { uploads } from './harmless/uploads.ts'
import type { ModuleName } from './modules.ts'

/** Survivors that change nothing a caller may rely on. */
export const harmless: Readonly<Record<ModuleName, Harmless>> = {
  ledger,
  tasks,
  queue,
  leases,
  idempotency,
  limits,
  uploads,
}
