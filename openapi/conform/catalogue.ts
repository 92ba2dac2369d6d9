import type { Session, TestResponse } from '../codegen/src/conform/scenario.ts'
import { isRecord, record } from '../codegen/src/read/record.ts'

/** The part of the catalogue that generations need. */
export interface Catalogue {
  /** The cheapest resolution and its price in micro-dollars, by product. */
  readonly cheapest: ReadonlyMap<string, { readonly tier: string; readonly unitMicros: bigint }>
  /** A video effect; undefined if there is none. */
  readonly videoEffect?: string
}

/** Reads the catalogue with every filter it takes. */
export async function checkCatalogue(session: Session): Promise<Catalogue> {
  const good = { status: 200 }
  const pricing = await session.send('getPricing', get('/api/v1/pricing'), good)
  await session.send('getAccount', { ...get('/api/v1/me'), withKey: true }, good)
  const found: Record<string, unknown>[] = []
  for (const surface of ['image', 'video']) {
    const expected = { status: 200, faults: (response: TestResponse) => otherSurface(response, surface) }
    const effects = await session.send(
      `listEffects of surface ${surface}`,
      get(`/api/v1/effects?surface=${surface}`),
      expected,
    )
    found.push(...listIn(effects, 'effects'))
    await session.send(
      `listExamples of surface ${surface}`,
      get(`/api/v1/examples?surface=${surface}`),
      expected,
    )
  }
  const videoEffect = found.find(({ surface }) => surface === 'video')?.id
  const tiers = listIn(pricing, 'products').flatMap(cheapestOf)
  return { cheapest: new Map(tiers), ...(videoEffect !== undefined && { videoEffect: String(videoEffect) }) }
}

function get(path: string) {
  return { method: 'GET', path, withKey: false }
}

function otherSurface({ body }: TestResponse, surface: string): string[] {
  const items = Object.values(record(body)).flatMap((list) =>
    Array.isArray(list) ? list.filter(isRecord) : [],
  )
  const others = items.filter((item) => String(item.surface).toLowerCase() !== surface)
  return others.map((item) => `lists ${String(item.id)}, which is of surface ${String(item.surface)}`)
}

function listIn(response: TestResponse | undefined, name: string): Record<string, unknown>[] {
  const list = record(response?.body)[name]
  return Array.isArray(list) ? list.filter(isRecord) : []
}

function cheapestOf(product: Record<string, unknown>): [string, { tier: string; unitMicros: bigint }][] {
  const tiers = Array.isArray(product.tiers) ? product.tiers.filter(isRecord) : []
  const [cheapest] = tiers
    .map(({ tier, unitPrice }) => ({ tier: String(tier), unitMicros: microsOf(String(unitPrice)) }))
    .sort((one, other) => (one.unitMicros < other.unitMicros ? -1 : 1))
  return cheapest === undefined ? [] : [[String(product.product), cheapest]]
}

/** An amount in micro-dollars; 0 if the text is not an amount, which the contract check has reported. */
function microsOf(amount: string): bigint {
  const [, whole, decimals = ''] = /^(\d+)\.(\d{2,6})$/.exec(amount) ?? []
  return whole === undefined ? 0n : BigInt(whole + decimals.padEnd(6, '0'))
}

/** Micro-dollars in readable form. */
export function showMicros(micros: bigint): string {
  const text = String(micros).padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6).replace(/0{1,4}$/, '')}`
}
