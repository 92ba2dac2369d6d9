import { type Colour, hex, luma, mix, multiply, rotateHue, saturate, scale } from '../core/colour.js'
import type { Random } from '../core/random.js'
import { namedColours, type Palette } from './palette-colours.js'
import { daylight, growth, petalChoices } from './palette-tables.js'
import type { SceneDescription } from './scene-description.js'

/**
 * Chooses the colours: time of day first, then weather, season, mood and named colours, then the seed's own
 * bias.
 */
export function choosePalette(description: SceneDescription, random: Random): Palette {
  const day = daylight[description.light]
  const plants = growth[description.season]
  const [zenith, middle, horizon] = [hex(day[0]), hex(day[1]), hex(day[2])]
  const [sun, key, ambient] = [hex(day[3]), hex(day[4]), hex(day[5])]
  const bias = random.range(-14, 14)
  const petals = random.pick(petalChoices).map(hex)
  const rockTone = mix(
    hex('#7d756c'),
    random.pick([hex('#8a6a58'), hex('#6a7284'), hex('#8f8474')]),
    random.next(),
  )
  const isDark = description.light === 'night' || description.light === 'dusk'
  const base: Palette = {
    zenith: rotateHue(zenith, bias),
    middle: rotateHue(middle, bias * 1.3),
    horizon: rotateHue(horizon, bias * 0.5),
    sun,
    key: isDark ? scale(key, 0.85) : scale(key, 1.18),
    ambient: scale(ambient, isDark ? 0.8 : 0.72),
    haze: mix(horizon, middle, 0.35),
    cloudLit: mix(mix(sun, hex('#ffffff'), 0.35), key, 0.55),
    cloudShade: mix(mix(zenith, middle, 0.55), hex('#75809a'), isDark ? 0.1 : 0.42),
    grass: rotateHue(hex(plants[0]), bias * 0.6),
    dryGrass: rotateHue(hex(plants[1]), bias * 0.6),
    earth: hex('#7a5a3e'),
    rock: rockTone,
    sand: rotateHue(hex('#d9b27c'), bias * 0.5),
    snow: hex('#f3f7fc'),
    deepWater: rotateHue(hex('#12536b'), bias),
    foliage: [
      rotateHue(hex(plants[2]), bias),
      rotateHue(hex(plants[3]), bias),
      rotateHue(hex(plants[4]), bias),
    ],
    petals,
    accent: rotateHue(namedColours.orange, random.range(-60, 160)),
    isDark,
  }
  return withNamedColours(
    withPlace(
      withMood(withMedium(withWeather(base, description), description, random), description),
      description,
      random,
    ),
    description,
  )
}

function withPlace(palette: Palette, { place, light, medium }: SceneDescription, random: Random): Palette {
  if (place === 'underwater') {
    const dim = light === 'night' ? 0.45 : light === 'dusk' || light === 'sunset' ? 0.75 : 1
    const sea = (text: string) => scale(rotateHue(hex(text), random.range(-9, 9)), dim)
    return {
      ...palette,
      zenith: sea('#7fe0de'),
      middle: sea('#2a96b4'),
      horizon: sea('#0e4a78'),
      haze: sea('#0f5080'),
      key: sea('#c8f4f0'),
      ambient: sea('#5a9ab8'),
      deepWater: sea('#0b3a60'),
      isDark: false,
    }
  }
  if (place === 'space' && medium !== 'neon') {
    return {
      ...palette,
      zenith: hex('#03040d'),
      middle: hex('#060818'),
      horizon: hex('#0b0d22'),
      haze: hex('#0b0d22'),
      key: hex('#fff2de'),
      ambient: hex('#4a5070'),
    }
  }
  if (place === 'planet' && medium !== 'neon') {
    const alien = rotateHue(palette.middle, random.pick([-70, 50, 110, 160]))
    return mapSky(palette, (colour) => mix(scale(colour, 0.62), scale(alien, luma(colour)), 0.45))
  }
  return palette
}

function mapSky(palette: Palette, change: (colour: Colour) => Colour): Palette {
  return {
    ...palette,
    zenith: change(palette.zenith),
    middle: change(palette.middle),
    horizon: change(palette.horizon),
    haze: change(palette.haze),
    cloudLit: change(palette.cloudLit),
    cloudShade: change(palette.cloudShade),
  }
}

