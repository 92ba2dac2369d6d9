import { hex, mix, scale } from '../core/colour.js'
import { lerp, smoothstep } from '../core/interpolation.js'
import type { Stage } from './composition.js'
import {
  alpsAt,
  greenSurface,
  type Heights,
  hazeOf,
  type Landscape,
  nearest,
  shoreSurface,
  strips,
} from './ground-parts.js'
import { focusSlope } from './perspective.js'
import type { Ground } from './terrain.js'

interface Shores {
  readonly shore: number
  readonly alps: number
  readonly hills: number
  /** How much of the near corner is land, 0 to 1. */
  readonly bank: number
}

/** Land behind water, with a range beyond and a bank in one near corner. */
export function waterside(stage: Stage, shores: Shores): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const side = -stage.lightSide
  const reach = stage.frame.width / 1000
  const height: Heights = (x, z) => {
    const wave = noise.fbm(x * 0.12, z * 0.12, 4)
    const far = smoothstep(shores.shore - 2, shores.shore + 9, z + wave * 6)
    const land =
      far * (0.5 + shores.hills * (1 + wave * 2.2)) + shores.alps * alpsAt(ridges, x, z, shores.shore) - 0.35
    if (shores.bank <= 0) return land
    // A bank in one near corner frames the water.
    const corner = (x * side) / reach + 0.9 - 0.62 * z + noise.fbm(x * 0.7, z * 0.7, 4) * 0.9
    return Math.max(land, Math.min(0.2, corner * 0.2 * shores.bank) - 0.02)
  }
  return {
    ground: { height, surface: shoreSurface(stage, 3), waterLevel: 0, roughness: 0.45, haze: hazeOf(stage) },
    strips: shores.bank > 0 ? strips(nearest, 8, 60) : strips(shores.shore * 0.6, 70),
  }
}

/** The wind has raised the sea. */
export function isRough(stage: Stage): boolean {
  const { weather } = stage.description
  return stage.has('water') && (weather.includes('storm') || weather.includes('wind'))
}

/** Waves that stand up and break: a ground of water. */
export function roughSea(stage: Stage): Landscape {
  const noise = stage.noise('waves')
  const spray = stage.noise('spray')
  const { deepWater, cloudLit } = stage.palette
  const crest = mix(deepWater, hex('#4f9a94'), 0.7)
  const foam = mix(cloudLit, [1, 1, 1], 0.5)
  const wave = (x: number, z: number) => noise.ridged(x * 0.42 + z * 0.08, z * 0.62, 4) - 0.36
  return {
    ground: {
      height: (x, z) =>
        wave(x, z) *
        (0.5 + Math.min(z, 8) * 0.11) *
        (1 - smoothstep(9, 26, z)) *
        (0.75 + 0.5 * noise.at(x * 0.2, z * 0.2)),
      surface(x, z, height, steepness, out) {
        const tall = smoothstep(-0.1, 0.75, height)
        const threads = 0.5 + spray.fbm(x * 3.2, z * 5.5, 4)
        const white =
          smoothstep(0.3, 0.72, wave(x, z) * 1.1 + threads * 0.42 - 0.1) * 0.9 +
          smoothstep(0.7, 0.9, threads) * 0.25
        const glass = tall * (0.5 + steepness * 0.5)
        for (let channel = 0; channel < 3; channel++) {
          const body = lerp(deepWater[channel], crest[channel], glass) * 1.15
          out[channel] = lerp(body, foam[channel], Math.min(1, white))
        }
      },
      roughness: 0.5,
      haze: hazeOf(stage),
      shadow: 0.5,
    },
    strips: strips(nearest, 5, 12, 60),
  }
}

/** A headland with cliffs on the side of the focus, the open sea on the other. */
export function coast(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const side = stage.focusX < stage.frame.width / 2 ? -1 : 1
  const focus = focusSlope(stage)
  const height: Heights = (x, z) => {
    const edge =
      (focus * z - x) * -side + 0.75 + noise.fbm(x * 0.35, z * 0.35, 5) * 1.7 - Math.abs(z - 5.2) * 0.34
    const plateau =
      smoothstep(-0.25, 0.45, edge) * (0.62 + 0.25 * noise.fbm(x * 0.6, z * 0.6, 4) + 0.12 * edge)
    return plateau - 0.12
  }
  const surface = greenSurface(stage, 9)
  const rock = stage.palette.rock
  return {
    ground: {
      height,
      surface(x, z, at, steepness, out) {
        surface(x, z, at, steepness, out)
        const bare = Math.max(smoothstep(0.12, 0.3, steepness), 1 - smoothstep(0.2, 0.4, at))
        const strata = 0.75 + 0.3 * noise.at(x * 1.5, at * 14)
        const wet = 0.45 + 0.55 * smoothstep(0, 0.16, at)
        for (let channel = 0; channel < 3; channel++) {
          const stone = rock[channel] * strata * wet
          out[channel] += (stone - out[channel]) * bare
        }
      },
      waterLevel: 0,
      roughness: 0.7,
      haze: hazeOf(stage),
    },
    strips: strips(1.1, 22),
  }
}

