import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

/** Windows glow after dark, and are deep by day. */
export function pane(ink: Ink, x: number, y: number, w: number, h: number, arched = false): string {
  const fill = ink.isDark ? ink.glow('#ffd873') : ink.tone('#2c3a4a', -0.2)
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${arched ? w / 2 : 0.4}" fill="${fill}"/>`
}

/** A round tower with a striped shaft, gallery and burning lamp. */
function lighthouse(ink: Ink): Drawing {
  const shaft = ink.fade(ink.tone('#f6f2e8', 0.9), ink.tone('#d8d2c8', -0.8))
  const main = ink.main('#c8342a')
  const band = ink.fade(ink.tone(main, 0.9), ink.tone(main, -0.7))
  const stripe = (top: number, bottom: number) => {
    const edge = (y: number) => 6.5 + (y - 20) * 0.055
    return `<path d="M${40 - edge(top)} ${top}Q40 ${top + 2.5} ${40 + edge(top)} ${top}L${40 + edge(bottom)} ${bottom}Q40 ${bottom + 2.5} ${40 - edge(bottom)} ${bottom}Z" fill="${band}"/>`
  }
  const iron = ink.tone('#2a2e36', 0)
  return {
    width: 80,
    height: 100,
    body: `<ellipse cx="40" cy="97" rx="26" ry="5" fill="${ink.tone('#6d6a66', -0.3)}"/>
<path d="M50 97V84L57 80L66 84V97Z" fill="${ink.tone('#e8e2d6', -0.5)}"/><path d="M48 84.500L57 77.500L68 84.500Z" fill="${ink.tone('#8a3a30', -0.1)}"/>${pane(ink, 60, 87, 3, 4)}
<path d="M33.500 20H46.500L51 97Q40 100 29 97Z" fill="${shaft}"/>${stripe(31, 45)}${stripe(59, 73)}${stripe(86, 95)}
${pane(ink, 38.6, 50, 2.8, 5, true)}${pane(ink, 38.4, 77, 3.2, 5, true)}${pane(ink, 38.8, 25, 2.4, 4, true)}
<rect x="30" y="18.500" width="20" height="2.200" fill="${iron}"/><path d="M30.500 18.500V15.500M35 18.500V15.500M40 18.500V15.500M45 18.500V15.500M49.500 18.500V15.500M30.500 15.500H49.500" stroke="${iron}" stroke-width=".7"/>
<rect x="35" y="9.500" width="10" height="9" fill="${ink.glow('#fff2b8')}"/><circle cx="40" cy="14" r="3.400" fill="${ink.glow('#ffffff')}"/><path d="M37.500 9.500V18.500M42.500 9.500V18.500" stroke="${iron}" stroke-width=".5"/>
<path d="M33.500 10Q40 1 46.500 10Z" fill="${band}"/><path d="M40 4V1" stroke="${iron}" stroke-width=".8"/>`,
  }
}

/** A keep with towers, pointed roofs, battlements and banners. */
function castle(ink: Ink): Drawing {
  const { random } = ink
  const wall = ink.main('#a89c8c')
  const roof = random.pick(['#4a5a7a', '#7a3a34', '#3f6a68', '#5a4a6a'])
  const parts: string[] = []
  const battlement = (x: number, y: number, w: number) =>
    Array.from(
      { length: Math.round(w / 3) },
      (_, tooth) =>
        `<rect x="${x + tooth * 3}" y="${y - 2}" width="1.700" height="2.300" fill="${ink.tone(wall, 0.3)}"/>`,
    ).join('')
  const tower = (x: number, top: number, w: number, spire: number) => {
    const shaft = ink.fade(ink.tone(wall, 0.9), ink.tone(wall, -0.95))
    parts.push(
      `<rect x="${x - w / 2}" y="${top}" width="${w}" height="${100 - top}" fill="${shaft}"/>`,
      `<rect x="${x - w / 2 - 0.9}" y="${top}" width="${w + 1.8}" height="3" fill="${ink.fade(ink.tone(wall, 1), ink.tone(wall, -0.7))}"/>`,
    )
    if (spire > 0) {
      parts.push(
        `<path d="M${x - w / 2 - 1.6} ${top}Q${x} ${top + 2} ${x + w / 2 + 1.6} ${top}L${x} ${top - spire}Z" fill="${ink.fade(ink.tone(roof, 0.9), ink.tone(roof, -0.9))}"/>`,
        `<path d="M${x} ${top - spire}v-5" stroke="${ink.tone('#3a3230')}" stroke-width=".5"/><path d="M${x} ${top - spire - 5}l6 1.600l-6 1.800z" fill="${ink.tone(ink.main('#c8342a'), 0.5)}"/>`,
      )
    } else parts.push(battlement(x - w / 2 - 0.9, top, w + 1.8))
    for (let y = top + 8; y < 84; y += random.range(11, 16)) parts.push(pane(ink, x - 0.9, y, 1.8, 4.2, true))
  }
  tower(36, 42, 13, 20)
  tower(86, 46, 12, 18)
  tower(61, 30, 17, 24)
  tower(50, 52, 9, 12)
  tower(74, 50, 9, 13)
  parts.push(
    `<rect x="14" y="66" width="94" height="34" fill="${ink.fade(ink.tone(wall, 0.55), ink.tone(wall, -0.55))}"/>`,
    battlement(14, 66, 94),
  )
  tower(16, 58, 14, random.chance(0.5) ? 17 : 0)
  tower(105, 58, 14, random.chance(0.5) ? 17 : 0)
  for (let brick = 0; brick < 46; brick++) {
    parts.push(
      `<rect x="${random.range(24, 96).toFixed(1)}" y="${random.range(69, 97).toFixed(1)}" width="${random.range(1.6, 3.4).toFixed(1)}" height="1.100" fill="${ink.tone(wall, random.range(-0.6, 0.5))}" opacity=".7"/>`,
    )
  }
  parts.push(
    `<path d="M54 100V86Q61 76 68 86V100Z" fill="${ink.tone('#2a2019', -0.5)}"/><path d="M56 100V87Q61 79.500 66 87V100Z" fill="${ink.tone('#6a4a30', -0.1)}"/>`,
  )
  return { width: 122, height: 100, body: parts.join('') }
}

