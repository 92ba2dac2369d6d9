import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'
import { pane } from './buildings.js'

/** A church: a nave and a steeple with a cross. */
function church(ink: Ink): Drawing {
  const wall = ink.main('#e6dccb')
  const roof = '#5a4a44'
  return {
    width: 100,
    height: 100,
    body: `<path d="M34 66H92V100H34Z" fill="${ink.fade(ink.tone(wall, 0.3), ink.tone(wall, -0.7))}"/><path d="M30 68L40 48H88L97 68Z" fill="${ink.fade(ink.tone(roof, 0.6), ink.tone(roof, -0.5))}"/>
<rect x="16" y="40" width="24" height="60" fill="${ink.fade(ink.tone(wall, 0.9), ink.tone(wall, -0.6))}"/><path d="M13 41L28 8L43 41Z" fill="${ink.fade(ink.tone(roof, 0.9), ink.tone(roof, -0.8))}"/>
<path d="M28 9V1M25 3.500H31" stroke="${ink.tone('#d8b45a', 0.5)}" stroke-width="1"/><circle cx="28" cy="52" r="4" fill="${ink.tone('#f8f4ea', 0.6)}"/><path d="M28 52V49M28 52H30" stroke="${ink.tone('#332a28')}" stroke-width=".6"/>
${pane(ink, 25.5, 62, 5, 11, true)}${[48, 60, 72, 84].map((x) => pane(ink, x, 75, 4.4, 13, true)).join('')}<path d="M22 100V88Q28 81 34 88V100Z" fill="${ink.tone('#5a3a28')}"/>`,
  }
}

/** A pagoda: five roofs with upturned eaves. */
function pagoda(ink: Ink): Drawing {
  const roof = '#3a4450'
  const wood = ink.main('#b03a2a')
  const parts = [
    `<path d="M50 12V1" stroke="${ink.tone('#c8a24a', 0.4)}" stroke-width="1.100"/>`,
    ...[3, 5, 7, 9].map(
      (y) => `<ellipse cx="50" cy="${y}" rx="${1.2 + y * 0.12}" ry=".6" fill="${ink.tone('#d8b25a', 0.5)}"/>`,
    ),
  ]
  for (let tier = 4; tier >= 0; tier--) {
    const y = 13 + tier * 16.2
    const w = 17 + tier * 4
    parts.push(
      `<rect x="${50 - w * 0.58}" y="${y + 6}" width="${w * 1.16}" height="12" fill="${ink.fade(ink.tone(wood, 0.6), ink.tone(wood, -0.85))}"/>`,
      `<rect x="${50 - w * 0.58}" y="${y + 7}" width="${w * 1.16}" height="2" fill="${ink.tone('#2a1a18', -0.6)}" opacity=".75"/>`,
    )
    for (const share of [-0.36, 0, 0.36]) parts.push(pane(ink, 50 + share * w - 2, y + 10, 4, 5))
    parts.push(
      `<path d="M${50 - w * 1.18} ${y + 8}Q${50 - w * 0.7} ${y + 6.5} ${50 - w * 0.42} ${y}H${50 + w * 0.42}Q${50 + w * 0.7} ${y + 6.5} ${50 + w * 1.18} ${y + 8}L${50 + w * 1.1} ${y + 9.2}Q50 ${y + 6.6} ${50 - w * 1.1} ${y + 9.2}Z" fill="${ink.fade(ink.tone(roof, 0.9), ink.tone(roof, -0.6))}"/>`,
      `<path d="M${50 - w * 1.1} ${y + 9.2}Q50 ${y + 6.6} ${50 + w * 1.1} ${y + 9.2}" stroke="${ink.tone('#d8a85a', 0.2)}" stroke-width=".7" fill="none"/>`,
    )
  }
  parts.push(
    `<rect x="20" y="95" width="60" height="5" fill="${ink.fade(ink.tone('#a39a8e', 0.5), ink.tone('#a39a8e', -0.6))}"/><rect x="46" y="84" width="8" height="11" fill="${ink.tone('#2a1c18', -0.3)}"/>`,
  )
  return { width: 100, height: 100, body: parts.join('') }
}