/** A strand before shallow water, with an island perhaps. */
export function beach(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const { sand, rock, grass } = stage.palette
  const turn = -stage.lightSide * 0.34
  const isle = stage.focusX / stage.focalLength
  const height: Heights = (x, z) => {
    const wave = noise.fbm(x * 0.3, z * 0.3, 4)
    const strand = (3.3 + x * turn - z + wave * 1.2) * 0.11 + noise.fbm(x * 1.4, z * 1.4, 2) * 0.02
    if (!stage.has('mountains')) return Math.min(0.3, strand)
    const far = 2.6 - Math.hypot((x - (0.3 - isle) * 34) * 0.16, (z - 34) * 0.3) + wave * 1.4
    return Math.max(Math.min(0.3, strand), far * 1.1)
  }
  return {
    ground: {
      height,
      surface(x, z, at, steepness, out) {
        const damp = 0.66 + 0.34 * smoothstep(0.0, 0.07, at)
        const ripple = 1 + 0.06 * noise.at(x * 3, z * 11)
        const overgrown = z > 15 ? smoothstep(0.15, 0.5, at) : 0
        for (let channel = 0; channel < 3; channel++) {
          const dry = sand[channel] * damp * ripple * 1.08
          const wood = mix(grass, rock, smoothstep(0.2, 0.5, steepness))[channel]
          out[channel] = lerp(dry, wood * 0.8, overgrown)
        }
      },
      waterLevel: 0,
      roughness: 0.3,
      haze: hazeOf(stage),
    },
    strips: stage.has('mountains') ? strips(nearest, 14, 50) : strips(nearest, 14),
  }
}

/** A winding river between banks, or one that ends under a fall. */
export function river(stage: Stage, isFall: boolean): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const focus = focusSlope(stage)
  const bends = stage.random('river').range(0.25, 0.4)
  const fallX = focus * 9 + Math.sin(9 * bends + 1) * 0.25
  const height: Heights = (x, z) => {
    const middle =
      focus * Math.min(z, 9) * (isFall ? 1 : 0.6) + Math.sin(z * bends + 1) * (isFall ? 0.25 : 0.3 + z * 0.13)
    const width = 0.5 + z * 0.045
    const away = Math.abs(x - middle) - width + noise.fbm(x * 0.7, z * 0.7, 3) * 0.35
    const bank = smoothstep(-0.2, 0.9, away) * 0.42 - 0.14 + Math.max(0, away) * 0.07 * (isFall ? 5 : 1)
    const wave = noise.fbm(x * 0.2, z * 0.2, 4)
    if (isFall) {
      const aside = Math.abs(x - fallX)
      const start = 9 + noise.fbm(x * 0.4, 3, 2) * 1.3 * smoothstep(0.5, 2, aside)
      const wall = smoothstep(start, start + 0.7, z)
      const notch = smoothstep(0.5, 1.3, aside) * 0.9
      const rough = noise.fbm(x * 1.1, z * 1.1, 5) * smoothstep(0.4, 1.2, aside)
      return bank + wall * (3.1 + wave * smoothstep(0.6, 3, aside) * 2.4 + notch + rough * 1.3)
    }
    const alps = stage.has('mountains') ? alpsAt(ridges, x, z, 16) * 0.8 : 0
    return bank + (wave + 0.25) * Math.max(0, away) * 0.28 + alps * smoothstep(0, 6, away + z * 0.06)
  }
  return {
    ground: {
      height,
      surface: isFall ? fallSurface(stage, fallX) : shoreSurface(stage, 3),
      waterLevel: 0,
      roughness: 0.6,
      haze: hazeOf(stage),
    },
    strips: isFall ? strips(nearest, 7, 26) : strips(nearest, 7, 56),
  }
}

/** Wet rock and green ledges, and in the notch the white threads of falling water. */
function fallSurface(stage: Stage, fallX: number): Ground['surface'] {
  const shore = shoreSurface(stage, 99)
  const noise = stage.noise('fall')
  const { rock, grass } = stage.palette
  return (x, z, height, steepness, out) => {
    const aside = Math.abs(x - fallX) + noise.at(x * 3, height * 0.7) * 0.12
    const falls = smoothstep(0.78, 0.58, aside) * (z > 8.4 && z < 12 && height > 0.05 ? 1 : 0)
    shore(x, z, height, steepness, out)
    const wall = smoothstep(0.2, 0.4, steepness) * (z > 7 ? 1 : 0)
    const moss = smoothstep(0, 0.35, noise.fbm(x * 1.4, height * 1.1, 3))
    const strata = 0.62 + 0.4 * noise.fbm(x * 2.2, height * 3.4, 3)
    const thread = 0.8 + 0.3 * noise.fbm(x * 14, height * 0.9, 3)
    for (let channel = 0; channel < 3; channel++) {
      const stone = rock[channel] * strata * (1 - moss) + grass[channel] * 0.62 * moss
      const bare = lerp(out[channel], stone, wall)
      out[channel] = lerp(bare, thread * (channel === 0 ? 1.05 : channel === 1 ? 1.14 : 1.2), falls)
    }
  }
}

/** Darkens a surface for the bed of the sea. */
export function seaBed(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const sand = scale(mix(stage.palette.sand, stage.palette.deepWater, 0.35), 0.9)
  return {
    ground: {
      height: (x, z) =>
        noise.fbm(x * 0.35, z * 0.35, 4) * 0.8 + noise.ridged(x * 0.2, z * 0.2, 4) * 0.5 - 0.5,
      surface(x, z, _height, _steepness, out) {
        // Light that the waves above have bundled dances over the ground.
        const web = (1 - Math.abs(noise.fbm(x * 2.2 + z, z * 1.6, 2)) * 3.2) ** 3
        for (let channel = 0; channel < 3; channel++)
          out[channel] = sand[channel] * (0.85 + 0.55 * Math.max(0, web))
      },
      roughness: 0.45,
      haze: 0.16,
    },
    strips: strips(nearest, 5, 20),
  }
}
