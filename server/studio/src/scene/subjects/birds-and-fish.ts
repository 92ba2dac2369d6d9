import { hex, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

const cream = hex('#f6eede')
const night = hex('#1a1620')

/** A songbird on a twig, in profile. */
function bird(ink: Ink): Drawing {
  const coat = ink.main(ink.random.pick(['#3a78b8', '#c8502a', '#5a8a3a', '#d8a82a', '#7a5aa0']))
  const belly = mix(coat, hex('#ffd8a0'), 0.65)
  return {
    width: 120,
    height: 100,
    body: `<path d="M4 93Q60 84 116 92" stroke="${ink.tone('#5a4030', 0.2)}" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M96 90q10-10 18-8q-4 10-18 8z" fill="${ink.tone('#5a9a48', 0.3)}"/><path d="M78 64L118 86L108 90L70 78Z" fill="${ink.tone(mix(coat, night, 0.4), -0.2)}"/>
<path d="M26 34C24 14 48 6 60 20C70 34 92 46 92 66C88 84 56 90 42 80C28 70 22 52 26 34Z" fill="${ink.rounded(coat)}"/><path d="M27 40C24 56 32 74 46 80C58 84 66 80 68 74C54 70 46 56 46 44Z" fill="${ink.tone(belly, 0.5)}"/>
<path d="M52 42C70 44 90 58 106 80C86 80 62 74 54 62C50 54 48 46 52 42Z" fill="${ink.tone(mix(coat, night, 0.3), 0.1)}"/><path d="M58 52Q76 60 92 76M56 60Q70 68 82 76" stroke="${ink.tone(cream, 0.2)}" stroke-width="1.400" fill="none"/><path d="M27 28L8 33L27 37Z" fill="${ink.tone('#e8a03a', 0.6)}"/><circle cx="38" cy="27" r="4" fill="#120e10"/><circle cx="36.700" cy="25.500" r="1.300" fill="#fff"/>
<path d="M50 82L48 90M60 82L60 89" stroke="${ink.tone('#c88a4a')}" stroke-width="2"/>`,
  }
}

/** Birds far off, as bent strokes of the wing. */
function flock(ink: Ink): Drawing {
  const colour = ink.tone(ink.main('#3a3d48'), 0)
  const one = (x: number, y: number, s: number) =>
    `<path d="M${x - 14 * s} ${y - 5 * s}Q${x - 6 * s} ${y - 8 * s} ${x} ${y}Q${x + 6 * s} ${y - 8 * s} ${x + 14 * s} ${y - 4 * s}Q${x + 6 * s} ${y - 4.5 * s} ${x} ${y + 3 * s}Q${x - 6 * s} ${y - 4.5 * s} ${x - 14 * s} ${y - 5 * s}Z" fill="${colour}"/>`
  const birds = Array.from({ length: 9 }, (_, index) =>
    one(
      30 + index * 20 + ink.random.range(-7, 7),
      52 + Math.abs(index - 4) * 7 + ink.random.range(-12, 12),
      ink.random.range(0.55, 1),
    ),
  ).join('')
  return { width: 220, height: 100, body: birds }
}

/** Perched, seen from the front, with great eyes. */
function owl(ink: Ink): Drawing {
  const coat = ink.main(ink.random.pick(['#8a6a48', '#b8a890', '#6a5a50']))
  const dark = mix(coat, night, 0.4)
  const flecks = Array.from({ length: 5 }, (_, row) =>
    Array.from(
      { length: 6 - (row % 2) },
      (_unused, column) =>
        `<path d="M${31 + column * 7.4 + (row % 2) * 3.6} ${54 + row * 7}q2.500 4 5 0" stroke="${ink.tone(dark)}" stroke-width="1.600" fill="none"/>`,
    ).join(''),
  ).join('')
  const eyeAt = (x: number) =>
    `<circle cx="${x}" cy="28" r="13" fill="${ink.tone(mix(coat, cream, 0.65), 0.5)}"/><circle cx="${x}" cy="28" r="7.500" fill="${ink.glow('#f2b52a')}"/><circle cx="${x}" cy="28" r="4.200" fill="#0e0a0c"/><circle cx="${x - 2}" cy="26" r="1.600" fill="#fff"/>`
  return {
    width: 100,
    height: 100,
    body: `<path d="M2 94Q50 86 98 93" stroke="${ink.tone('#54402e', 0.2)}" stroke-width="6" fill="none" stroke-linecap="round"/><path d="M42 84L38 99L50 96L62 99L58 84Z" fill="${ink.tone(dark, -0.3)}"/><path d="M24 18C16 40 16 78 34 88Q50 94 66 88C84 78 84 40 76 18Z" fill="${ink.rounded(coat)}"/><path d="M32 48C28 66 34 84 50 87C66 84 72 66 68 48Z" fill="${ink.tone(mix(coat, cream, 0.6), 0.3)}"/>${flecks}
<path d="M22 38C10 54 16 80 30 86C32 68 30 50 26 40ZM78 38C90 54 84 80 70 86C68 68 70 50 74 40Z" fill="${ink.rounded(dark)}"/><path d="M24 20L18 2L40 12Q50 9 60 12L82 2L76 20Q78 36 66 42Q50 48 34 42Q22 36 24 20Z" fill="${ink.rounded(coat)}"/>${eyeAt(37)}${eyeAt(63)}<path d="M46 34H54L50 43Z" fill="${ink.tone('#d8a04a', 0.5)}"/><path d="M40 86q-3 6 0 8M45 87q-1 6 1 8M55 87q1 6-1 8M60 86q3 6 0 8" stroke="${ink.tone('#d8a85a')}" stroke-width="2.600" stroke-linecap="round" fill="none"/>`,
  }
}

/** Upright, black and white. */
function penguin(ink: Ink): Drawing {
  const coat = ink.main('#23262f')
  return {
    width: 70,
    height: 100,
    body: `<path d="M22 95q-8 4-10 2q4-6 12-6zM48 95q8 4 10 2q-4-6-12-6z" fill="${ink.tone('#e8932a', 0.3)}"/><path d="M35 2C22 2 18 14 20 26C10 40 8 74 20 92Q35 99 50 92C62 74 60 40 50 26C52 14 48 2 35 2Z" fill="${ink.rounded(coat)}"/><path d="M35 24C24 26 18 40 18 60C18 80 26 92 35 93C44 92 52 80 52 60C52 40 46 26 35 24Z" fill="${ink.rounded('#f8f6f0', 0.8)}"/><path d="M19 36C8 46 4 62 8 74C14 68 18 54 20 44ZM51 36C62 46 66 62 62 74C56 68 52 54 50 44Z" fill="${ink.tone(coat, 0)}"/>
<path d="M26 22Q35 34 44 22Q40 30 35 31Q30 30 26 22Z" fill="${ink.tone('#f2b83a', 0.4)}"/><path d="M31 16H39L35 22Z" fill="${ink.tone('#e8932a', 0.5)}"/><circle cx="28.500" cy="13" r="2.400" fill="#fff"/><circle cx="41.500" cy="13" r="2.400" fill="#fff"/><circle cx="28.800" cy="13.200" r="1.300" fill="#0c0a0c"/><circle cx="41.200" cy="13.200" r="1.300" fill="#0c0a0c"/>`,
  }
}

/** Four patterned wings, spread. */
function butterfly(ink: Ink): Drawing {
  const wing = ink.main('#e8822a')
  const light = mix(wing, hex('#fff0b0'), 0.6)
  const half = `<path d="M0 -2C8 -34 34 -46 50 -40C56 -26 46 -4 4 4Z" fill="${ink.fade(ink.tone(light, 0.7), ink.tone(wing, 0.3))}"/><path d="M2 4C24 2 42 12 38 30C30 44 12 36 2 12Z" fill="${ink.fade(ink.tone(wing, 0.6), ink.tone(mix(wing, night, 0.25), 0.1))}"/><path d="M0 -2C8 -34 34 -46 50 -40C56 -26 46 -4 4 4M2 4C24 2 42 12 38 30C30 44 12 36 2 12M4 0L44 -34M4 0L48 -22M4 2L32 30" stroke="${ink.tone(night, 0.2)}" stroke-width="2" fill="none"/><circle cx="42" cy="-33" r="2.600" fill="${ink.tone(cream, 0.7)}"/><circle cx="30" cy="22" r="4.200" fill="${ink.tone(light, 0.6)}"/><circle cx="30" cy="22" r="2" fill="${ink.tone(night)}"/>`
  return {
    width: 116,
    height: 100,
    body: `<g transform="translate(58 52) rotate(-12)"><g>${half}</g><g transform="scale(-1 1)">${half}</g><ellipse cx="0" cy="2" rx="2.800" ry="17" fill="${ink.tone(night, 0.3)}"/><circle cx="0" cy="-16" r="3.200" fill="${ink.tone(night, 0.3)}"/><path d="M-1 -18Q-6 -30 -13 -33M1 -18Q6 -30 13 -33" stroke="${ink.tone(night, 0.3)}" stroke-width="1" fill="none"/></g>`,
  }
}

/** A great whale in profile, with a grooved pale throat. */
function whale(ink: Ink): Drawing {
  const coat = ink.main('#3f5f86')
  const grooves = Array.from(
    { length: 7 },
    (_, line) =>
      `<path d="M${14 + line * 2} ${58 + line * 3.1}Q${58 + line * 2} ${72 + line * 2.4} ${96 - line * 3} ${72 + line * 1.6}" stroke="${ink.tone(coat, -0.4)}" stroke-width=".9" fill="none" opacity=".7"/>`,
  ).join('')
  const spots = Array.from(
    { length: 26 },
    () =>
      `<circle cx="${ink.random.range(30, 150).toFixed(1)}" cy="${ink.random.range(28, 46).toFixed(1)}" r="${ink.random.range(0.4, 1.3).toFixed(1)}" fill="${ink.tone(cream, 0.3)}" opacity=".4"/>`,
  ).join('')
  return {
    width: 240,
    height: 100,
    body: `<path d="M196 46C206 32 214 20 236 12C234 26 226 36 216 44C228 48 236 58 238 68C222 66 206 60 196 54Z" fill="${ink.rounded(coat)}"/><path d="M6 54C8 30 44 16 88 18C134 20 168 40 204 44L206 54C176 66 146 86 96 88C44 90 4 78 6 54Z" fill="${ink.fade(ink.tone(coat, 0.9), ink.tone(coat, -0.6), 'down')}"/>
<path d="M8 60C24 68 60 72 104 70C90 84 60 90 40 84C20 78 9 70 8 60Z" fill="${ink.fade(ink.tone('#dfe6ea', 0.5), ink.tone('#8fa4b4', -0.2), 'down')}"/>${grooves}${spots}<path d="M82 72C92 80 98 94 90 99C78 96 68 86 66 74Z" fill="${ink.tone(coat, -0.2)}"/><path d="M140 28q8-10 16-8q-2 8-4 13z" fill="${ink.tone(coat, 0.2)}"/><path d="M7 56C26 64 48 64 62 60" stroke="${ink.tone(night, 0.2)}" stroke-width="1.400" fill="none"/><circle cx="58" cy="54" r="2.400" fill="#0c0c12"/><circle cx="57.300" cy="53.200" r=".8" fill="#fff"/>`,
  }
}

/** A small fish with bands. */
function fish(ink: Ink): Drawing {
  const coat = ink.main(ink.random.pick(['#f08a2a', '#3a9ac8', '#e8c83a', '#d84a6a']))
  return {
    width: 150,
    height: 100,
    body: `<path d="M108 50L146 20Q138 50 146 80Z" fill="${ink.fade(ink.tone(coat, 0.4), ink.tone(coat, -0.6))}"/><path d="M50 24Q74 2 100 30ZM60 76Q74 96 94 72Z" fill="${ink.tone(coat, 0.2)}"/><path d="M6 52C22 22 74 14 116 48C78 86 24 84 6 52Z" fill="${ink.fade(ink.tone(coat, 0.9), ink.tone(coat, -0.6), 'down')}"/><path d="M38 26Q52 50 40 78L50 80Q62 50 50 22ZM80 24Q92 50 80 76L88 72Q98 50 88 28Z" fill="${ink.tone(cream, 0.7)}"/><path d="M52 52Q66 50 70 62Q60 70 52 60Z" fill="${ink.tone(mix(coat, night, 0.2), 0.2)}"/><circle cx="24" cy="46" r="5.500" fill="#fff"/><circle cx="23" cy="46" r="3.200" fill="#0e0c10"/><path d="M7 54Q14 58 18 55" stroke="${ink.tone(night)}" stroke-width="1.400" fill="none"/>`,
  }
}

/** A glowing bell with trailing arms. */
function jellyfish(ink: Ink): Drawing {
  const coat = ink.main('#e08ad0')
  const light = mix(coat, cream, 0.6)
  const arms = Array.from({ length: 11 }, (_, index) => {
    const x = 24 + index * 5.2
    const sway = ink.random.range(-9, 9)
    return `<path d="M${x} 42C${x + sway} 58 ${x - sway} 72 ${x + sway * 0.7} ${ink.random.range(78, 99).toFixed(0)}" stroke="${ink.glow(index % 3 ? coat : light)}" stroke-width="${index % 3 ? 1 : 3.2}" fill="none" opacity="${index % 3 ? 0.75 : 0.5}" stroke-linecap="round"/>`
  }).join('')
  return {
    width: 100,
    height: 100,
    body: `${arms}<path d="M10 42C8 14 30 2 50 2C70 2 92 14 90 42Q84 48 77 43Q70 49 63 43Q56 49 50 43Q43 49 36 43Q29 49 23 43Q16 48 10 42Z" fill="${ink.fade(ink.glow(light), ink.glow(coat), 'round')}" opacity=".86"/><path d="M28 34C28 20 38 12 50 12C62 12 72 20 72 34Q50 42 28 34Z" fill="${ink.glow(light)}" opacity=".45"/>`,
  }
}

/** Swimming, with a patterned shell. */
function turtle(ink: Ink): Drawing {
  const shell = ink.main('#6a6a34')
  const skin = hex('#8aa068')
  return {
    width: 150,
    height: 100,
    body: `<path d="M52 60C40 80 30 96 14 99C16 84 26 66 44 54ZM104 62C116 76 126 82 136 82C130 70 122 60 110 54Z" fill="${ink.rounded(skin)}"/><path d="M44 40C36 22 22 10 8 8C12 24 24 38 38 48Z" fill="${ink.tone(skin, -0.3)}"/><path d="M38 44C26 34 8 38 5 50C6 60 26 60 40 56Z" fill="${ink.rounded(skin)}"/><circle cx="14" cy="47" r="2.200" fill="#10100c"/>
<path d="M34 52C40 26 74 16 102 28C118 36 126 46 132 58C112 72 60 78 34 52Z" fill="${ink.fade(ink.tone(shell, 0.9), ink.tone(shell, -0.6), 'down')}"/><path d="M54 36L66 50L60 66M66 50H90L102 32M90 50L98 66M66 50L74 24M90 50L84 22M90 50L118 52M66 50L40 50" stroke="${ink.tone(mix(shell, cream, 0.5), 0.3)}" stroke-width="1.600" fill="none"/>`,
  }
}

/** What flies and what swims. */
export const birdAndFishDrawings = { bird, flock, owl, penguin, butterfly, whale, fish, jellyfish, turtle }
