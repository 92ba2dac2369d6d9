import { idempotency } from './harmless/idempotency.ts'
import { leases } from './harmless/leases.ts'
import { ledger } from './harmless/ledger.ts'
import { limits } from './harmless/limits.ts'
import { queue } from './harmless/queue.ts'
import type { Harmless } from './harmless/reasons.ts'
import { tasks } from './harmless/tasks.ts'
import { uploads } from './harmless/uploads.ts'
import type { ModuleName } from './modules.ts'
import type { MutantName } from './name-mutants.ts'

/** Survivors that change nothing a caller may rely on. */
const harmless: Readonly<Record<ModuleName, Harmless>> = {
  ledger,
  tasks,
  queue,
  leases,
  idempotency,
  limits,
  uploads,
}

export interface HarmlessMutant extends MutantName {
  /** What the path of its file ends in. */
  readonly file: string
}

/** Those of a module. */
export function harmlessMutants(name: ModuleName): HarmlessMutant[] {
  return Object.entries(harmless[name]).flatMap(([file, reasons]) =>
    reasons.flatMap(([place, mutants]) => mutants.map((mutant) => ({ file, in: place, mutant }))),
  )
}
