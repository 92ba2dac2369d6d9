import type { SavedGeneration } from '@mediagen/sdk'
import { type FieldValue, isFieldValue } from '../contract/read-forms.ts'
import type { Job } from './job.ts'

/** The most that are kept: with their small images they fit a browser's 5 MB several times. */
export const historyLength = 24
const storagePrefix = 'mediagen.playground.history '

type HistoryStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * The accepted jobs of an account, newest first. Only their ids and settings are kept here; what became of
 * them the service tells. `scope` keeps accounts and services apart.
 */
export function loadHistory(storage: Pick<Storage, 'getItem'>, scope: string): Job[] {
  const kept: unknown = parse(storage.getItem(storagePrefix + scope))
  return Array.isArray(kept) ? kept.flatMap((one: unknown) => readEntry(one)).slice(0, historyLength) : []
}

/** Keeps the newest jobs that were accepted; without their images where the browser has no more space. */
export function saveHistory(storage: HistoryStorage, scope: string, jobs: readonly Job[]): void {
  const accepted = jobs.filter(({ state }) => state.kind === 'accepted')
  const entries = accepted.slice(0, historyLength).map(toEntry)
  const withoutImages = entries.map(({ image, ...entry }) => entry)
  // A browser whose owner allows no storage keeps none: the page works without a history.
  for (const attempt of [entries, withoutImages]) if (isStored(storage, scope, attempt)) break
}

function isStored(storage: HistoryStorage, scope: string, entries: object): boolean {
  try {
    storage.setItem(storagePrefix + scope, JSON.stringify(entries))
    return true
  } catch {
    return false
  }
}

function toEntry({ product, request, inputUrl, price, effectName, state, createdAt }: Job) {
  const saved = state.kind === 'accepted' ? state.saved : undefined
  // An address of this page's memory is gone with the page.
  const image = inputUrl?.startsWith('data:') ? inputUrl : undefined
  return { saved, product, request, price, effectName, createdAt, image }
}

/** An entry of this or an earlier version of the page; one that cannot be read is left out. */
function readEntry(entry: unknown): Job[] {
  const { saved, product, request, price, effectName, createdAt, image } = recordOf(entry)
  if (!isProduct(product) || !isSaved(saved) || typeof createdAt !== 'string') return []
  return [
    {
      key: saved.id,
      product,
      request: readRequest(request),
      inputUrl: typeof image === 'string' && image.startsWith('data:image/') ? image : undefined,
      createdAt,
      price: typeof price === 'string' ? price : undefined,
      effectName: typeof effectName === 'string' ? effectName : undefined,
      state: { kind: 'accepted', saved, task: undefined, problem: undefined },
    },
  ]
}

function readRequest(request: unknown): Record<string, FieldValue> {
  const fields = Object.entries(recordOf(request))
  return Object.fromEntries(fields.flatMap(([name, value]) => (isFieldValue(value) ? [[name, value]] : [])))
}

function isSaved(value: unknown): value is SavedGeneration {
  const { id, status, createdAt, pricingInput } = recordOf(value)
  return [id, status, createdAt].every((text) => typeof text === 'string') && typeof pricingInput === 'object'
}

function isProduct(value: unknown): value is Job['product'] {
  return typeof value === 'string' && /^(image|video)\.(generate|transform)$/.test(value)
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return Object(value)
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}
