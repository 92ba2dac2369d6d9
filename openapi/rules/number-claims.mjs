const factors = { bytes: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3, second: 1, minute: 60, hour: 3600 }

/** Whether a limit whose name matches has this value. */
function isLimit({ limits }, name, value) {
  return Object.entries(limits).some(([own, limit]) => name.test(own) && limit.value === value)
}

function numberOf(text) {
  return Number(text.replaceAll(/[,_ ]/g, ''))
}

/** Whether a number stands in the schema that is described; where none is, in any schema. */
function isBound({ own, numbers }, value) {
  return own === undefined ? numbers.has(value) : own.numbers.includes(value)
}

/**
 * What a description can say with numbers, the particular before the general: each claim takes its text away.
 * `holds` decides with the groups of the pattern and the facts of the contract, `says` tells what to look at.
 */
export const claims = [
  {
    // The size of a resolution: `1k` = 1024.
    pattern: /`(\w+)` = (\d+)/g,
    says: 'x-resolutions gives this resolution another size on this edge',
    holds: ({ groups: [tier, px], text }, { resolutions, own }) => {
      const edge = text.includes('long edge') ? 'long' : 'short'
      const products = Object.values(resolutions).filter(
        (tiers) => own?.enum === undefined || own.enum.every((value) => value in tiers),
      )
      return products.some((tiers) => tiers[tier]?.edge === edge && tiers[tier].px === Number(px))
    },
  },
  {
    // The row of an error code in a table, and a status before its code.
    pattern: /\| `([A-Z_]+)` \| (\d{3}) \|/g,
    says: 'x-error-statuses gives this code another status',
    holds: ({ groups: [code, status] }, { statuses }) => statuses[code] === Number(status),
  },
  {
    pattern: /\b([1-5]\d\d)\s+`?([A-Z][A-Z0-9]*_[A-Z0-9_]+|INTERNAL)\b`?/g,
    says: 'x-error-statuses gives this code another status',
    holds: ({ groups: [status, code] }, { statuses }) => statuses[code] === Number(status),
  },
  // Names: code, standards, versions, and the numbers of a list.
  { pattern: /`[^`]*`/g, says: '', holds: () => true },
  {
    pattern: /\bISO \d+|\bUTF-\d+|\bversion \d\b|\bsince \d+\.\d+\.\d+|^\s*\d+\. /gm,
    says: '',
    holds: () => true,
  },
  {
    pattern: /\b(\d+):(\d+)\b/g,
    says: 'no schema has this aspect ratio',
    holds: ({ groups: [width, height] }, { ratios }) =>
      ratios.has(`${width}:${height}`) || ratios.has(`${height}:${width}`),
  },
  {
    // A number of bytes, spelled as a product.
    pattern: /\b(\d+) [*×] 1024(?:³|(?: \* 1024)*)/g,
    says: 'no limit of x-limits is so many bytes',
    holds: ({ whole, groups: [count] }, facts) => {
      const power = whole.includes('³') ? 3 : whole.split('1024').length - 1
      return isLimit(facts, /Bytes/, Number(count) * 1024 ** power)
    },
  },
  {
    pattern: /\b(\d+)[ -](bytes|KB|MB|GB)\b/g,
    says: 'no limit of x-limits is so many bytes',
    holds: ({ groups: [count, unit] }, facts) => isLimit(facts, /Bytes/, Number(count) * factors[unit]),
  },
  {
    // Durations: a limit, a constraint of the field, or the minute of a rate.
    pattern: /\b(?:(\d+) or )?(\d+)[ -](second|minute|hour)s?\b/g,
    says: 'neither x-limits nor the field has this duration',
    holds: ({ groups: [first, count, unit] }, facts) =>
      [first, count].filter(Boolean).every((text) => {
        const seconds = Number(text) * factors[unit]
        if (isLimit(facts, /Seconds(Max|Min)?$/, seconds)) return true
        if (seconds === 60) return Object.keys(facts.limits).some((name) => name.endsWith('PerMinute'))
        return facts.own?.numbers.includes(seconds) === true
      }),
  },
  {
    pattern: /\b(\d+) megapixels/g,
    says: 'no limit of x-limits is so many pixels',
    holds: ({ groups: [count] }, facts) => isLimit(facts, /Pixels(Max|Min)$/, Number(count) * 1_000_000),
  },
  {
    pattern: /\b(\d+) (?:or above|by) (\d+) pixels/g,
    says: 'no limit of x-limits is such a side',
    holds: ({ groups }, { limits, side = limits }) =>
      groups.every((px) => isLimit({ limits: side }, /SidePx(Max|Min)$/, Number(px))),
  },
  {
    // A range of lengths or of numbers; where a schema is described, both must be its bounds.
    pattern: /\b(\d+) to (\d+)( visible ASCII)?( characters)?/g,
    says: 'these are not the bounds of what is described',
    holds: ({ groups: [min, max, , characters] }, facts) => {
      const { own } = facts
      const range = [Number(min), Number(max)]
      if (characters === undefined || own?.maxLength === undefined) {
        const isSide = isLimit(facts, /CharactersMax$/, range[1]) && range[0] === 1
        if (isSide) return true
        if (own === undefined) return range.every((number) => facts.numbers.has(number))
        return own.minimum === range[0] && own.maximum === range[1]
      }
      return (own.minLength ?? 0) === range[0] && own.maxLength === range[1]
    },
  },
  {
    pattern: /\b(?:at most|up to|longer than|most) (\d[\d,_]*)( characters?)?/gi,
    says: 'this is not the upper bound of what is described',
    holds: ({ groups: [count, characters] }, facts) => {
      const { own } = facts
      const value = numberOf(count)
      if (own === undefined) return facts.numbers.has(value) || isLimit(facts, /Max$/, value)
      return (characters === undefined ? (own.maximum ?? own.maxLength) : own.maxLength) === value
    },
  },
  {
    // A status by itself: one that the operation has, or that some error has.
    pattern: /\b(200|[45]\d\d)\b/g,
    says: 'no such status is answered here',
    holds: ({ groups: [status] }, { answered, statuses }) =>
      (answered ?? [200, ...Object.values(statuses)]).includes(Number(status)),
  },
  {
    pattern: /\b\d[\d,_.]*(?:th)?(?!\w)/g,
    says: 'nothing in the contract has this number; say it in a code span, or otherwise',
    holds: ({ whole }, facts) => {
      const value = numberOf(whole.replace(/(th|[.,])$/, ''))
      return isBound(facts, value) || (facts.own === undefined && isLimit(facts, /./, value))
    },
  },
]
