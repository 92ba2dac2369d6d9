import { type Colour, hex, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

const shine = (x: number, y: number, rx: number, ry: number, turn: number) =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" transform="rotate(${turn} ${x} ${y})" fill="#ffffff" opacity=".5"/>`

function fruit(ink: Ink, x: number, y: number, r: number, skin: Colour): string {
  const pores = Array.from({ length: 16 }, () => {
    const angle = ink.random.range(0, Math.PI * 2)
    const reach = r * 0.85 * Math.sqrt(ink.random.next())
    return `<circle cx="${(x + Math.cos(angle) * reach).toFixed(1)}" cy="${(y + Math.sin(angle) * reach).toFixed(1)}" r="${(r * 0.035).toFixed(2)}" fill="${ink.tone(skin, -0.6)}" opacity=".5"/>`
  }).join('')
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${ink.rounded(skin)}"/>${pores}<path d="M${x - 1} ${y - r * 0.8}q2-2 4 0" stroke="${ink.tone('#4a6a2a', 0.1)}" stroke-width="${r * 0.12}" fill="none"/>${shine(x - r * 0.38, y - r * 0.45, r * 0.22, r * 0.13, -35)}`
}

/** A glazed bowl heaped with round fruit. */
function bowl(ink: Ink): Drawing {
  const glaze = ink.main(ink.random.pick(['#3a6a9a', '#d8d0c0', '#4a8a7a', '#8a4a34']))
  const orange = hex('#f08a1e')
  const heap = [
    [48, 40, 15],
    [104, 40, 15],
    [76, 36, 16],
    [34, 50, 14],
    [118, 50, 14],
    [62, 48, 16],
    [92, 48, 16],
    [70, 21, 14],
  ]
    .map(([x, y, r]) => fruit(ink, x, y, r, mix(orange, hex('#ffb43a'), ink.random.next() * 0.45)))
    .join('')
  return {
    width: 152,
    height: 100,
    body: `${heap}<path d="M72 9q10-9 22-5q-8 9-22 5z" fill="${ink.tone('#4a8a3a', 0.4)}"/><path d="M8 54Q76 68 144 54Q138 84 104 92V96Q104 99.500 76 99.500Q48 99.500 48 96V92Q14 84 8 54Z" fill="${ink.fade(ink.tone(glaze, 0.95), ink.tone(glaze, -0.9))}"/><path d="M8 54Q76 68 144 54" stroke="${ink.tone(mix(glaze, [1, 1, 1], 0.5), 0.7)}" stroke-width="2.600" fill="none"/><path d="M17 70Q76 84 135 70" stroke="${ink.tone(mix(glaze, [1, 1, 1], 0.6), 0.2)}" stroke-width="2" stroke-dasharray="5 4" fill="none"/>${shine(30, 72, 4, 11, 22)}`,
  }
}

/** One apple with stalk and leaf. */
function apple(ink: Ink): Drawing {
  const skin = ink.main('#c8281e')
  return {
    width: 104,
    height: 100,
    body: `<path d="M52 26C34 12 6 22 6 52C6 80 28 100 42 98Q52 95 62 98C76 100 98 80 98 52C98 22 70 12 52 26Z" fill="${ink.rounded(skin)}"/><path d="M30 30Q16 52 30 84M74 30Q88 52 74 84M52 30Q54 60 52 92" stroke="${ink.tone(mix(skin, hex('#f8d85a'), 0.6), 0.2)}" stroke-width="3" opacity=".35" fill="none"/><path d="M36 25Q52 38 68 25Q52 31 36 25Z" fill="${ink.tone(mix(skin, hex('#3a1010'), 0.5))}"/><path d="M52 30Q50 14 58 5" stroke="${ink.tone('#5a3a20', 0.3)}" stroke-width="3.400" fill="none"/><path d="M56 16Q72 0 92 8Q80 26 56 16Z" fill="${ink.tone('#5a9a3a', 0.5)}"/>${shine(28, 42, 7, 13, 24)}`,
  }
}

/** Citrus: one whole, one cut open. */
function citrus(ink: Ink): Drawing {
  const skin = ink.main('#f0921e')
  const pulp = mix(skin, hex('#fff0b8'), 0.45)
  const segments = Array.from({ length: 9 }, (_, index) => {
    const a = (index / 9) * Math.PI * 2
    const b = ((index + 0.86) / 9) * Math.PI * 2
    const at = (angle: number, r: number) =>
      `${(112 + Math.cos(angle) * r).toFixed(1)} ${(62 + Math.sin(angle) * r).toFixed(1)}`
    return `<path d="M${at((a + b) / 2, 4)}L${at(a, 27)}Q${at((a + b) / 2, 32)} ${at(b, 27)}Z" fill="${ink.tone(pulp, 0.7)}"/>`
  }).join('')
  return {
    width: 156,
    height: 100,
    body: `${fruit(ink, 46, 54, 44, skin)}<path d="M48 12Q66 -2 84 6Q70 22 48 12Z" fill="${ink.tone('#4a8a3a', 0.4)}"/><circle cx="112" cy="62" r="37" fill="${ink.rounded(skin)}"/><circle cx="112" cy="62" r="33" fill="${ink.tone('#fff4d8', 0.6)}"/>${segments}`,
  }
}

/** A cup on its saucer, steaming. */
function cup(ink: Ink): Drawing {
  const glaze = ink.main(ink.random.pick(['#f2ece0', '#c85a3f', '#4a7a9a', '#6a8a5a']))
  return {
    width: 130,
    height: 100,
    body: `<path d="M44 30C36 20 52 16 44 4M62 30C54 18 70 14 62 0M80 30C72 20 88 16 80 6" stroke="#ffffff" stroke-width="3.500" opacity=".42" fill="none" stroke-linecap="round"/><ellipse cx="62" cy="92" rx="58" ry="8" fill="${ink.fade(ink.tone(glaze, 0.7), ink.tone(glaze, -0.7))}"/><path d="M102 48Q124 44 122 60Q118 78 96 74" stroke="${ink.tone(glaze, -0.3)}" stroke-width="7" fill="none"/><path d="M18 38H106Q106 90 76 92H48Q18 90 18 38Z" fill="${ink.fade(ink.tone(glaze, 0.95), ink.tone(glaze, -0.9))}"/><ellipse cx="62" cy="38" rx="44" ry="8.500" fill="${ink.tone(mix(glaze, [1, 1, 1], 0.3), 0.6)}"/><ellipse cx="62" cy="39.500" rx="39" ry="6.400" fill="${ink.tone('#5a3418', 0.2)}"/><path d="M40 39Q62 34 84 40Q62 44 40 39Z" fill="${ink.tone('#d8b080', 0.3)}" opacity=".8"/>${shine(31, 62, 4, 15, 8)}`,
  }
}

/** A round pot with spout and handle. */
function teapot(ink: Ink): Drawing {
  const glaze = ink.main(ink.random.pick(['#3f6f8f', '#e8e0d0', '#8a4a3a', '#4f7f5a']))
  const across = ink.fade(ink.tone(glaze, 0.95), ink.tone(glaze, -0.9))
  return {
    width: 150,
    height: 100,
    body: `<path d="M40 50Q22 46 14 24L4 26Q10 66 46 80Z" fill="${across}"/><path d="M108 40Q146 30 142 58Q136 82 106 82" stroke="${ink.tone(glaze, -0.5)}" stroke-width="8" fill="none"/><path d="M76 26C44 26 32 48 34 66C36 90 54 98 76 98C98 98 116 90 118 66C120 48 108 26 76 26Z" fill="${ink.rounded(glaze)}"/><path d="M52 28Q76 12 100 28Q76 35 52 28Z" fill="${across}"/><circle cx="76" cy="13" r="6.500" fill="${ink.rounded(glaze)}"/><path d="M40 62Q76 74 112 62" stroke="${ink.tone(mix(glaze, [1, 1, 1], 0.6), 0.5)}" stroke-width="2.400" stroke-dasharray="3 5" fill="none"/>${shine(54, 50, 6, 14, 26)}`,
  }
}

/** A tall bottle and a stemmed glass. */
function bottle(ink: Ink): Drawing {
  const glass = ink.main('#2f5a3a')
  const wine = '#7a1428'
  return {
    width: 86,
    height: 100,
    body: `<path d="M22 4H34V26Q48 34 48 48V96Q48 100 42 100H14Q8 100 8 96V48Q8 34 22 26Z" fill="${ink.fade(ink.tone(glass, 0.8), ink.tone(glass, -0.9))}" opacity=".95"/><rect x="21" y="2" width="14" height="10" rx="1.500" fill="${ink.tone('#a8342a', 0.4)}"/><rect x="8" y="56" width="40" height="26" fill="${ink.fade(ink.tone('#f0e6cc', 0.6), ink.tone('#f0e6cc', -0.6))}"/><path d="M14 63H42M14 68H36M14 73H40" stroke="${ink.tone('#8a7a5a')}" stroke-width="1.200"/><path d="M13 46V94" stroke="#ffffff" stroke-width="2.600" opacity=".5"/><path d="M56 52H82Q84 74 69 76V95H76Q79 98 77 100H61Q59 98 62 95H68V76Q54 74 56 52Z" fill="#ffffff" opacity=".35"/><path d="M56.500 60H81.500Q81 74 69 74.500Q57 74 56.500 60Z" fill="${ink.fade(ink.tone(wine, 0.8), ink.tone(wine, -0.3))}"/><path d="M60 56V68" stroke="#ffffff" stroke-width="1.600" opacity=".8"/>`,
  }
}

/** A crusty loaf, scored, with a slice before it. */
function bread(ink: Ink): Drawing {
  const crust = ink.main('#b8742e')
  return {
    width: 190,
    height: 100,
    body: `<path d="M8 84C2 44 40 18 96 18C152 18 190 44 182 84Q176 98 96 98Q14 98 8 84Z" fill="${ink.fade(ink.tone(crust, 0.9), ink.tone(crust, -0.8), 'down')}"/>${[44, 78, 112, 146].map((x) => `<path d="M${x} 78Q${x - 14} 50 ${x + 14} 28Q${x + 22} 52 ${x} 78Z" fill="${ink.tone('#f0cf94', 0.6)}"/>`).join('')}${Array.from({ length: 40 }, () => `<circle cx="${ink.random.range(24, 166).toFixed(0)}" cy="${ink.random.range(30, 90).toFixed(0)}" r=".9" fill="${ink.tone('#fff0d0', 0.7)}" opacity=".5"/>`).join('')}`,
  }
}

/** A candle with its flame and a halo. */
function candle(ink: Ink): Drawing {
  const wax = ink.main('#f4ead0')
  return {
    width: 60,
    height: 100,
    body: `<circle cx="30" cy="20" r="19" fill="${ink.glow('#ffb43a')}" opacity=".22"/><circle cx="30" cy="20" r="12" fill="${ink.glow('#ffd86a')}" opacity=".3"/><path d="M8 90Q30 84 52 90V96Q30 103 8 96Z" fill="${ink.fade(ink.tone('#c89a4a', 0.9), ink.tone('#c89a4a', -0.9))}"/><path d="M20 36Q30 32 40 36V92Q30 96 20 92Z" fill="${ink.fade(ink.tone(wax, 0.9), ink.tone(wax, -0.6))}"/><path d="M20 38Q18 52 21 56Q24 50 23 40ZM36 38Q36 64 38.500 66Q41 60 40 38Z" fill="${ink.tone(wax, 0.9)}"/><ellipse cx="30" cy="36" rx="10" ry="2.600" fill="${ink.glow('#ffe9b0')}"/><path d="M30 36V28" stroke="#2a1c14" stroke-width="1.200"/><path d="M30 6Q22 20 25.500 27Q30 32 34.500 27Q38 20 30 6Z" fill="${ink.glow('#ffc24a')}"/><path d="M30 15Q26.500 22 28 27Q30 29.500 32 27Q33.500 22 30 15Z" fill="${ink.glow('#fff6d0')}"/>`,
  }
}

/** Two closed books and an open one on top. */
function book(ink: Ink): Drawing {
  const cover = ink.main('#8a2f2a')
  const lines = Array.from(
    { length: 6 },
    (_, row) =>
      `<path d="M${26 + row} ${24 + row * 5}Q52 ${18 + row * 5.5} 72 ${25 + row * 5}M${84} ${25 + row * 5}Q106 ${18 + row * 5.5} ${130 - row} ${24 + row * 5}" stroke="${ink.tone('#8a8070')}" stroke-width="1" fill="none"/>`,
  ).join('')
  return {
    width: 156,
    height: 100,
    body: `<rect x="14" y="80" width="128" height="18" rx="3" fill="${ink.fade(ink.tone('#2f5a6a', 0.6), ink.tone('#2f5a6a', -0.7))}"/><rect x="18" y="83" width="124" height="12" fill="${ink.tone('#f0e6d0', 0.2)}"/><rect x="22" y="62" width="116" height="18" rx="3" fill="${ink.fade(ink.tone('#b8863a', 0.6), ink.tone('#b8863a', -0.7))}"/><rect x="26" y="65" width="112" height="12" fill="${ink.tone('#f4ecd8', 0.2)}"/><path d="M8 20Q44 6 78 20Q112 6 148 20V62Q112 50 78 62Q44 50 8 62Z" fill="${ink.tone(cover, 0.2)}"/><path d="M14 16Q46 4 78 18V58Q46 46 14 57Z" fill="${ink.fade(ink.tone('#fdf8ea', 0.9), ink.tone('#d8ccb0', 0))}"/><path d="M78 18Q110 4 142 16V57Q110 46 78 58Z" fill="${ink.fade(ink.tone('#d8ccb0', 0.1), ink.tone('#fdf8ea', 0.5))}"/>${lines}<path d="M98 12L100 66L104 60L109 64L107 12Z" fill="${ink.tone('#c8302a', 0.4)}"/>`,
  }
}

/** A mantel clock: wooden arch, pale face, no numerals. */
function clock(ink: Ink): Drawing {
  const wood = ink.main('#7a4a2a')
  const hour = ink.random.range(0, 360)
  const ticks = Array.from(
    { length: 12 },
    (_, index) =>
      `<rect x="49" y="20" width="2" height="${index % 3 ? 3 : 6}" fill="#2a1f1a" transform="rotate(${index * 30} 50 46)"/>`,
  ).join('')
  return {
    width: 100,
    height: 100,
    body: `<path d="M14 92V46Q16 6 50 6Q84 6 86 46V92Z" fill="${ink.fade(ink.tone(wood, 0.9), ink.tone(wood, -0.9))}"/><rect x="6" y="90" width="88" height="9" rx="2" fill="${ink.fade(ink.tone(wood, 0.6), ink.tone(wood, -0.6))}"/><circle cx="50" cy="46" r="31" fill="${ink.tone('#d8b04a', 0.6)}"/><circle cx="50" cy="46" r="28" fill="${ink.rounded('#faf4e4', 0.5)}"/>${ticks}<rect x="48.600" y="28" width="2.800" height="20" rx="1.400" fill="#1c1614" transform="rotate(${hour} 50 46)"/><rect x="49" y="20" width="2" height="28" rx="1" fill="#1c1614" transform="rotate(${(hour * 12) % 360} 50 46)"/><circle cx="50" cy="46" r="2.600" fill="${ink.tone('#c8302a')}"/><circle cx="50" cy="84" r="3.200" fill="${ink.tone('#d8b04a', 0.7)}"/><path d="M28 30A28 28 0 0 1 52 19L44 32Z" fill="#ffffff" opacity=".4"/>`,
  }
}

/** A vase full of flowers. */
function vase(ink: Ink): Drawing {
  const { random } = ink
  const glaze = hex(random.pick(['#3f6f9a', '#e8e2d4', '#5a8a7a', '#c87a4a']))
  const main = ink.main(random.pick(['#e0506a', '#f2b83a', '#8a5ac8', '#f08a4a', '#e8e0f0']))
  const blooms: string[] = []
  const stems: string[] = []
  for (let index = 0; index < 17; index++) {
    const angle = -Math.PI * (0.08 + 0.84 * ((index * 0.618) % 1))
    const reach = random.range(16, 37)
    const x = 40 + Math.cos(angle) * reach
    const y = 46 + Math.sin(angle) * reach
    stems.push(
      `<path d="M40 62Q${(40 + (x - 40) * 0.3).toFixed(1)} ${(y + 12).toFixed(1)} ${x.toFixed(1)} ${y.toFixed(1)}" stroke="${ink.tone('#4a7a3a', random.range(-0.6, 0.4))}" stroke-width="1.200" fill="none"/><path d="M${(40 + (x - 40) * 0.6).toFixed(1)} ${(y + 9).toFixed(1)}q${x > 40 ? 9 : -9} -6 ${x > 40 ? 12 : -12} 2q-6 4 ${x > 40 ? -12 : 12} -2z" fill="${ink.tone('#5a8f45', random.range(-0.5, 0.6))}"/>`,
    )
    blooms.push(
      bloom(
        ink,
        x,
        y,
        random.range(5.5, 8.5),
        index % 4 === 3 ? mix(main, [1, 1, 1], 0.55) : mix(main, hex('#ffd070'), random.next() * 0.3),
      ),
    )
  }
  return {
    width: 80,
    height: 100,
    body: `${stems.join('')}${blooms.join('')}<path d="M30 58H50Q50 66 54 72Q60 86 51 99Q40 101 29 99Q20 86 26 72Q30 66 30 58Z" fill="${ink.fade(ink.tone(glaze, 0.95), ink.tone(glaze, -0.95))}"/><path d="M28 57H52V60.500H28Z" fill="${ink.tone(mix(glaze, [1, 1, 1], 0.4), 0.5)}"/><path d="M25 77Q40 83 55 77" stroke="${ink.tone(mix(glaze, [1, 1, 1], 0.5), 0.3)}" stroke-width="1.400" fill="none"/>${shine(31.5, 80, 2, 8, 6)}`,
  }
}

/** A round bloom of two rings of petals. */
export function bloom(ink: Ink, x: number, y: number, r: number, petal: Colour, heart = '#e8b83a'): string {
  const ring = (count: number, reach: number, size: number, level: number, turn: number) =>
    Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * Math.PI * 2 + turn
      const px = x + Math.cos(angle) * reach
      const py = y + Math.sin(angle) * reach
      return `<ellipse cx="${px.toFixed(1)}" cy="${py.toFixed(1)}" rx="${size.toFixed(1)}" ry="${(size * 0.62).toFixed(1)}" transform="rotate(${Math.round((angle * 180) / Math.PI)} ${px.toFixed(1)} ${py.toFixed(1)})" fill="${ink.tone(petal, level - Math.cos(angle - 3.9) * -0.35)}"/>`
    }).join('')
  return (
    ring(9, r * 0.62, r * 0.48, -0.2, 0) +
    ring(7, r * 0.4, r * 0.4, 0.4, 0.4) +
    `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(r * 0.28).toFixed(1)}" fill="${ink.tone(heart, 0.3)}"/>`
  )
}

/** Things for a table. */
export const stillLifeDrawings = {
  bowl,
  apple,
  citrus,
  cup,
  teapot,
  bottle,
  bread,
  candle,
  book,
  clock,
  vase,
}
