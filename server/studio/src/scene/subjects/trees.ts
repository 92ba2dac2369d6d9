import { type Colour, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

const round = (value: number) => Math.round(value * 10) / 10

/** The colours that a tree is drawn in: leaves from shaded to lit, and its wood. */
export interface TreeColours {
  readonly leaves: readonly [Colour, Colour, Colour]
  readonly wood: Colour
  /** Share of the crown that is bare, 0 to 1. */
  readonly bare: number
  readonly snow: boolean
}

/** A broad-leaved tree: forked wood and a crown of leaf tufts, darker below and away from the light. */
export function drawBroadTree(ink: Ink, colours: TreeColours): Drawing {
  const { random } = ink
  const width = random.range(84, 108)
  const lean = random.range(-6, 6)
  const parts = [limb(ink, colours.wood, width / 2, 100, width / 2 + lean, 52, 3.4, 1.7)]
  const tufts: { x: number; y: number; radius: number }[] = []
  const boughs = random.whole(6, 8)
  for (let bough = 0; bough < boughs; bough++) {
    const angle = -Math.PI * (0.1 + (0.8 * (bough + random.range(0.2, 0.8))) / boughs)
    const reach = random.range(20, 33)
    const x = width / 2 + lean + Math.cos(angle) * reach * 1.1
    const y = 46 + Math.sin(angle) * reach * 0.95
    parts.push(limb(ink, colours.wood, width / 2 + lean * 0.8, random.range(52, 66), x, y, 1.7, 0.5))
    tufts.push({ x, y, radius: random.range(11, 17) })
  }
  tufts.push({ x: width / 2 + lean, y: 34, radius: 18 })
  return { width, height: 100, body: parts.join('') + crown(ink, tufts, colours, 46) }
}

function limb(
  ink: Ink,
  wood: Colour,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  w0: number,
  w1: number,
): string {
  const bendX = (x0 + x1) / 2 + ink.random.range(-3, 3)
  const bendY = (y0 + y1) / 2
  const path = (w: number, shift: number, tip: number) =>
    `M${round(x0 - w + shift)} ${y0}Q${round(bendX - w * 0.7 + shift)} ${round(bendY)} ${round(x1 - tip)} ${round(y1)}` +
    `L${round(x1 + tip)} ${round(y1)}Q${round(bendX + w * 0.7)} ${round(bendY)} ${round(x0 + w)} ${y0}Z`
  return `<path d="${path(w0, 0, w1)}" fill="${ink.tone(wood, -0.1)}"/><path d="${path(w0 * 0.8, w0 * 1.0, w1 * 0.6)}" fill="${ink.tone(wood, -0.9)}"/>`
}

function crown(
  ink: Ink,
  tufts: readonly { x: number; y: number; radius: number }[],
  colours: TreeColours,
  perTuft: number,
): string {
  const { random } = ink
  const layers: string[][] = [[], [], [], []]
  const top = Math.min(...tufts.map(({ y, radius }) => y - radius))
  for (const tuft of tufts) {
    for (let leaf = 0; leaf < perTuft * (1 - colours.bare); leaf++) {
      const angle = random.range(0, Math.PI * 2)
      const reach = tuft.radius * Math.sqrt(random.next())
      const x = tuft.x + Math.cos(angle) * reach
      const y = tuft.y + Math.sin(angle) * reach * 0.85
      const light =
        (-Math.cos(angle) * 0.5 - Math.sin(angle) * 0.9) * (reach / tuft.radius) +
        (40 - (y - top)) * 0.012 +
        random.range(-0.45, 0.45)
      const level = light > 0.42 ? 2 : light > -0.15 ? 1 : 0
      const size = random.range(1.1, 2.7) * (level === 2 ? 0.8 : 1.15)
      const paint =
        level === 2
          ? ink.tone(colours.leaves[2], 0.9)
          : level === 1
            ? ink.tone(colours.leaves[1], 0.1)
            : ink.tone(colours.leaves[0], -0.7)
      layers[level].push(
        `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(size * 1.25)}" ry="${round(size * 0.8)}" ` +
          `transform="rotate(${Math.round(random.range(-50, 50))} ${round(x)} ${round(y)})" fill="${paint}"/>`,
      )
    }
    if (colours.snow) {
      for (let flake = 0; flake < 7; flake++) {
        layers[3].push(
          `<ellipse cx="${round(tuft.x + random.range(-0.8, 0.7) * tuft.radius)}" cy="${round(tuft.y - tuft.radius * random.range(0.3, 0.85))}" ` +
            `rx="${round(random.range(1.5, 4))}" ry="${round(random.range(0.8, 1.7))}" fill="${ink.tone('#f4f8fc', 0.9)}"/>`,
        )
      }
    }
  }
  return layers.map((layer) => layer.join('')).join('')
}

/** A conifer: tiers of hanging twigs about a straight stem. */
export function drawPine(ink: Ink, colours: TreeColours): Drawing {
  const { random } = ink
  const width = random.range(36, 48)
  const middle = width / 2
  const parts = [
    `<path d="M${middle - 1.4} 100L${middle - 0.4} 10L${middle + 0.4} 10L${middle + 1.6} 100Z" fill="${ink.tone(colours.wood, -0.3)}"/>`,
  ]
  const tiers = random.whole(13, 17)
  for (let tier = 0; tier < tiers; tier++) {
    const share = (tiers - tier) / tiers
    const y = 5 + share * 82
    const reach = (0.06 + share * 0.94) * middle * random.range(0.82, 1)
    for (let twig = 0; twig < 10; twig++) {
      const side = twig / 9 - 0.5
      const tipX = middle + side * 2 * reach * random.range(0.85, 1.05)
      const tipY = y + 5 + (0.25 - side * side) * 9 + random.range(-1.4, 1.6)
      const level = -side * 1.5 + random.range(-0.45, 0.45)
      const paint =
        level > 0.35
          ? ink.tone(colours.leaves[1], 0.6)
          : level > -0.3
            ? ink.tone(colours.leaves[0], 0.2)
            : ink.tone(colours.leaves[0], -0.75)
      const spread = 1.6 + share * 2
      parts.push(
        `<path d="M${round(middle)} ${round(y - 7)}L${round(tipX + spread)} ${round(tipY - 1)}L${round(tipX)} ${round(tipY + 1.6)}L${round(tipX - spread)} ${round(tipY - 0.6)}Z" fill="${paint}"/>`,
      )
      if (colours.snow && random.chance(0.75)) {
        parts.push(
          `<path d="M${round(middle + side * reach * 0.5)} ${round(y - 3)}L${round(tipX + spread * 0.8)} ${round(tipY - 1.2)}L${round(tipX - spread * 0.8)} ${round(tipY - 0.8)}Z" fill="${ink.tone('#f4f8fc', 0.5 - side)}"/>`,
        )
      }
    }
  }
  return { width, height: 100, body: parts.join('') }
}

/** A palm: a bent ringed stem and arching fronds with leaflets. */
export function drawPalm(ink: Ink, colours: TreeColours): Drawing {
  const { random } = ink
  const bend = random.range(12, 26) * (random.chance(0.5) ? 1 : -1)
  const topX = 50 + bend
  const topY = random.range(26, 32)
  const parts: string[] = []
  const rings = 16
  for (let ring = 0; ring < rings; ring++) {
    const share = ring / rings
    const x = 50 + bend * share ** 1.7
    const y = 100 - (100 - topY) * share
    const w = 2.6 - share * 1.3
    parts.push(
      `<path d="M${round(x - w)} ${round(y)}L${round(x - w * 0.8)} ${round(y - 5.4)}L${round(x + w)} ${round(y - 5.4)}L${round(x + w * 0.9)} ${round(y)}Z" fill="${ink.tone(colours.wood, ring % 2 ? 0.35 : -0.1)}"/>`,
      `<path d="M${round(x + w * 0.1)} ${round(y)}L${round(x + w * 0.2)} ${round(y - 5.4)}L${round(x + w)} ${round(y - 5.4)}L${round(x + w * 0.9)} ${round(y)}Z" fill="${ink.tone(colours.wood, -0.8)}"/>`,
    )
  }
  const fronds = random.whole(10, 12)
  for (let frond = 0; frond < fronds; frond++) {
    const angle = -Math.PI * (-0.16 + (1.32 * (frond + 0.5)) / fronds) + random.range(-0.1, 0.1)
    const reach = random.range(25, 33)
    const endX = topX + Math.cos(angle) * reach
    const endY = topY + Math.sin(angle) * reach * 0.62 + 13
    const midX = topX + Math.cos(angle) * reach * 0.55
    const midY = topY + Math.sin(angle) * reach * 0.75 - 3
    const level = Math.sin(angle) < -0.35 ? 0.7 : Math.cos(angle) < 0 ? 0.1 : -0.5
    const paint = ink.tone(colours.leaves[level > 0.5 ? 2 : level > 0 ? 1 : 0], level)
    for (let leaflet = 0; leaflet < 17; leaflet++) {
      const t = 0.08 + (leaflet / 17) * 0.92
      const x = (1 - t) ** 2 * topX + 2 * t * (1 - t) * midX + t * t * endX
      const y = (1 - t) ** 2 * topY + 2 * t * (1 - t) * midY + t * t * endY
      const long = 7.5 * Math.sin(Math.PI * Math.min(1, t * 0.85 + 0.15)) + 1
      const drift = Math.cos(angle) * 3.4
      parts.push(
        `<path d="M${round(x - 0.9)} ${round(y)}L${round(x + drift - 0.6)} ${round(y + long)}L${round(x + 1)} ${round(y)}L${round(x + drift * 1.6)} ${round(y - long * 0.28)}Z" fill="${paint}"/>`,
      )
    }
  }
  parts.push(
    `<circle cx="${topX - 1.5}" cy="${topY + 3}" r="1.9" fill="${ink.tone('#6b4a2a', 0.2)}"/><circle cx="${topX + 2}" cy="${topY + 3.4}" r="1.9" fill="${ink.tone('#6b4a2a', -0.5)}"/>`,
  )
  return { width: 100, height: 100, body: parts.join('') }
}

/** A flat-topped thorn tree of dry plains. */
export function drawAcacia(ink: Ink, colours: TreeColours): Drawing {
  const { random } = ink
  const parts: string[] = []
  const tufts: { x: number; y: number; radius: number }[] = []
  for (let bough = 0; bough < 6; bough++) {
    const x = 18 + bough * 21 + random.range(-4, 4)
    const y = random.range(24, 34)
    parts.push(limb(ink, colours.wood, 70 + random.range(-2, 2), random.range(66, 100), x, y + 4, 2, 0.5))
    tufts.push({ x: x - 7, y, radius: 11 }, { x: x + 6, y: y + random.range(-3, 3), radius: 10 })
  }
  const flat = tufts.map((tuft) => ({ ...tuft, y: 22 + (tuft.y - 22) * 0.7 }))
  return {
    width: 140,
    height: 100,
    body: `${parts.join('')}<g transform="translate(0 10) scale(1 .62)">${crown(ink, flat, colours, 30)}</g>`,
  }
}

/** A saguaro with arms and ribs. */
export function drawCactus(ink: Ink): Drawing {
  const { random } = ink
  const green = ink.main('#5b8a4a')
  const column = (x: number, top: number, foot: number, w: number) =>
    `<rect x="${x - w}" y="${top}" width="${w * 2}" height="${foot - top + w}" rx="${w}" fill="${ink.fade(ink.tone(green, 0.8), ink.tone(green, -0.9))}"/>` +
    [-0.5, 0, 0.5]
      .map(
        (rib) =>
          `<path d="M${round(x + rib * w * 1.2)} ${top + w * 0.6}V${foot}" stroke="${ink.tone(mix(green, [0.1, 0.2, 0.1], 0.45), -0.2)}" stroke-width=".7" fill="none"/>`,
      )
      .join('')
  const arm = (side: number, joint: number, top: number) =>
    `<path d="M30 ${joint}H${30 + side * 17}V${joint - 8}" stroke="${ink.tone(green, side < 0 ? 0.3 : -0.6)}" stroke-width="8" stroke-linejoin="round" fill="none"/>` +
    column(30 + side * 17, top, joint - 2, 4.2)
  const flower = `<circle cx="30" cy="7" r="3" fill="${ink.tone('#f06aa0', 0.8)}"/>`
  return {
    width: 60,
    height: 100,
    body:
      arm(-1, random.range(52, 64), random.range(26, 38)) +
      arm(1, random.range(46, 58), random.range(20, 34)) +
      column(30, 6, 100, 7) +
      flower,
  }
}
