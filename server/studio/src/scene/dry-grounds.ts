import { type Colour, hex, mix } from '../core/colour.js'
import { lerp, smoothstep } from '../core/interpolation.js'
import type { Stage } from './composition.js'
import { alpsAt, type Heights, hazeOf, type Landscape, nearest, strips } from './ground-parts.js'
import { focusSlope } from './perspective.js'

/** Rippled dunes with sharp crests. */
export function desert(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const { sand, rock } = stage.palette
  const wind = stage.lightSide
  const lift = stage.random('dunes').range(0.8, 1.25)
  const height: Heights = (x, z) => {
    const drift = noise.fbm(x * 0.11, z * 0.09, 3) * 1.9
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
          z < 7 ? 0.09 * (1 - z / 7) * Math.sin(z * 26 + x * 9 + noise.fbm(x * 1.4, z * 1.4, 2) * 8) : 0
        const stony = z > 36 ? smoothstep(2, 4, at) : 0
        for (let channel = 0; channel < 3; channel++) {
          const grain = sand[channel] * (1.02 + ripple)
          out[channel] = lerp(grain, rock[channel], stony)
        }
      },
      roughness: 0.22,
      haze: hazeOf(stage) * 0.9,
    },
    strips: strips(nearest, 5, 14, 60),
  }
}

/** Terraced cliffs of layered rock with an opening towards the focus. */
export function canyon(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const bands: readonly Colour[] = ['#b5532f', '#d98a56', '#9c4227', '#e3b07e', '#c2683c'].map(hex)
  const dye = stage.description.placeColour ? stage.palette.rock : undefined
  const focus = focusSlope(stage)
  const height: Heights = (x, z) => {
    const broad = noise.fbm(x * 0.14, z * 0.12, 5)
    const open = Math.abs(x - focus * z * 0.7) * 0.2 - 0.35
    const mesa = smoothstep(0.0, 0.16, broad + Math.min(0.35, open) - 0.06) * (1.4 + Math.min(z, 24) * 0.17)
    const terrace = Math.floor(mesa * 2.2) / 2.2 + smoothstep(0.72, 1, (mesa * 2.2) % 1) / 2.2
    return terrace * 0.75 + mesa * 0.25 + noise.fbm(x * 0.8, z * 0.8, 4) * 0.14
  }
  return {
    ground: {
      height,
      surface(x, z, at, _steepness, out) {
        const level = at * 3.1 + noise.at(x * 0.5, z * 0.5) * 0.7 + 20
        const band = bands[Math.floor(level) % bands.length]
        const next = bands[(Math.floor(level) + 1) % bands.length]
        const blended = mix(band, next, smoothstep(0.7, 1, level % 1))
        const colour = dye ? mix(blended, dye, 0.7) : blended
        for (let channel = 0; channel < 3; channel++) out[channel] = colour[channel]
      },
      roughness: 0.7,
      haze: hazeOf(stage),
    },
    strips: strips(nearest, 5, 13, 52),
  }
}

/** A cone with a crater and streams of lava. */
export function volcano(stage: Stage): Landscape {
  const noise = stage.noise('ground')
  const focus = focusSlope(stage)
  const middle = focus * 30
  const height: Heights = (x, z) => {
    const away = Math.hypot(x - middle, (z - 30) * 0.9)
    const cone = 13.5 * Math.exp(-away / 7.5)
    const crater = 3.2 * Math.exp(-((away / 1.5) ** 2))
    const gullies = noise.ridged(x * 0.13, z * 0.13, 5) * Math.min(2.4, cone * 0.4)
    return Math.min(cone, 9.8) - crater + gullies + noise.fbm(x * 0.4, z * 0.4, 4) * 0.55 - 0.2
  }
  const base = mix(stage.palette.rock, hex('#2c2624'), 0.7)
  return {
    ground: {
      height,
      surface(x, z, at, steepness, out) {
        const away = Math.hypot(x - middle, (z - 30) * 0.9)
        const vein = 1 - Math.abs(noise.fbm(x * 0.42 + 7, z * 0.3, 3)) * 9
        const flow = vein - smoothstep(0, 13, away) * 0.55 - (z < 12 ? 0.45 : 0) - steepness * 0.1
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
            base[channel] * (0.85 + 0.05 * at) + warm * (channel === 0 ? 0.5 : channel === 1 ? 0.1 : 0)
        }
      },
      roughness: 0.7,
      haze: hazeOf(stage) * 0.8,
    },
    strips: strips(nearest, 5, 14, 46),
  }
}

/** A world without water: craters, boulders' worth of noise, far spires. */
export function planet(stage: Stage): Landscape {
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
      smoothstep(14, 32, z) * noise.ridged(x * 0.09, z * 0.09, 5) * 5.5 - smoothstep(14, 32, z) * 1.2
    return dent + far + noise.fbm(x * 0.3, z * 0.3, 4) * 0.5 + ridges.fbm(x * 2.2, z * 2.2, 3) * 0.035
  }
  return {
    ground: {
      height,
      surface(x, z, _at, _steepness, out) {
        const patch = 0.5 + noise.fbm(x * 0.5, z * 0.5, 4)
        for (let channel = 0; channel < 3; channel++) {
          out[channel] = lerp(tint[channel], bright[channel], patch)
        }
      },
      roughness: 0.6,
      haze: 0.012,
    },
    strips: strips(nearest, 5, 13, 50),
  }
}
