import { type Colour, hex, mix, scale, smoothStep } from './colour.js'
import type { Stage } from './composition.js'
import type { Noise } from './noise.js'
import type { Place } from './scene-description.js'
import type { DepthRange, Ground } from './terrain.js'

/** The ground of a place and the strips that it is painted in, far to near. */
export interface Landscape {
  readonly ground: Ground
  readonly strips: readonly DepthRange[]
}

type Heights = (x: number, z: number) => number

/** Builds the ground of the stage's place; undefined where there is none (space, sky, interiors, abstract). */
export function landscapeOf(stage: Stage): Landscape | undefined {
  const make = makers[stage.description.place]
  const landscape = make?.(stage)
  if (!landscape) return undefined
  const { ground } = landscape
  // Nobody stands in a hole: right before the camera the ground lies low.
  const height: Heights = (x, z) => {
    const own = ground.height(x, z)
    return own > 0 && z < 3 ? own * (0.22 + 0.78 * smoothStep(0.8, 3, z)) : own
  }
  return { ...landscape, ground: { ...ground, height } }
}

const nearest = 0.62
const strips = (...limits: number[]): DepthRange[] =>
  limits
    .slice(1)
    .map((far, index) => ({ near: (limits[index] ?? nearest) * (index === 0 ? 1 : 0.8), far }))
    .reverse()

const makers: Partial<Record<Place, (stage: Stage) => Landscape>> = {
  mountains: (stage) => rolling(stage, { alps: 1, hills: 0.5, from: 12 }),
  hills: (stage) => rolling(stage, { alps: 0, hills: 1.3, from: 8 }),
  meadow: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.45 : 0, hills: 0.42, from: 16 }),
  village: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.6 : 0, hills: 0.6, from: 14 }),
  forest: (stage) => rolling(stage, { alps: 0, hills: 0.55, from: 12 }),
  snow: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.6 : 0.2, hills: 0.55, from: 14 }),
  savanna: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.35 : 0, hills: 0.16, from: 26 }),
  lake: (stage) =>
    waterside(stage, { shore: 14, alps: stage.has('mountains') ? 0.9 : 0.25, hills: 1.2, bank: 0.5 }),
  sea: (stage) =>
    isRough(stage)
      ? roughSea(stage)
      : waterside(stage, { shore: 30, alps: stage.has('mountains') ? 0.35 : 0, hills: 0.2, bank: 0 }),
  coast,
  beach,
  river: (stage) => river(stage, false),
  waterfall: (stage) => river(stage, true),
  desert,
  canyon,
  volcano,
  planet,
  underwater: seaBed,
}

interface Relief {
  readonly alps: number
  readonly hills: number
  readonly from: number
}

function alpsAt(noise: Noise, x: number, z: number, from: number): number {
  const rise = smoothStep(from, from + 22, z)
  if (rise <= 0) return 0
  return rise * (noise.ridged(x * 0.055, z * 0.055, 6) - 0.22) * 19
}

function rolling(stage: Stage, relief: Relief): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const height: Heights = (x, z) =>
    relief.hills *
      (noise.fractal(x * 0.2, z * 0.2, 3) * (0.35 + z * 0.085) + noise.at(x * 0.9, z * 0.9) * 0.05) +
    (relief.alps > 0 ? relief.alps * alpsAt(ridges, x, z, relief.from) : 0)
  return {
    ground: {
      height,
      surface: greenSurface(stage, relief.alps > 0 ? 2.2 : 9),
      roughness: 0.5,
      haze: hazeOf(stage),
    },
    strips: relief.alps > 0 ? strips(nearest, 5, 13, 62) : strips(nearest, 5, 12, 40),
  }
}

function hazeOf(stage: Stage): number {
  const { weather, mood } = stage.description
  if (weather.includes('fog')) return 0.13
  const wet = weather.includes('rain') || weather.includes('storm') || weather.includes('snowfall')
  return (wet ? 0.035 : 0.019) * (mood === 'dreamy' ? 1.5 : 1)
}