/** A torii: a gate of two posts and two beams. */
function torii(ink: Ink): Drawing {
  const red = ink.main('#d23a22')
  const post = (x: number) =>
    `<path d="M${x - 3.4} 100L${x - 2.6} 16H${x + 2.6}L${x + 3.4} 100Z" fill="${ink.fade(ink.tone(red, 0.9), ink.tone(red, -0.9))}"/><rect x="${x - 4.4}" y="93" width="8.800" height="7" fill="${ink.tone('#2a2626')}"/>`
  return {
    width: 120,
    height: 100,
    body: `${post(28)}${post(92)}<rect x="14" y="29" width="92" height="6" fill="${ink.fade(ink.tone(red, 0.7), ink.tone(red, -0.6))}"/><rect x="57" y="16" width="6" height="15" fill="${ink.tone(red, -0.2)}"/>
<path d="M4 8Q60 17 116 8L113 18Q60 24 7 18Z" fill="${ink.fade(ink.tone(red, 0.8), ink.tone(red, -0.6))}"/><path d="M2 4Q60 14 118 4L116 10Q60 18 4 10Z" fill="${ink.tone('#2a2426', 0.3)}"/>`,
  }
}

/** Ruins: broken columns under half a pediment. */
function ruins(ink: Ink): Drawing {
  const stone = ink.main('#d8ccb4')
  const parts: string[] = []
  const heights = [64, 64, 64, 38, 52, 22]
  heights.forEach((height, index) => {
    const x = 16 + index * 22
    const top = 94 - height
    parts.push(
      `<rect x="${x - 4.5}" y="${top}" width="9" height="${height}" fill="${ink.fade(ink.tone(stone, 0.95), ink.tone(stone, -0.9))}"/>`,
      [-2.4, 0, 2.4]
        .map(
          (flute) =>
            `<path d="M${x + flute} ${top + 3}V94" stroke="${ink.tone(stone, -0.6)}" stroke-width=".6" opacity=".7"/>`,
        )
        .join(''),
    )
    if (height === 64)
      parts.push(`<rect x="${x - 6.5}" y="${top - 3}" width="13" height="4" fill="${ink.tone(stone, 0.5)}"/>`)
    else parts.push(`<path d="M${x - 4.5} ${top + 1}l3-4l2 3l4-2v4z" fill="${ink.tone(stone, 0.3)}"/>`)
  })
  parts.push(`<path d="M6 27V20H68L64 27Z" fill="${ink.fade(ink.tone(stone, 0.7), ink.tone(stone, -0.4))}"/><path d="M8 19L38 6L52 13L49 19Z" fill="${ink.fade(ink.tone(stone, 0.8), ink.tone(stone, -0.5))}"/>
<path d="M2 94H140V97H0V100H144V97" fill="${ink.tone(stone, 0.1)}"/><rect x="0" y="94" width="144" height="6" fill="${ink.fade(ink.tone(stone, 0.4), ink.tone(stone, -0.5))}"/><path d="M112 94l4-9l10 2l4 7z" fill="${ink.tone(stone, -0.3)}"/>`)
  return { width: 144, height: 100, body: parts.join('') }
}

/** A great pyramid with a lit and a shaded side, and a small one behind. */
function pyramid(ink: Ink): Drawing {
  const stone = ink.main('#d8b070')
  const courses = Array.from({ length: 22 }, (_, row) => {
    const y = 10 + row * 4
    const share = (y - 6) / 94
    return `<path d="M${90 - 82 * share} ${y}H${90 + 82 * share}" stroke="${ink.tone(stone, -0.7)}" stroke-width=".5" opacity=".35"/>`
  }).join('')
  return {
    width: 230,
    height: 100,
    body: `<path d="M178 52L228 100H128Z" fill="${ink.tone(stone, 0.5)}"/><path d="M178 52L228 100H190Z" fill="${ink.tone(stone, -0.8)}"/><path d="M90 5L118 100H6Z" fill="${ink.tone(stone, 0.85)}"/><path d="M90 5L176 100H116Z" fill="${ink.tone(stone, -0.85)}"/>${courses}`,
  }
}

/** What was built to be looked at. */
export const monumentDrawings = {
  church,
  pagoda,
  torii,
  ruins,
  pyramid,
}
