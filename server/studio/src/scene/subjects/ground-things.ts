import { hex, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'
import { bloom } from './still-life.js'
import { drawCactus } from './trees.js'

/** A street lamp, burning after dark. */
function lamp(ink: Ink): Drawing {
  const iron = ink.main('#23262e')
  const glow = ink.isDark
    ? `<circle cx="30" cy="18" r="28" fill="${ink.glow('#ffcf6a')}" opacity=".16"/><circle cx="30" cy="18" r="16" fill="${ink.glow('#ffe08a')}" opacity=".28"/>`
    : ''
  return {
    width: 60,
    height: 100,
    body: `${glow}<path d="M28 32H32L33 96H27Z" fill="${ink.fade(ink.tone(iron, 0.8), ink.tone(iron, -0.6))}"/><path d="M22 100Q23 92 27 90H33Q37 92 38 100ZM26 60H34V63H26ZM25 31H35V34H25Z" fill="${ink.tone(iron, 0.3)}"/><path d="M23 10L25 31H35L37 10Z" fill="${ink.glow(ink.isDark ? '#fff0b8' : '#e4ecea')}"/><path d="M23 10L25 31M37 10L35 31M30 10V31" stroke="${ink.tone(iron)}" stroke-width="1.200"/><path d="M20 11Q30 -3 40 11Z" fill="${ink.tone(iron, 0.4)}"/><circle cx="30" cy="2" r="1.800" fill="${ink.tone(iron, 0.6)}"/>`,
  }
}

/** An open umbrella, its stick planted. */
function umbrella(ink: Ink): Drawing {
  const cloth = ink.main('#d8342f')
  const gores = [0, 1, 2, 3, 4]
    .map(
      (index) =>
        `<path d="M65 4Q${20 + index * 18} 14 ${5 + index * 24} 48Q${17 + index * 24} 41 ${29 + index * 24} 48Q${38 + index * 18} 14 65 4Z" fill="${ink.tone(index % 2 ? mix(cloth, [1, 1, 1], 0.35) : cloth, 0.9 - index * 0.4)}"/>`,
    )
    .join('')
  return {
    width: 130,
    height: 100,
    body: `<path d="M65 4V90Q65 98 58 98Q52 98 52 92" stroke="${ink.tone('#6a4a30', 0.2)}" stroke-width="2.600" fill="none" stroke-linecap="round"/>${gores}<path d="M65 4V0" stroke="${ink.tone('#4a3a2a')}" stroke-width="2"/>`,
  }
}

/** A cluster of glowing crystal spikes. */
function crystal(ink: Ink): Drawing {
  const gem = ink.main(ink.random.pick(['#8a5ad8', '#3ab8d8', '#d85aa0', '#4ad89a']))
  const light = mix(gem, [1, 1, 1], 0.6)
  const spike = (x: number, w: number, h: number, lean: number) => {
    const tip = `${x + lean} ${98 - h}`
    const shoulder = 98 - h * 0.76
    return `<path d="M${x - w} 98L${x - w + lean * 0.7} ${shoulder}L${tip}L${x + lean * 0.75 - w * 0.1} ${shoulder + h * 0.06}L${x - w * 0.1} 98Z" fill="${ink.glow(mix(light, gem, 0.3))}" opacity=".96"/><path d="M${x - w * 0.1} 98L${x + lean * 0.75 - w * 0.1} ${shoulder + h * 0.06}L${tip}L${x + w + lean * 0.8} ${shoulder}L${x + w} 98Z" fill="${ink.glow(mix(gem, hex('#140a2a'), 0.35))}"/><path d="M${x - w * 0.5} 96L${x - w * 0.5 + lean * 0.7} ${shoulder + 3}" stroke="#ffffff" stroke-width="1" opacity=".6"/>`
  }
  return {
    width: 110,
    height: 100,
    body:
      spike(26, 8, 52, -9) +
      spike(86, 8, 58, 10) +
      spike(44, 9, 74, -5) +
      spike(70, 9, 66, 6) +
      spike(57, 13, 95, 1) +
      spike(36, 6, 30, -8) +
      spike(78, 6, 32, 8) +
      spike(54, 6, 24, -2),
  }
}

/** A spotted toadstool with a small companion. */
function mushroom(ink: Ink): Drawing {
  const cap = ink.main('#c8302a')
  const one = (x: number, foot: number, s: number) => {
    const dots = [
      [-18, -10, 4],
      [2, -19, 5],
      [19, -9, 4],
      [-6, -6, 3],
      [10, -4, 2.6],
      [-27, -3, 2.6],
    ]
      .map(
        ([dx, dy, r]) =>
          `<ellipse cx="${x + dx * s}" cy="${foot - 56 * s + dy * s}" rx="${r * s}" ry="${r * 0.75 * s}" fill="${ink.tone('#fdf6e6', 0.7)}"/>`,
      )
      .join('')
    return `<path d="M${x - 9 * s} ${foot}Q${x - 14 * s} ${foot - 6 * s} ${x - 7 * s} ${foot - 52 * s}H${x + 7 * s}Q${x + 14 * s} ${foot - 6 * s} ${x + 9 * s} ${foot}Z" fill="${ink.fade(ink.tone('#f4ead4', 0.9), ink.tone('#f4ead4', -0.8))}"/><path d="M${x - 12 * s} ${foot - 38 * s}Q${x} ${foot - 30 * s} ${x + 12 * s} ${foot - 38 * s}L${x + 7 * s} ${foot - 50 * s}H${x - 7 * s}Z" fill="${ink.tone('#e8dcc0', -0.1)}"/><ellipse cx="${x}" cy="${foot - 50 * s}" rx="${36 * s}" ry="${6 * s}" fill="${ink.tone('#e0d0b0', -0.5)}"/><path d="M${x - 38 * s} ${foot - 49 * s}C${x - 36 * s} ${foot - 96 * s} ${x + 36 * s} ${foot - 96 * s} ${x + 38 * s} ${foot - 49 * s}Q${x} ${foot - 58 * s} ${x - 38 * s} ${foot - 49 * s}Z" fill="${ink.rounded(cap)}"/>${dots}`
  }
  return {
    width: 110,
    height: 100,
    body:
      one(84, 99, 0.5) +
      one(42, 99, 1.06) +
      `<path d="M4 100q6-12 9 0q3-16 7 0zM92 100q4-10 8 0q2-12 6 0z" fill="${ink.tone('#5a8a3f', 0.2)}"/>`,
  }
}

/** A ribbed pumpkin, with a carved face after dark. */
function pumpkin(ink: Ink): Drawing {
  const skin = ink.main('#e0781e')
  const rib = (x: number, w: number, level: number) =>
    `<ellipse cx="${x}" cy="60" rx="${w}" ry="38" fill="${ink.fade(ink.tone(skin, level + 0.3), ink.tone(skin, level - 0.5))}"/>`
  const face = ink.isDark
    ? `<path d="M38 50l8-10l8 10zM76 50l8-10l8 10zM60 60l5-7l5 7zM34 66Q65 92 96 66L88 72L82 68L76 78L68 72L60 78L52 70L44 74Z" fill="${ink.glow('#ffd24a')}"/>`
    : ''
  return {
    width: 130,
    height: 100,
    body: `${rib(26, 22, 0.6)}${rib(104, 22, -0.7)}${rib(42, 22, 0.5)}${rib(88, 22, -0.3)}${rib(65, 22, 0.3)}<path d="M60 26Q58 10 48 6L56 2Q70 8 71 26Q66 30 60 26Z" fill="${ink.tone('#6a7a34', 0.2)}"/><path d="M70 22q14-12 26-4q8 6 2 10" stroke="${ink.tone('#5a7a34', 0.3)}" stroke-width="2" fill="none"/>${face}`,
  }
}

/** A guitar leaning upright. */
function guitar(ink: Ink): Drawing {
  const wood = ink.main('#b8702e')
  return {
    width: 56,
    height: 100,
    body: `<g transform="rotate(7 28 50)"><path d="M26 6H32V56H26Z" fill="${ink.tone('#3a2418', 0.3)}"/><path d="M24 0H34L33 9H25Z" fill="${ink.tone('#4a2c1a', 0.4)}"/><path d="M29 46C16 46 13 56 17 63C8 70 8 96 29 97C50 96 50 70 41 63C45 56 42 46 29 46Z" fill="${ink.rounded(wood)}"/><circle cx="29" cy="66" r="6.500" fill="#1c120c"/><rect x="20" y="83" width="18" height="3.400" fill="${ink.tone('#3a2418')}"/><path d="M27.500 4V84M29 4V84M30.500 4V84" stroke="${ink.tone('#f4ecd8', 0.7)}" stroke-width=".4"/></g>`,
  }
}

/** An armchair. */
function chair(ink: Ink): Drawing {
  const cloth = ink.main('#8a3f3a')
  return {
    width: 100,
    height: 100,
    body: `<path d="M18 90l-3 10h6l4-10zM78 90l3 10h-6l-4-10z" fill="${ink.tone('#4a3020')}"/><path d="M20 60V20Q22 4 50 4Q78 4 80 20V60Z" fill="${ink.rounded(cloth)}"/><path d="M24 62Q50 54 76 62V82H24Z" fill="${ink.fade(ink.tone(cloth, 0.8), ink.tone(cloth, -0.4), 'down')}"/><path d="M22 78H78V92H22Z" fill="${ink.tone(cloth, -0.3)}"/><path d="M8 52Q8 44 17 44Q26 44 26 52V94H10Q8 74 8 52ZM92 52Q92 44 83 44Q74 44 74 52V94H90Q92 74 92 52Z" fill="${ink.fade(ink.tone(cloth, 0.7), ink.tone(cloth, -0.7))}"/>${[36, 50, 64].map((x) => `<circle cx="${x}" cy="28" r="1.600" fill="${ink.tone(cloth, -0.9)}"/>`).join('')}`,
  }
}

/** A plump heart. */
function heart(ink: Ink): Drawing {
  const red = ink.main('#d8283a')
  return {
    width: 110,
    height: 100,
    body: `<path d="M55 97C20 70 4 50 6 28C8 8 38 -2 55 22C72 -2 102 8 104 28C106 50 90 70 55 97Z" fill="${ink.rounded(red)}"/><ellipse cx="28" cy="27" rx="8" ry="13" transform="rotate(32 28 27)" fill="#ffffff" opacity=".5"/>`,
  }
}

/** A polished ball that mirrors sky and ground. */
function sphere(ink: Ink): Drawing {
  const tint = ink.main('#a8c4d8')
  return {
    width: 100,
    height: 100,
    body: `<circle cx="50" cy="50" r="49" fill="${ink.rounded(tint)}"/><path d="M3 56Q50 44 97 56Q92 98 50 99Q8 98 3 56Z" fill="${ink.tone(mix(tint, hex('#2a2030'), 0.55), -0.1)}" opacity=".55"/><path d="M3 56Q50 44 97 56Q50 50 3 56Z" fill="#ffffff" opacity=".4"/><ellipse cx="32" cy="25" rx="13" ry="8" transform="rotate(-32 32 25)" fill="#ffffff" opacity=".8"/><ellipse cx="68" cy="83" rx="16" ry="5" transform="rotate(-20 68 83)" fill="#ffffff" opacity=".22"/>`,
  }
}

/** Logs and flames with flying sparks. */
function campfire(ink: Ink): Drawing {
  const sparks = Array.from(
    { length: 14 },
    () =>
      `<circle cx="${ink.random.range(30, 90).toFixed(0)}" cy="${ink.random.range(2, 46).toFixed(0)}" r="${ink.random.range(0.5, 1.3).toFixed(1)}" fill="${ink.glow('#ffd26a')}"/>`,
  ).join('')
  return {
    width: 120,
    height: 100,
    body: `<circle cx="60" cy="64" r="36" fill="${ink.glow('#ff8a2a')}" opacity=".2"/><ellipse cx="60" cy="94" rx="52" ry="6" fill="${ink.glow('#ff9a3a')}" opacity=".3"/><path d="M60 14C66 34 88 46 84 70C82 84 72 90 60 90C48 90 36 84 36 70C34 54 46 52 48 38C54 44 58 32 60 14Z" fill="${ink.glow('#ff7a1e')}"/><path d="M62 36C64 50 76 56 74 72C72 84 66 88 60 88C52 88 46 82 46 72C46 62 54 60 55 50C60 54 62 46 62 36Z" fill="${ink.glow('#ffb83a')}"/><path d="M60 58C62 66 68 70 66 78C64 86 62 88 59 88C54 88 52 82 54 76C56 70 60 68 60 58Z" fill="${ink.glow('#fff0a8')}"/><path d="M18 88L98 96L100 90L22 81ZM102 86L24 97L22 91L98 80Z" fill="${ink.tone('#4a2e1c', 0.2)}"/>${sparks}`,
  }
}

/** One tall sunflower. */
function sunflower(ink: Ink): Drawing {
  const petal = ink.main('#f4b81e')
  const lean = ink.random.range(-4, 4)
  const x = 27 + lean
  const petals = (count: number, reach: number, turn: number, level: number) =>
    Array.from({ length: count }, (_, index) => {
      const angle = (index / count) * 360 + turn
      return `<path d="M${x} ${24 - reach}Q${x + 3.6} ${24 - reach * 0.55} ${x} ${14}Q${x - 3.6} ${24 - reach * 0.55} ${x} ${24 - reach}Z" transform="rotate(${angle.toFixed(0)} ${x} 24)" fill="${ink.tone(petal, level)}"/>`
    }).join('')
  const seeds = Array.from({ length: 34 }, (_, index) => {
    const r = 0.85 * Math.sqrt(index + 1)
    const angle = index * 2.4
    return `<circle cx="${(x + Math.cos(angle) * r * 1.5).toFixed(1)}" cy="${(24 + Math.sin(angle) * r * 1.5).toFixed(1)}" r=".7" fill="${ink.tone('#8a5a2a', 0.3)}"/>`
  }).join('')
  return {
    width: 56,
    height: 100,
    body: `<path d="M${x} 30Q${x - lean} 66 28 100" stroke="${ink.tone('#5a8a3a', 0.1)}" stroke-width="3" fill="none"/><path d="M28 70Q8 54 2 66Q10 80 28 76ZM28 58Q46 42 54 54Q46 68 28 64Z" fill="${ink.tone('#5a8f3c', 0.3)}"/><path d="M28 73Q14 64 5 66M28 61Q42 52 51 55" stroke="${ink.tone('#3f6a2c')}" stroke-width=".8" fill="none"/>${petals(17, 22, 0, 0)}${petals(17, 20, 10, 0.7)}<circle cx="${x}" cy="24" r="10" fill="${ink.rounded('#5a3416')}"/>${seeds}`,
  }
}

/** A single flower of one of three shapes. */
function flower(ink: Ink): Drawing {
  const petal = ink.main('#e0506a')
  const kind = ink.random.whole(0, 2)
  const head =
    kind === 0
      ? `<path d="M14 12Q20 26 28 10Q36 26 42 12Q48 38 28 44Q8 38 14 12Z" fill="${ink.rounded(petal)}"/><path d="M28 10Q22 26 26 42M28 10Q34 26 30 42" stroke="${ink.tone(petal, -0.8)}" stroke-width="1" fill="none" opacity=".6"/>`
      : kind === 1
        ? bloom(ink, 28, 26, 24, petal)
        : `<circle cx="28" cy="26" r="19" fill="${ink.rounded(petal)}"/><path d="M28 26q-8-6 0-10q10 2 6 12q-8 8-16-2q-2-14 12-16q16 2 14 18q-6 14-22 10" stroke="${ink.tone(mix(petal, hex('#200810'), 0.45))}" stroke-width="1.600" fill="none"/><path d="M12 36Q20 46 28 46Q38 46 45 36Q38 41 28 41Q18 41 12 36Z" fill="${ink.tone('#4a7a3a', 0.2)}"/>`
  return {
    width: 56,
    height: 100,
    body: `<path d="M28 42Q24 70 28 100" stroke="${ink.tone('#4f8a3c', 0.2)}" stroke-width="2.600" fill="none"/><path d="M27 82Q6 66 4 48Q24 58 27 80ZM27 90Q46 78 50 60Q32 68 27 86Z" fill="${ink.tone('#5a9444', 0.3)}"/>${head}`,
  }
}

/** Single things out of doors. */
export const groundThingDrawings = {
  lamp,
  umbrella,
  crystal,
  mushroom,
  pumpkin,
  guitar,
  chair,
  heart,
  sphere,
  campfire,
  sunflower,
  flower,
  cactus: drawCactus,
}
