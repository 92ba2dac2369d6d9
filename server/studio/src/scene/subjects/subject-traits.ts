import type { SubjectKind } from '../lexicon/subject-words.js'
import type { Place } from '../scene-description.js'

/** What carries a subject. */
export type Anchor = 'ground' | 'air' | 'water' | 'under' | 'table'

/** What composition must know of a kind of subject before it is painted. */
export interface SubjectTraits {
  readonly anchor: Anchor
  /** Height of a lone one, in units (the short edge of the picture is 1000). */
  readonly height: number
  /** Where it is found when the prompt names no place; the seed picks one. */
  readonly places: readonly Place[]
  /** The groups that a negative prompt may remove it by. */
  readonly group:
    | 'building'
    | 'vehicle'
    | 'boat'
    | 'animal'
    | 'bird'
    | 'person'
    | 'object'
    | 'tree'
    | 'flower'
}

function traits(
  group: SubjectTraits['group'],
  anchor: Anchor,
  height: number,
  places: readonly Place[],
): SubjectTraits {
  return { group, anchor, height, places }
}

const land: readonly Place[] = ['meadow', 'hills', 'mountains', 'forest']

/** Every kind of subject of the lexicon. */
export const subjectTraits = {
  lighthouse: traits('building', 'ground', 560, ['coast']),
  castle: traits('building', 'ground', 430, ['mountains', 'hills', 'coast']),
  cottage: traits('building', 'ground', 250, ['meadow', 'hills', 'mountains', 'forest', 'lake']),
  church: traits('building', 'ground', 420, ['hills', 'meadow', 'mountains']),
  pagoda: traits('building', 'ground', 520, ['mountains', 'hills', 'lake']),
  torii: traits('building', 'ground', 360, ['lake', 'forest', 'mountains']),
  windmill: traits('building', 'ground', 460, ['meadow', 'hills']),
  tower: traits('building', 'ground', 560, ['hills', 'mountains', 'coast']),
  ruins: traits('building', 'ground', 340, ['hills', 'desert', 'meadow', 'coast']),
  bridge: traits('building', 'water', 330, ['river', 'lake', 'sea']),
  pyramid: traits('building', 'ground', 330, ['desert']),
  tent: traits('building', 'ground', 190, ['forest', 'mountains', 'lake', 'meadow']),
  sailboat: traits('boat', 'water', 330, ['lake', 'sea']),
  ship: traits('boat', 'water', 380, ['sea']),
  boat: traits('boat', 'water', 120, ['lake', 'river', 'sea']),
  balloon: traits('vehicle', 'air', 330, ['hills', 'mountains', 'meadow', 'canyon']),
  'toy-balloon': traits('vehicle', 'air', 300, ['sky', 'meadow', 'room']),
  airplane: traits('vehicle', 'air', 170, ['sky', 'mountains']),
  rocket: traits('vehicle', 'air', 430, ['space', 'planet']),
  ufo: traits('vehicle', 'air', 150, ['hills', 'desert', 'forest', 'city']),
  train: traits('vehicle', 'ground', 190, ['mountains', 'hills', 'meadow', 'snow']),
  car: traits('vehicle', 'ground', 190, ['street', 'desert', 'coast', 'hills']),
  bicycle: traits('vehicle', 'ground', 220, ['meadow', 'street', 'village']),
  cat: traits('animal', 'ground', 360, ['windowsill', 'room', 'meadow']),
  dog: traits('animal', 'ground', 340, ['meadow', 'beach', 'room']),
  fox: traits('animal', 'ground', 300, ['forest', 'snow', 'meadow']),
  bird: traits('bird', 'ground', 260, ['meadow', 'forest']),
  flock: traits('bird', 'air', 150, ['sky', 'sea', 'lake']),
  owl: traits('bird', 'ground', 380, ['forest']),
  penguin: traits('bird', 'ground', 320, ['snow']),
  horse: traits('animal', 'ground', 400, ['meadow', 'hills', 'savanna', 'beach']),
  deer: traits('animal', 'ground', 400, ['forest', 'meadow', 'mountains']),
  elephant: traits('animal', 'ground', 380, ['savanna']),
  bear: traits('animal', 'ground', 330, ['forest', 'river', 'mountains']),
  rabbit: traits('animal', 'ground', 270, ['meadow', 'forest']),
  dragon: traits('animal', 'air', 400, ['mountains', 'volcano', 'canyon']),
  butterfly: traits('animal', 'air', 200, ['meadow', 'forest']),
  whale: traits('animal', 'under', 330, ['underwater']),
  fish: traits('animal', 'under', 130, ['underwater']),
  jellyfish: traits('animal', 'under', 320, ['underwater']),
  turtle: traits('animal', 'under', 210, ['underwater', 'beach']),
  person: traits('person', 'ground', 330, ['hills', 'mountains', 'beach', 'street', 'meadow', 'forest']),
  astronaut: traits('person', 'ground', 400, ['planet']),
  robot: traits('person', 'ground', 400, ['city', 'desert', 'meadow', 'planet']),
  snowman: traits('person', 'ground', 340, ['snow']),
  scarecrow: traits('person', 'ground', 420, ['meadow', 'hills']),
  vase: traits('flower', 'table', 620, ['table']),
  bowl: traits('object', 'table', 360, ['table']),
  apple: traits('object', 'table', 260, ['table']),
  citrus: traits('object', 'table', 240, ['table']),
  cup: traits('object', 'table', 300, ['table']),
  teapot: traits('object', 'table', 330, ['table']),
  bottle: traits('object', 'table', 520, ['table']),
  bread: traits('object', 'table', 210, ['table']),
  lamp: traits('object', 'ground', 520, ['street', 'forest', 'village']),
  candle: traits('object', 'table', 400, ['table']),
  umbrella: traits('object', 'ground', 330, ['beach', 'street', 'meadow']),
  crystal: traits('object', 'ground', 460, ['canyon', 'planet', 'mountains', 'abstract']),
  mushroom: traits('object', 'ground', 330, ['forest']),
  cactus: traits('tree', 'ground', 420, ['desert', 'canyon']),
  pumpkin: traits('object', 'ground', 240, ['meadow', 'forest', 'table']),
  book: traits('object', 'table', 260, ['table']),
  clock: traits('object', 'table', 420, ['table']),
  guitar: traits('object', 'ground', 520, ['room', 'meadow']),
  chair: traits('object', 'ground', 400, ['room', 'beach']),
  heart: traits('object', 'air', 360, ['abstract', 'sky']),
  sphere: traits('object', 'ground', 360, ['desert', 'abstract', 'table']),
  campfire: traits('object', 'ground', 200, ['forest', 'beach', 'mountains']),
  oak: traits('tree', 'ground', 520, ['hills', 'meadow', 'savanna']),
  pine: traits('tree', 'ground', 520, ['mountains', 'snow', 'forest']),
  palm: traits('tree', 'ground', 520, ['beach', 'desert']),
  blossom: traits('tree', 'ground', 520, ['hills', 'lake', 'meadow']),
  sunflower: traits('flower', 'ground', 380, ['meadow']),
  flower: traits('flower', 'ground', 340, ['meadow', ...land]),
} as const satisfies Record<SubjectKind, SubjectTraits>

/** The traits of a kind of subject. */
export function traitsOf(kind: SubjectKind): SubjectTraits {
  return subjectTraits[kind]
}
