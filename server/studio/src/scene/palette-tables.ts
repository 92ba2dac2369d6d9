import type { Light, Season } from './scene-description.js'

/** Zenith, middle, horizon, sun, key light, ambient light of each time of day. */
export const daylight = {
  dawn: ['#54699f', '#c79bb4', '#ffcfa4', '#fff0c8', '#ffd0a4', '#8b8aae'],
  morning: ['#3676c0', '#8cc0e8', '#eaf0e4', '#fffbe6', '#fff1d6', '#94a8c4'],
  noon: ['#1f66bd', '#62aae8', '#cbe6f4', '#ffffff', '#fffaf0', '#9fb4d0'],
  golden: ['#426fa8', '#a9bcc2', '#ffdf9e', '#fff2bf', '#ffd897', '#8f93aa'],
  sunset: ['#2b3f7e', '#b6597e', '#ff9a52', '#ffe49a', '#ffa868', '#74709c'],
  dusk: ['#182253', '#5c4a8c', '#e6927e', '#ffd0a8', '#c08ca4', '#5a5e92'],
  night: ['#050b22', '#0e1e46', '#294270', '#eaf0ff', '#7088b8', '#35456f'],
} as const satisfies Record<Light, readonly [string, string, string, string, string, string]>

/** Grass, dry grass, three foliage tones of each season. */
export const growth = {
  spring: ['#6fa53c', '#9cb35a', '#4f8a35', '#78ad45', '#a4cc62'],
  summer: ['#4f8a33', '#98a04a', '#2f6a2c', '#4c8a38', '#7fae4a'],
  autumn: ['#8d8b3c', '#b99a4a', '#a5431c', '#d0762a', '#e8b040'],
  winter: ['#dfe6ee', '#c9cfd6', '#3f5a50', '#5f7a70', '#c8d6de'],
} as const satisfies Record<Season, readonly [string, string, string, string, string]>

/** Sets of flower colours, one of which a picture has. */
export const petalChoices: readonly (readonly string[])[] = [
  ['#e8433f', '#f7b733', '#ffffff', '#b64fc8'],
  ['#8f6fd8', '#c9a4f0', '#f4e6ff', '#ffd75e'],
  ['#ff8fb4', '#ffd1e0', '#ffffff', '#f2559a'],
  ['#f6c945', '#ff9a3c', '#fff3c4', '#e85d2f'],
  ['#4f8fe8', '#a8d0ff', '#ffffff', '#f7d24a'],
]
