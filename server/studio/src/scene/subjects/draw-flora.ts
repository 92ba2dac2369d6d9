import { type Colour, hex, mix, scale } from '../../core/colour.js'
import type { Random } from '../../core/random.js'
import type { Stage } from '../composition.js'
import { createInk, type Ink } from '../ink.js'
import { namedColours } from '../palette-colours.js'
import type { ColourName } from '../scene-description.js'
import type { Drawing } from '../sprite.js'
import { drawAcacia, drawBroadTree, drawPalm, drawPine, type TreeColours } from './trees.js'

/** Plants that fill a landscape. */
export type Plant = 'broad' | 'pine' | 'palm' | 'acacia' | 'blossom'

/** Draws a plant in the colours of the scene's season. */
export function drawPlant(stage: Stage, plant: Plant, random: Random, colour?: ColourName): Drawing {
  const ink: Ink = createInk(stage, random, colour)
  const colours = treeColours(stage, plant, colour)
  const body = drawerOf[plant](ink, colours)
  return { ...body, body: ink.definitions() + body.body }
}

const drawerOf = {
  broad: drawBroadTree,
  pine: drawPine,
  palm: drawPalm,
  acacia: drawAcacia,
  blossom: drawBroadTree,
} as const satisfies Record<Plant, (ink: Ink, colours: TreeColours) => Drawing>

function treeColours(stage: Stage, plant: Plant, colour: ColourName | undefined): TreeColours {
  const { palette, description } = stage
  const snow = description.season === 'winter' && stage.has('snow')
  const wood = plant === 'palm' ? hex('#9a7a58') : hex('#5d4432')
  const dye = (leaves: TreeColours['leaves']): TreeColours['leaves'] => {
    if (!colour) return leaves
    const named = namedColours[colour]
    return [scale(named, 0.6), named, mix(named, [1, 1, 1], 0.3)]
  }
  const tones = (...texts: [string, string, string]): [Colour, Colour, Colour] => [
    hex(texts[0]),
    hex(texts[1]),
    hex(texts[2]),
  ]
  switch (plant) {
    case 'blossom':
      return {
        leaves: dye(tones('#d07a9a', '#f2a8c0', '#ffe0ea')),
        wood: hex('#4a3030'),
        bare: 0,
        snow: false,
      }
    case 'pine':
      return { leaves: dye(tones('#264a3a', '#3f6a4a', '#6a8f5a')), wood, bare: 0, snow }
    case 'palm':
      return { leaves: dye(tones('#2f6a3a', '#4f8f45', '#8fbf5a')), wood, bare: 0, snow: false }
    case 'acacia':
      return { leaves: dye(tones('#4a5a2a', '#6f7f38', '#a0a04a')), wood, bare: 0, snow: false }
    case 'broad':
      return { leaves: dye(palette.foliage), wood, bare: snow ? 0.82 : 0, snow }
  }
}
