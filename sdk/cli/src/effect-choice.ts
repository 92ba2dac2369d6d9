import type { Effect, Mediagen, PricingInput, Surface } from '@mediagen/sdk'
import { CommandError } from './command-error.js'

const surfaces = { 'image.transform': 'image', 'video.transform': 'video' } as const satisfies Partial<
  Record<PricingInput['product'], Surface>
>

/**
 * Throws a CommandError if the service has no such effect for the product: otherwise that would be noticed
 * only after the input image has been uploaded.
 */
export async function checkEffect(
  client: Mediagen,
  pricingInput: PricingInput,
  signal: AbortSignal,
): Promise<void> {
  if (!('effectId' in pricingInput) || pricingInput.effectId === undefined) return
  const { effectId, product } = pricingInput
  const surface = surfaces[product]
  const effects = await client.effects({ signal })
  if (effects.some((effect) => effect.id === effectId && effect.surface === surface)) return
  throw new CommandError('usage', unusable(effectId, surface, effects))
}

function unusable(effectId: string, surface: Surface, effects: readonly Effect[]): string {
  const list = `"mediagen effects --surface ${surface}" lists those for ${surface}s`
  const other = effects.find(({ id }) => id === effectId)
  if (other !== undefined) return `The effect ${effectId} is for ${other.surface}s; ${list}`
  const alike = effects.find((one) => one.surface === surface && isAlike(one.id, effectId))
  const hint = alike === undefined ? '' : ` did you mean ${alike.id}?`
  return `There is no effect ${effectId};${hint} ${list}`
}

/** Whether either text begins with the other. */
function isAlike(id: string, typed: string): boolean {
  const start = typed.toLowerCase().slice(0, 4)
  return start.length > 2 && id.startsWith(start)
}