/** Grass, turning to rock where it is steep and to snow where it is high; snow everywhere in winter. */
function greenSurface(stage: Stage, treeLine: number): Ground['surface'] {
  const { palette, description } = stage
  const noise = stage.noise('patches')
  const isWinter = description.season === 'winter' && stage.has('snow')
  const isForest = description.place === 'forest'
  const isDry = description.place === 'savanna'
  const low = isDry
    ? mix(palette.dryGrass, hex('#d8b25a'), 0.6)
    : isForest
      ? mix(palette.grass, palette.earth, 0.35)
      : palette.grass
  const floor =
    description.season === 'autumn' && isForest
      ? mix(palette.earth, palette.foliage[1], 0.45)
      : palette.dryGrass
  return (x, z, height, steepness, out) => {
    const patch = 0.5 + 0.5 * noise.fractal(x * 0.55, z * 0.4, 3)
    const rocky = smoothStep(0.24, 0.5, steepness + patch * 0.12) * smoothStep(0.4, 2.6, height)
    const snowy = isWinter
      ? 1 - smoothStep(0.4, 0.6, steepness)
      : smoothStep(treeLine + 1.6, treeLine + 3.4, height + patch * 1.6) *
        (1 - smoothStep(0.5, 0.72, steepness))
    for (let channel = 0; channel < 3; channel++) {
      const grass = (low[channel] ?? 0) + ((floor[channel] ?? 0) - (low[channel] ?? 0)) * patch * 0.75
      const bare = grass + ((palette.rock[channel] ?? 0) * (0.8 + patch * 0.4) - grass) * rocky
      out[channel] = bare + ((palette.snow[channel] ?? 0) - bare) * snowy
    }
  }
}

interface Shores {
  readonly shore: number
  readonly alps: number
  readonly hills: number
  /** How much of the near corner is land, 0 to 1. */
  readonly bank: number
}

function waterside(stage: Stage, shores: Shores): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const side = -stage.lightSide
  const reach = stage.frame.width / 1000
  const height: Heights = (x, z) => {
    const wave = noise.fractal(x * 0.12, z * 0.12, 4)
    const far = smoothStep(shores.shore - 2, shores.shore + 9, z + wave * 6)
    const land =
      far * (0.5 + shores.hills * (1 + wave * 2.2)) + shores.alps * alpsAt(ridges, x, z, shores.shore) - 0.35
    if (shores.bank <= 0) return land
    // A bank in one near corner frames the water.
    const corner = (x * side) / reach + 0.9 - 0.62 * z + noise.fractal(x * 0.7, z * 0.7, 4) * 0.9
    return Math.max(land, Math.min(0.2, corner * 0.2 * shores.bank) - 0.02)
  }
  return {
    ground: { height, surface: shoreSurface(stage, 3), waterLevel: 0, roughness: 0.45, haze: hazeOf(stage) },
    strips: shores.bank > 0 ? strips(nearest, 8, 60) : strips(shores.shore * 0.6, 70),
  }
}

/** As the green surface, with a strip of sand or pebbles along the water. */
function shoreSurface(stage: Stage, treeLine: number): Ground['surface'] {
  const green = greenSurface(stage, treeLine)
  const strand = mix(stage.palette.sand, stage.palette.rock, 0.4)
  return (x, z, height, steepness, out) => {
    green(x, z, height, steepness, out)
    const bare = 1 - smoothStep(0.04, 0.12 + z * 0.004, height)
    for (let channel = 0; channel < 3; channel++) {
      out[channel] =
        (out[channel] ?? 0) + ((strand[channel] ?? 0) * (0.6 + height * 3) - (out[channel] ?? 0)) * bare
    }
  }
}

function isRough(stage: Stage): boolean {
  const { weather } = stage.description
  return stage.has('water') && (weather.includes('storm') || weather.includes('wind'))
}

