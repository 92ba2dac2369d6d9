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
  /**
   * Maximum ratio of longer to shorter side; for a longer shape, this one is requested and cropped
   * afterwards.
   */
  readonly ratioMax?: number
}

/**
 * The size to request from an engine whose sizes follow a rule. Keeps the shape as nearly as the rule allows,
 * and is never smaller than the requested size if the rule permits that, because the result is scaled and
 * cropped to the exact size afterwards.
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

/** Of an engine's sizes, the one whose shape is nearest; among those of one shape, the nearest in area. */
export function nearestSize<Offered extends Size>(
  asked: Size,
  offered: readonly [Offered, ...Offered[]],
): Offered {
  const distance = (size: Size): number =>
    4 * Math.abs(Math.log(size.widthPx / size.heightPx / (asked.widthPx / asked.heightPx))) +
    Math.abs(Math.log((size.widthPx * size.heightPx) / (asked.widthPx * asked.heightPx))) / 10
  return offered.reduce((best, size) => (distance(size) < distance(best) ? size : best))
}

/** Of an engine's shapes, such as `16:9`, the one nearest to the requested size. */
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

/** Of an engine's lengths, the shortest that is long enough, otherwise the longest; in seconds. */
export function nearestDuration(seconds: number, offered: readonly [number, ...number[]]): number {
  const longEnough = offered.filter((length) => length >= seconds)
  return longEnough.length > 0 ? Math.min(...longEnough) : Math.max(...offered)
}