/** A small house with a pitched roof, chimney, door and windows. */
function cottage(ink: Ink): Drawing {
  const { random } = ink
  const wall = ink.main(random.pick(['#efe4d0', '#c9a27c', '#a8442f', '#8a5a3a', '#d9c8a8']))
  const roof = random.pick(['#7a3a2a', '#5a5a62', '#8a6a3a', '#4a4038'])
  const shingles = Array.from(
    { length: 7 },
    (_, row) =>
      `<path d="M${26 - row * 2.9} ${30 + row * 4.4}H${112 - row * -2.9}" stroke="${ink.tone(roof, -0.6)}" stroke-width=".6" opacity=".6"/>`,
  ).join('')
  const smoke = [0, 1, 2, 3]
    .map(
      (puff) =>
        `<circle cx="${92 + puff * 3.4}" cy="${13 - puff * 3.2}" r="${2 + puff * 1.1}" fill="#ffffff" opacity="${0.32 - puff * 0.06}"/>`,
    )
    .join('')
  const window = (x: number) =>
    `<rect x="${x - 1.2}" y="63.800" width="16.400" height="16.400" fill="${ink.tone('#f4efe4', 0.4)}"/>${pane(ink, x, 65, 14, 14)}<path d="M${x + 7} 65v14M${x} 72h14" stroke="${ink.tone('#f4efe4', 0.2)}" stroke-width="1.200"/><rect x="${x - 2}" y="80" width="18" height="3" fill="${ink.tone('#7a4a2a')}"/><path d="M${x - 1} 80q2-4 4-1q2-4 4-1q2-4 4-1q2-3 4 2z" fill="${ink.tone('#d8506a', 0.4)}"/>`
  return {
    width: 140,
    height: 100,
    body: `${smoke}<rect x="87" y="16" width="9" height="24" fill="${ink.fade(ink.tone('#8a5a48', 0.4), ink.tone('#8a5a48', -0.7))}"/>
<path d="M18 54H122V100H18Z" fill="${ink.fade(ink.tone(wall, 0.65), ink.tone(wall, -0.55))}"/><path d="M18 54H122V60H18Z" fill="${ink.tone(wall, -0.8)}" opacity=".7"/>
<path d="M8 59L30 26H110L132 59Z" fill="${ink.fade(ink.tone(roof, 0.8), ink.tone(roof, -0.5))}"/>${shingles}
${window(32)}${window(94)}<path d="M62 100V68Q70 61 78 68V100Z" fill="${ink.tone('#5d3a24', 0.1)}"/><circle cx="75" cy="85" r="1.100" fill="${ink.tone('#e8c86a', 0.6)}"/>
<path d="M14 100q4-9 8-3q4-8 8 0q3-6 7 3zM104 100q3-8 8-3q4-8 8-1q3-5 6 4z" fill="${ink.tone('#4a7a38', -0.1)}"/>`,
  }
}

