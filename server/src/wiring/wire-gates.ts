import { readSecret } from '../config/config.ts'
import type { GateFileEntry } from '../config/gate-entry.ts'
import type { ProvidersFile } from '../config/load-providers.ts'
import type { YamlProblem } from '../config/read-yaml.ts'
import type { Gate, Gates } from '../core/ports/gate.ts'

/** Loaded only if there is a providers file. */
export type GateAdapter = typeof import('../engines/gates/gate-adapter.ts')

export function loadGateAdapter(): Promise<GateAdapter> {
  return import('../engines/gates/gate-adapter.ts')
}

/** Every gate that the file names. */
export function makeGates({ gates = [] }: ProvidersFile, adapter: GateAdapter | undefined): Gate[] {
  if (adapter === undefined) return []
  return gates.map((entry) => adapter.createGate(settingsOf(entry, adapter)))
}

function settingsOf(
  { name, at, products, onFailure, url, apiKeyEnv, model, timeoutSeconds, options }: GateFileEntry,
  { parsedGateOptions }: GateAdapter,
): Parameters<GateAdapter['createGate']>[0] {
  return {
    name,
    at,
    products,
    onFailure,
    url,
    apiKey: apiKeyEnv === undefined ? undefined : readSecret(apiKeyEnv),
    model,
    timeoutMs: timeoutSeconds * 1000,
    options: parsedGateOptions(options),
  }
}

/** Gates that could not judge what they are for. */
export function gatesWithFaults(
  { gates = [] }: ProvidersFile,
  adapter: GateAdapter | undefined,
): YamlProblem[] {
  return gates.flatMap((entry, index) => {
    const fault = adapter?.faultOfGate(settingsOf(entry, adapter))
    return fault === undefined ? [] : [{ at: ['gates', index, 'at'], message: `gate ${entry.name} ${fault}` }]
  })
}

export interface GateRegistry extends Gates {
  /** Installs new gates; requests under way stay with their gate. */
  replace(gates: readonly Gate[]): void
  close(): Promise<void>
}

export function createGateRegistry(gates: readonly Gate[]): GateRegistry {
  let current = gates
  /** Gates replaced by a newer file that may still be asked. */
  const retired: Gate[] = []
  return {
    list: () => current,
    forTask: (stage, product) =>
      current.filter(({ at, products }) => at.includes(stage) && products?.includes(product) !== false),
    forUpload: () => current.filter(({ at }) => at.includes('upload')),
    replace(newGates) {
      retired.push(...current)
      current = newGates
    },
    async close() {
      await Promise.all([...retired, ...current].map((gate) => gate.close()))
    },
  }
}