function withWeather(palette: Palette, { weather }: SceneDescription): Palette {
  const grey = (share: number, dim: number) => (colour: Colour) =>
    scale(mix(colour, scale(hex('#c2cad4'), luma(colour) * 1.15), share), dim)
  if (weather.includes('storm')) {
    const change = grey(0.78, palette.isDark ? 0.8 : 0.55)
    const dark = mapSky(palette, change)
    return {
      ...dark,
      key: scale(saturate(palette.key, 0.4), 0.62),
      ambient: scale(saturate(palette.ambient, 0.7), 0.72),
      deepWater: hex('#173a44'),
      cloudLit: scale(dark.cloudLit, 1.1),
    }
  }
  if (weather.includes('rain') || weather.includes('overcast')) {
    return { ...mapSky(palette, grey(0.6, 0.82)), key: scale(saturate(palette.key, 0.5), 0.75) }
  }
  if (weather.includes('fog')) return mapSky({ ...palette, key: scale(palette.key, 0.85) }, grey(0.4, 1))
  if (weather.includes('snowfall'))
    return mapSky({ ...palette, key: scale(palette.key, 0.85) }, grey(0.45, 0.97))
  return palette
}

function withMedium(palette: Palette, { medium }: SceneDescription, random: Random): Palette {
  if (medium === 'neon') {
    const glow = random.pick([hex('#ff2e93'), hex('#ff4fd8'), hex('#ff6a3d')])
    return {
      ...palette,
      zenith: hex('#0a0626'),
      middle: hex('#38105e'),
      horizon: glow,
      haze: hex('#5a1a7c'),
      sun: hex('#ffd23f'),
      key: hex('#ff7ad9'),
      ambient: hex('#3a3f9c'),
      cloudLit: hex('#ff6ac8'),
      cloudShade: hex('#2a1358'),
      grass: hex('#3a2a7c'),
      dryGrass: hex('#5a2a8c'),
      deepWater: hex('#150c46'),
      rock: hex('#4a3a8c'),
      accent: hex('#22e6ff'),
      isDark: true,
    }
  }
  if (medium === 'woodblock') {
    return {
      ...palette,
      zenith: mix(palette.zenith, hex('#2f5f86'), 0.6),
      middle: mix(palette.middle, hex('#c9d3bd'), 0.6),
      horizon: mix(palette.horizon, hex('#f2ddb4'), 0.6),
      deepWater: hex('#1f4e79'),
      haze: mix(palette.haze, hex('#e6dcc0'), 0.6),
    }
  }
  return palette
}

function withMood(palette: Palette, { mood }: SceneDescription): Palette {
  switch (mood) {
    case 'dramatic':
      return mapSky(
        { ...palette, key: scale(palette.key, 1.1), ambient: scale(palette.ambient, 0.85) },
        (c) => saturate(c, 1.15),
      )
    case 'dreamy':
      return mapSky(palette, (colour) => mix(colour, hex('#d7b4ea'), 0.2 * (0.35 + luma(colour))))
    case 'dark':
      return mapSky({ ...palette, key: scale(palette.key, 0.6), ambient: scale(palette.ambient, 0.6) }, (c) =>
        scale(saturate(c, 0.75), 0.55),
      )
    case 'joyful':
      return mapSky({ ...palette, key: scale(palette.key, 1.05) }, (colour) => saturate(colour, 1.35))
    case 'melancholy':
      return mapSky({ ...palette, key: saturate(palette.key, 0.6) }, (colour) =>
        scale(saturate(colour, 0.6), 0.9),
      )
    case 'eerie':
      return mapSky({ ...palette, key: multiply(palette.key, hex('#b8d8a8')) }, (colour) =>
        mix(colour, hex('#5d7a4e'), 0.3),
      )
    case 'plain':
    case 'calm':
      return palette
  }
}

function withNamedColours(palette: Palette, { colours, placeColour }: SceneDescription): Palette {
  let result = palette
  const first = colours.at(0)
  const second = colours.at(1)
  if (first) {
    const tint = namedColours[first]
    const shade = (colour: Colour) => mix(colour, scale(tint, 0.35 + luma(colour) * 0.95), 0.5)
    result = mapSky(
      { ...result, accent: namedColours[second ?? first], petals: [tint, ...result.petals.slice(0, 1)] },
      shade,
    )
    result = {
      ...result,
      grass: mix(result.grass, tint, 0.25),
      deepWater: mix(result.deepWater, scale(tint, 0.5), 0.45),
      foliage: [
        mix(result.foliage[0], tint, 0.25),
        mix(result.foliage[1], tint, 0.3),
        mix(result.foliage[2], tint, 0.3),
      ],
    }
  }
  if (placeColour) {
    const tint = namedColours[placeColour]
    const dye = (colour: Colour, share: number) => mix(colour, scale(tint, 0.55 + 0.6 * luma(colour)), share)
    result = {
      ...result,
      grass: dye(result.grass, 0.7),
      dryGrass: dye(result.dryGrass, 0.6),
      earth: dye(result.earth, 0.7),
      rock: dye(result.rock, 0.75),
      sand: dye(result.sand, 0.75),
      deepWater: dye(result.deepWater, 0.6),
      haze: dye(result.haze, 0.22),
      horizon: dye(result.horizon, 0.2),
      middle: dye(result.middle, 0.15),
    }
  }
  return result
}
