import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Effect } from '../../../server/src/core/domain/catalogue.ts'

/** What a test's catalogue offers; prices as text, as an operator writes them. */
export interface CatalogueData {
  readonly effects: readonly Effect[]
  readonly prices: Readonly<
    Record<string, { unit: 'image' | 'second'; tiers: Readonly<Record<string, string>> }>
  >
}

/** Prices that no two tiers share and whose multiples need every decimal. */
export const testPrices: CatalogueData['prices'] = {
  'image.generate': { unit: 'image', tiers: { '1k': '0.020001', '2k': '0.040003', '4k': '0.080007' } },
  'image.transform': { unit: 'image', tiers: { hd: '0.030011', fhd: '0.050013' } },
  'video.generate': {
    unit: 'second',
    tiers: { '480p': '0.030017', '512p': '0.035019', '720p': '0.050023', '1080p': '0.100029' },
  },
  'video.transform': { unit: 'second', tiers: { hd: '0.050031', fhd: '0.100037' } },
}

/** Effects for each case of precedence: no presets at all, and a preset of every parameter. */
export const testEffects: readonly Effect[] = [
  makeEffect('plain-image', 'image', {}),
  makeEffect('preset-image', 'image', { resolution: 'fhd', aspectRatio: '3:2' }),
  makeEffect('plain-video', 'video', {}),
  makeEffect('preset-video', 'video', { resolution: 'fhd', aspectRatio: '9:16', durationSeconds: 8 }),
]

/** Writes a catalogue folder (JSON is YAML) and returns its path with what removes it. */
export async function writeCatalogue(
  data: CatalogueData = { effects: testEffects, prices: testPrices },
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-catalogue-'))
  const pricing = {
    currency: 'USD',
    products: Object.entries(data.prices).map(([product, { unit, tiers }]) => ({
      product,
      unit,
      tiers: Object.entries(tiers).map(([tier, unitPrice]) => ({ tier, unitPrice })),
    })),
  }
  await writeFile(join(folder, 'effects.yaml'), JSON.stringify({ effects: data.effects }))
  await writeFile(join(folder, 'pricing.yaml'), JSON.stringify(pricing))
  await writeFile(join(folder, 'gallery.yaml'), JSON.stringify({ examples: [], files: {} }))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

function makeEffect(id: string, surface: Effect['surface'], defaults: Effect['defaults']): Effect {
  return { id, name: id, description: `The effect ${id}.`, surface, instruction: `Apply ${id}.`, defaults }
}
