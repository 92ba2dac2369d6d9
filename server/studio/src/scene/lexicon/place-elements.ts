import type { Element, Place } from '../scene-description.js'

/** What a place brings along by itself, and what the seed may add to it. */
export interface PlaceElements {
  readonly always: readonly Element[]
  readonly sometimes: readonly Element[]
}

/** The inventory of every place. Sun, moon and stars come with the light instead. */
export const placeElements = {
  mountains: { always: ['clouds', 'mountains', 'trees', 'grass'], sometimes: ['birds', 'water', 'flowers'] },
  hills: { always: ['clouds', 'grass', 'trees'], sometimes: ['birds', 'flowers', 'buildings'] },
  forest: { always: ['trees', 'grass', 'rocks'], sometimes: ['birds', 'flowers', 'fog'] },
  desert: { always: [], sometimes: ['clouds', 'birds', 'rocks', 'mountains'] },
  sea: { always: ['clouds', 'water'], sometimes: ['birds', 'boats', 'mountains'] },
  lake: {
    always: ['clouds', 'water', 'trees', 'mountains', 'grass'],
    sometimes: ['birds', 'boats', 'rocks', 'fog'],
  },
  river: {
    always: ['clouds', 'water', 'trees', 'grass', 'rocks'],
    sometimes: ['birds', 'mountains', 'flowers'],
  },
  waterfall: { always: ['water', 'trees', 'rocks', 'fog'], sometimes: ['clouds', 'birds', 'grass'] },
  beach: { always: ['clouds', 'water', 'palms'], sometimes: ['birds', 'boats', 'mountains'] },
  coast: { always: ['clouds', 'water', 'rocks', 'grass'], sometimes: ['birds', 'boats'] },
  snow: { always: ['snow', 'trees'], sometimes: ['clouds', 'mountains'] },
  canyon: { always: ['rocks'], sometimes: ['clouds', 'birds'] },
  volcano: { always: ['clouds', 'rocks'], sometimes: ['birds'] },
  meadow: { always: ['clouds', 'flowers', 'grass', 'trees'], sometimes: ['birds', 'mountains'] },
  savanna: { always: ['grass', 'trees'], sometimes: ['clouds', 'birds', 'mountains'] },
  city: { always: ['buildings', 'lights', 'clouds', 'water'], sometimes: ['birds'] },
  street: { always: ['buildings', 'lights', 'clouds'], sometimes: ['birds'] },
  village: {
    always: ['buildings', 'trees', 'grass', 'clouds', 'lights'],
    sometimes: ['birds', 'mountains', 'flowers'],
  },
  space: { always: ['stars', 'galaxy'], sometimes: ['planets'] },
  planet: { always: ['stars', 'planets', 'rocks'], sometimes: ['galaxy', 'clouds'] },
  underwater: { always: ['water', 'rocks', 'lights'], sometimes: [] },
  sky: { always: ['clouds'], sometimes: ['birds'] },
  table: { always: ['shadows'], sometimes: [] },
  windowsill: { always: ['clouds', 'trees', 'shadows'], sometimes: ['flowers', 'mountains'] },
  room: { always: ['shadows', 'lights'], sometimes: [] },
  abstract: { always: [], sometimes: [] },
} as const satisfies Record<Place, PlaceElements>