/** A tower mill with four latticed sails. */
function windmill(ink: Ink): Drawing {
  const wall = ink.main('#e2d6c0')
  const turn = ink.random.range(12, 40)
  const sail = (angle: number) =>
    `<g transform="rotate(${angle + turn} 45 36)"><rect x="44.300" y="2" width="1.400" height="34" fill="${ink.tone('#4a3526')}"/><path d="M46 4H53V30H46Z" fill="${ink.tone('#f2e8d2', 0.5)}" opacity=".92"/><path d="M46 9H53M46 14H53M46 19H53M46 24H53M49.500 4V30" stroke="${ink.tone('#6a4a34')}" stroke-width=".6"/></g>`
  return {
    width: 90,
    height: 100,
    body: `<path d="M33 40H57L64 100H26Z" fill="${ink.fade(ink.tone(wall, 0.9), ink.tone(wall, -0.9))}"/><path d="M30 41Q45 18 60 41Z" fill="${ink.fade(ink.tone('#6a4030', 0.8), ink.tone('#6a4030', -0.7))}"/>
<path d="M27.500 78H62.500L63.300 82H26.700Z" fill="${ink.tone('#5a4030', 0)}"/>${pane(ink, 42, 52, 6, 8, true)}${pane(ink, 42, 67, 6, 8, true)}<path d="M39 100V90Q45 83 51 90V100Z" fill="${ink.tone('#4a3020')}"/>
${[0, 90, 180, 270].map(sail).join('')}<circle cx="45" cy="36" r="2.400" fill="${ink.tone('#3a2a20', 0.2)}"/>`,
  }
}

/** A lone tall tower with a pointed roof. */
function tower(ink: Ink): Drawing {
  const wall = ink.main('#948a80')
  const roof = ink.random.pick(['#4a3a6a', '#6a3230', '#2f5a5a'])
  const bricks = Array.from(
    { length: 40 },
    () =>
      `<rect x="${ink.random.range(22, 37).toFixed(1)}" y="${ink.random.range(36, 97).toFixed(1)}" width="2.600" height="1.100" fill="${ink.tone(wall, ink.random.range(-0.7, 0.6))}" opacity=".65"/>`,
  ).join('')
  return {
    width: 60,
    height: 100,
    body: `<path d="M21 34H39L42 100H18Z" fill="${ink.fade(ink.tone(wall, 0.9), ink.tone(wall, -0.95))}"/>${bricks}<path d="M17 27H43V35L39.500 40H20.500L17 35Z" fill="${ink.fade(ink.tone(wall, 1), ink.tone(wall, -0.8))}"/>
<path d="M14 28Q30 31 46 28L30 3Z" fill="${ink.fade(ink.tone(roof, 0.9), ink.tone(roof, -0.9))}"/><path d="M30 4V0" stroke="${ink.tone('#d8b45a', 0.5)}" stroke-width=".8"/>${pane(ink, 27.5, 29, 5, 6, true)}${pane(ink, 28, 50, 4, 7, true)}${pane(ink, 28, 70, 4, 7, true)}<path d="M25 100V91Q30 85 35 91V100Z" fill="${ink.tone('#3a281c')}"/>`,
  }
}

/** A stone bridge of three arches over water. */
function bridge(ink: Ink): Drawing {
  const stone = ink.main('#a2968a')
  const arch = (x: number, w: number, top: number) =>
    `M${x - w} 100V${top + w * 0.8}A${w} ${w * 0.8} 0 0 1 ${x + w} ${top + w * 0.8}V100Z`
  const joints = Array.from(
    { length: 90 },
    () =>
      `<rect x="${ink.random.range(4, 292).toFixed(0)}" y="${ink.random.range(30, 62).toFixed(1)}" width="${ink.random.range(4, 8).toFixed(1)}" height="2" fill="${ink.tone(stone, ink.random.range(-0.6, 0.5))}" opacity=".55"/>`,
  ).join('')
  return {
    width: 300,
    height: 100,
    body: `<path fill-rule="evenodd" d="M0 48Q150 4 300 48V100H0Z${arch(62, 34, 48)}${arch(150, 40, 38)}${arch(238, 34, 48)}" fill="${ink.fade(ink.tone(stone, 0.7), ink.tone(stone, -0.6), 'down')}"/>${joints}
<path d="M0 42Q150 -2 300 42V50Q150 6 0 50Z" fill="${ink.tone(stone, 0.5)}"/><path d="M28 100V75A34 27 0 0 1 62 48M110 100V70A40 32 0 0 1 150 38M204 100V75A34 27 0 0 1 238 48" stroke="${ink.tone(stone, -0.9)}" stroke-width="4" fill="none"/>`,
  }
}

/** A ridge tent that glows from within after dark. */
function tent(ink: Ink): Drawing {
  const cloth = ink.main('#e08a3a')
  const inside = ink.isDark ? ink.glow('#ffd27a') : ink.tone('#4a2f1c', -0.6)
  return {
    width: 130,
    height: 100,
    body: `<path d="M52 18L112 30L126 100H66Z" fill="${ink.isDark ? ink.tone(cloth, 0.6) : ink.tone(cloth, -0.6)}"/><path d="M52 16L6 100H98Z" fill="${ink.fade(ink.tone(cloth, 0.9), ink.tone(cloth, 0))}"/><path d="M52 36L38 100H66Z" fill="${inside}"/><path d="M52 16V100M52 16L2 98M112 30L129 98" stroke="${ink.tone('#4a3424')}" stroke-width="1"/>`,
  }
}

/** What people live and work in, and travel over. */
export const buildingDrawings = {
  lighthouse,
  castle,
  cottage,
  windmill,
  tower,
  bridge,
  tent,
}
