/** Width and height in pixels. */
export interface Size {
  readonly widthPx: number
  readonly heightPx: number
}

export interface SizeRule {
  /** Both sides are multiples of it. @default 8 */
  readonly multipleOf?: number
  readonly sidePxMin?: number
  readonly sidePxMax?: number
  /** Width times height. */
  readonly areaPxMax?: number
  readonly areaPxMin?: number
  /** Longer side to shorter side; a longer shape is asked for in this one and cut afterwards. */
  readonly ratioMax?: number
}

/**
 * The size to ask of an engine whose sizes follow a rule: the shape is kept as nearly as the rule allows,
 * never smaller than the asked one where the rule permits, since the result is scaled and cut to the exact
 * size afterwards.
 */
export function fitSize(asked: Size, rule: SizeRule): Size {
  const { widthPx, heightPx } = withinRatio(asked, rule.ratioMax ?? Number.POSITIVE_INFINITY)
  const step = rule.multipleOf ?? 8
  const shrink = Math.min(
    1,
    (rule.sidePxMax ?? Number.POSITIVE_INFINITY) / Math.max(widthPx, heightPx),
    Math.sqrt((rule.areaPxMax ?? Number.POSITIVE_INFINITY) / (widthPx * heightPx)),
  )
  const grow = Math.max(
    1,
    (rule.sidePxMin ?? 0) / Math.min(widthPx, heightPx),
    Math.sqrt((rule.areaPxMin ?? 0) / (widthPx * heightPx)),
  )
  const scale = shrink < 1 ? shrink : grow
  const round = shrink < 1 ? Math.floor : Math.ceil
  const sideOf = (px: number): number => {
    const side = round((px * scale) / step - (shrink < 1 ? 0 : 1e-9)) * step
    const most = Math.floor((rule.sidePxMax ?? Number.POSITIVE_INFINITY) / step) * step
    const least = Math.ceil((rule.sidePxMin ?? step) / step) * step
    return Math.min(Math.max(side, least), most)
  }
  return { widthPx: sideOf(widthPx), heightPx: sideOf(heightPx) }
}

function withinRatio({ widthPx, heightPx }: Size, ratioMax: number): Size {
  return {
    widthPx: Math.min(widthPx, Math.round(heightPx * ratioMax)),
    heightPx: Math.min(heightPx, Math.round(widthPx * ratioMax)),
  }
}

/**
 * Of the sizes that an engine offers, the one whose shape is nearest; among those of one shape, the nearest
 * in area.
 */
export function nearestSize<Offered extends Size>(
  asked: Size,
  offered: readonly [Offered, ...Offered[]],
): Offered {
  const distance = (size: Size): number =>
    4 * Math.abs(Math.log(size.widthPx / size.heightPx / (asked.widthPx / asked.heightPx))) +
    Math.abs(Math.log((size.widthPx * size.heightPx) / (asked.widthPx * asked.heightPx))) / 10
  return offered.reduce((best, size) => (distance(size) < distance(best) ? size : best))
}

/** Of the shapes that an engine offers, such as `16:9`, the nearest to that of the asked size. */
export function nearestAspectRatio(
  { widthPx, heightPx }: Size,
  offered: readonly [string, ...string[]],
): string {
  const distance = (ratio: string): number => {
    const [width = 1, height = 1] = ratio.split(':').map(Number)
    return Math.abs(Math.log(width / height / (widthPx / heightPx)))
  }
  return offered.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best))
}

/** Of the lengths that an engine offers, the shortest that is long enough, else the longest; in seconds. */
export function nearestDuration(seconds: number, offered: readonly [number, ...number[]]): number {
  const longEnough = offered.filter((length) => length >= seconds)
  return longEnough.length > 0 ? Math.min(...longEnough) : Math.max(...offered)
}
