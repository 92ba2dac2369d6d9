import sharp from 'sharp'

// Its cache of operations would keep decoded images, and counts little of what libheif and libnsgif hold: results
// that are decoded one after another would fill the memory.
sharp.cache(false)

export type { Metadata, Sharp } from 'sharp'
export { sharp }