/** Waves that stand up and break: a ground of water. */
function roughSea(stage: Stage): Landscape {
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
        (1 - smoothStep(9, 26, z)) *
        (0.75 + 0.5 * noise.at(x * 0.2, z * 0.2)),
      surface(x, z, height, steepness, out) {
        const tall = smoothStep(-0.1, 0.75, height)
        const threads = 0.5 + spray.fractal(x * 3.2, z * 5.5, 4)
        const white =
          smoothStep(0.3, 0.72, wave(x, z) * 1.1 + threads * 0.42 - 0.1) * 0.9 +
          smoothStep(0.7, 0.9, threads) * 0.25
        const glass = tall * (0.5 + steepness * 0.5)
        for (let channel = 0; channel < 3; channel++) {
          const body =
            ((deepWater[channel] ?? 0) + ((crest[channel] ?? 0) - (deepWater[channel] ?? 0)) * glass) * 1.15
          out[channel] = body + ((foam[channel] ?? 0) - body) * Math.min(1, white)
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
function coast(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const side = stage.focusX < stage.frame.width / 2 ? -1 : 1
  const focus = (stage.focusX - stage.frame.width / 2) / stage.focalLength
  const height: Heights = (x, z) => {
    const edge =
      (focus * z - x) * -side + 0.75 + noise.fractal(x * 0.35, z * 0.35, 5) * 1.7 - Math.abs(z - 5.2) * 0.34
    const plateau =
      smoothStep(-0.25, 0.45, edge) * (0.62 + 0.25 * noise.fractal(x * 0.6, z * 0.6, 4) + 0.12 * edge)
    return plateau - 0.12
  }
  const surface = greenSurface(stage, 9)
  const rock = stage.palette.rock
  return {
    ground: {
      height,
      surface(x, z, at, steepness, out) {
        surface(x, z, at, steepness, out)
        const bare = Math.max(smoothStep(0.12, 0.3, steepness), 1 - smoothStep(0.2, 0.4, at))
        const strata = 0.75 + 0.3 * noise.at(x * 1.5, at * 14)
        const wet = 0.45 + 0.55 * smoothStep(0, 0.16, at)
        for (let channel = 0; channel < 3; channel++) {
          const stone = (rock[channel] ?? 0) * strata * wet
          out[channel] = (out[channel] ?? 0) + (stone - (out[channel] ?? 0)) * bare
        }
      },
      waterLevel: 0,
      roughness: 0.7,
      haze: hazeOf(stage),
    },
    strips: strips(1.1, 22),
  }
}

function beach(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const { sand, rock, grass } = stage.palette
  const turn = -stage.lightSide * 0.34
  const isle = stage.focusX / stage.focalLength
  const height: Heights = (x, z) => {
    const wave = noise.fractal(x * 0.3, z * 0.3, 4)
    const strand = (3.3 + x * turn - z + wave * 1.2) * 0.11 + noise.fractal(x * 1.4, z * 1.4, 2) * 0.02
    if (!stage.has('mountains')) return Math.min(0.3, strand)
    const far = 2.6 - Math.hypot((x - (0.3 - isle) * 34) * 0.16, (z - 34) * 0.3) + wave * 1.4
    return Math.max(Math.min(0.3, strand), far * 1.1)
  }
  return {
    ground: {
      height,
      surface(x, z, at, steepness, out) {
        const damp = 0.66 + 0.34 * smoothStep(0.0, 0.07, at)
        const ripple = 1 + 0.06 * noise.at(x * 3, z * 11)
        const overgrown = z > 15 ? smoothStep(0.15, 0.5, at) : 0
        for (let channel = 0; channel < 3; channel++) {
          const dry = (sand[channel] ?? 0) * damp * ripple * 1.08
          const wood = mix(grass, rock, smoothStep(0.2, 0.5, steepness))[channel] ?? 0
          out[channel] = dry + (wood * 0.8 - dry) * overgrown
        }
      },
      waterLevel: 0,
      roughness: 0.3,
      haze: hazeOf(stage),
    },
    strips: stage.has('mountains') ? strips(nearest, 14, 50) : strips(nearest, 14),
  }
}

function river(stage: Stage, isFall: boolean): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const focus = (stage.focusX - stage.frame.width / 2) / stage.focalLength
  const bends = stage.random('river').range(0.25, 0.4)
  const fallX = focus * 9 + Math.sin(9 * bends + 1) * 0.25
  const height: Heights = (x, z) => {
    const middle =
      focus * Math.min(z, 9) * (isFall ? 1 : 0.6) + Math.sin(z * bends + 1) * (isFall ? 0.25 : 0.3 + z * 0.13)
    const width = 0.5 + z * 0.045
    const away = Math.abs(x - middle) - width + noise.fractal(x * 0.7, z * 0.7, 3) * 0.35
    const bank = smoothStep(-0.2, 0.9, away) * 0.42 - 0.14 + Math.max(0, away) * 0.07 * (isFall ? 5 : 1)
    const wave = noise.fractal(x * 0.2, z * 0.2, 4)
    if (isFall) {
      const aside = Math.abs(x - fallX)
      const start = 9 + noise.fractal(x * 0.4, 3, 2) * 1.3 * smoothStep(0.5, 2, aside)
      const wall = smoothStep(start, start + 0.7, z)
      const notch = smoothStep(0.5, 1.3, aside) * 0.9
      const rough = noise.fractal(x * 1.1, z * 1.1, 5) * smoothStep(0.4, 1.2, aside)
      return bank + wall * (3.1 + wave * smoothStep(0.6, 3, aside) * 2.4 + notch + rough * 1.3)
    }
    const alps = stage.has('mountains') ? alpsAt(ridges, x, z, 16) * 0.8 : 0
    return bank + (wave + 0.25) * Math.max(0, away) * 0.28 + alps * smoothStep(0, 6, away + z * 0.06)
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
    const falls = smoothStep(0.78, 0.58, aside) * (z > 8.4 && z < 12 && height > 0.05 ? 1 : 0)
    shore(x, z, height, steepness, out)
    const wall = smoothStep(0.2, 0.4, steepness) * (z > 7 ? 1 : 0)
    const moss = smoothStep(0, 0.35, noise.fractal(x * 1.4, height * 1.1, 3))
    const strata = 0.62 + 0.4 * noise.fractal(x * 2.2, height * 3.4, 3)
    const thread = 0.8 + 0.3 * noise.fractal(x * 14, height * 0.9, 3)
    for (let channel = 0; channel < 3; channel++) {
      const stone = (rock[channel] ?? 0) * strata * (1 - moss) + (grass[channel] ?? 0) * 0.62 * moss
      const bare = (out[channel] ?? 0) + (stone - (out[channel] ?? 0)) * wall
      out[channel] = bare + (thread * (channel === 0 ? 1.05 : channel === 1 ? 1.14 : 1.2) - bare) * falls
    }
  }
}

function desert(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const { sand, rock } = stage.palette
  const wind = stage.lightSide
  const lift = stage.random('dunes').range(0.8, 1.25)
  const height: Heights = (x, z) => {
    const drift = noise.fractal(x * 0.11, z * 0.09, 3) * 1.9
    const phase = (x * wind * 0.13 + z * 0.17 + drift) * 0.8
    const saw = phase - Math.floor(phase)
    // A dune climbs gently against the wind and falls steeply behind its crest.
    const dune = saw < 0.74 ? (saw / 0.74) ** 1.7 : ((1 - saw) / 0.26) ** 1.25
    const size = 0.3 + Math.min(30, z) * 0.15
    const far = stage.has('mountains') ? Math.max(0, alpsAt(ridges, x, z, 30)) * 0.4 : 0
    return (dune - 0.4) * size * lift * (0.7 + 0.7 * noise.at(x * 0.12, z * 0.12)) + far
  }
  return {
    ground: {
      height,
      surface(x, z, at, _steepness, out) {
        const ripple =
          z < 7 ? 0.09 * (1 - z / 7) * Math.sin(z * 26 + x * 9 + noise.fractal(x * 1.4, z * 1.4, 2) * 8) : 0
        const stony = z > 36 ? smoothStep(2, 4, at) : 0
        for (let channel = 0; channel < 3; channel++) {
          const grain = (sand[channel] ?? 0) * (1.02 + ripple)
          out[channel] = grain + ((rock[channel] ?? 0) - grain) * stony
        }
      },
      roughness: 0.22,
      haze: hazeOf(stage) * 0.9,
    },
    strips: strips(nearest, 5, 14, 60),
  }
}

function canyon(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const bands: readonly Colour[] = ['#b5532f', '#d98a56', '#9c4227', '#e3b07e', '#c2683c'].map(hex)
  const dye = stage.description.placeColour ? stage.palette.rock : undefined
  const focus = (stage.focusX - stage.frame.width / 2) / stage.focalLength
  const height: Heights = (x, z) => {
    const broad = noise.fractal(x * 0.14, z * 0.12, 5)
    const open = Math.abs(x - focus * z * 0.7) * 0.2 - 0.35
    const mesa = smoothStep(0.0, 0.16, broad + Math.min(0.35, open) - 0.06) * (1.4 + Math.min(z, 24) * 0.17)
    const terrace = Math.floor(mesa * 2.2) / 2.2 + smoothStep(0.72, 1, (mesa * 2.2) % 1) / 2.2
    return terrace * 0.75 + mesa * 0.25 + noise.fractal(x * 0.8, z * 0.8, 4) * 0.14
  }
  return {
    ground: {
      height,
      surface(x, z, at, _steepness, out) {
        const level = at * 3.1 + noise.at(x * 0.5, z * 0.5) * 0.7 + 20
        const band = bands[Math.floor(level) % bands.length] ?? stage.palette.rock
        const next = bands[(Math.floor(level) + 1) % bands.length] ?? stage.palette.rock
        const blended = mix(band, next, smoothStep(0.7, 1, level % 1))
        const colour = dye ? mix(blended, dye, 0.7) : blended
        for (let channel = 0; channel < 3; channel++) out[channel] = colour[channel] ?? 0
      },
      roughness: 0.7,
      haze: hazeOf(stage),
    },
    strips: strips(nearest, 5, 13, 52),
  }
}

function volcano(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const focus = (stage.focusX - stage.frame.width / 2) / stage.focalLength
  const middle = focus * 30
  const height: Heights = (x, z) => {
    const away = Math.hypot(x - middle, (z - 30) * 0.9)
    const cone = 13.5 * Math.exp(-away / 7.5)
    const crater = 3.2 * Math.exp(-((away / 1.5) ** 2))
    const gullies = noise.ridged(x * 0.13, z * 0.13, 5) * Math.min(2.4, cone * 0.4)
    return Math.min(cone, 9.8) - crater + gullies + noise.fractal(x * 0.4, z * 0.4, 4) * 0.55 - 0.2
  }
  const base = mix(stage.palette.rock, hex('#2c2624'), 0.7)
  return {
    ground: {
      height,
      surface(x, z, at, steepness, out) {
        const away = Math.hypot(x - middle, (z - 30) * 0.9)
        const vein = 1 - Math.abs(noise.fractal(x * 0.42 + 7, z * 0.3, 3)) * 9
        const flow = vein - smoothStep(0, 13, away) * 0.55 - (z < 12 ? 0.45 : 0) - steepness * 0.1
        if (flow > 0.05) {
          const heat = Math.min(1, flow * 1.6)
          out[0] = -(0.75 + 0.25 * heat)
          out[1] = 0.16 + 0.62 * heat * heat
          out[2] = 0.03 + 0.2 * heat * heat
          return
        }
        const warm = Math.max(0, 0.4 + flow) * 0.5
        for (let channel = 0; channel < 3; channel++) {
          out[channel] =
            (base[channel] ?? 0) * (0.85 + 0.05 * at) + warm * (channel === 0 ? 0.5 : channel === 1 ? 0.1 : 0)
        }
      },
      roughness: 0.7,
      haze: hazeOf(stage) * 0.8,
    },
    strips: strips(nearest, 5, 14, 46),
  }
}

/** A world without water: craters, boulders' worth of noise, far spires. */
function planet(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const random = stage.random('planet')
  const craters = Array.from({ length: 16 }, () => {
    const z = random.range(2.6, 22)
    return { x: random.range(-0.75, 0.75) * z, z, radius: random.range(0.22, 0.75) * (0.5 + z * 0.09) }
  })
  const tint = stage.description.placeColour
    ? stage.palette.rock
    : mix(
        stage.palette.rock,
        random.pick(['#b0553a', '#7a5aa8', '#4f8a8a', '#a88a4a', '#9a9aa2'].map(hex)),
        0.6,
      )
  const bright = mix(tint, [1, 1, 1], 0.25)
  const height: Heights = (x, z) => {
    let dent = 0
    for (const crater of craters) {
      const away = Math.hypot(x - crater.x, z - crater.z) / crater.radius
      if (away < 1.5)
        dent += (away < 1 ? (away * away - 0.72) * 0.3 : 0.28 * 0.3 * (1.5 - away) * 2) * crater.radius
    }
    const far =
      smoothStep(14, 32, z) * noise.ridged(x * 0.09, z * 0.09, 5) * 5.5 - smoothStep(14, 32, z) * 1.2
    return dent + far + noise.fractal(x * 0.3, z * 0.3, 4) * 0.5 + ridges.fractal(x * 2.2, z * 2.2, 3) * 0.035
  }
  return {
    ground: {
      height,
      surface(x, z, _at, _steepness, out) {
        const patch = 0.5 + noise.fractal(x * 0.5, z * 0.5, 4)
        for (let channel = 0; channel < 3; channel++) {
          out[channel] = (tint[channel] ?? 0) + ((bright[channel] ?? 0) - (tint[channel] ?? 0)) * patch
        }
      },
      roughness: 0.6,
      haze: 0.012,
    },
    strips: strips(nearest, 5, 13, 50),
  }
}

/** Darkens a surface for the bed of the sea. */
export function seaBed(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const sand = scale(mix(stage.palette.sand, stage.palette.deepWater, 0.35), 0.9)
  return {
    ground: {
      height: (x, z) =>
        noise.fractal(x * 0.35, z * 0.35, 4) * 0.8 + noise.ridged(x * 0.2, z * 0.2, 4) * 0.5 - 0.5,
      surface(x, z, _height, _steepness, out) {
        // Light that the waves above have bundled dances over the ground.
        const web = (1 - Math.abs(noise.fractal(x * 2.2 + z, z * 1.6, 2)) * 3.2) ** 3
        for (let channel = 0; channel < 3; channel++)
          out[channel] = (sand[channel] ?? 0) * (0.85 + 0.55 * Math.max(0, web))
      },
      roughness: 0.45,
      haze: 0.16,
    },
    strips: strips(nearest, 5, 20),
  }
}
