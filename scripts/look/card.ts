/**
 * Makes server/look/card.jpg, which messengers and social networks show for a link to a page: the mark, the name,
 * and pictures of the gallery. `node scripts/look/card.ts`, after a change of one of them; the text is set in
 * DejaVu Sans, which the system must have.
 */
import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type OverlayOptions } from 'sharp'

const [widthPx, heightPx] = [1200, 630]
const tilePx = { width: 340, height: 255, gap: 14, radius: 14 }
/** Columns from left to right, each with its distance from the upper edge, which cuts its first picture. */
const columns = [
  { leftPx: 520, topPx: -150, pictures: ['golden-hour', 'oil-painting', 'linocut'] },
  { leftPx: 874, topPx: -24, pictures: ['stained-glass', 'comic-book', 'cyberpunk'] },
]
const sentence = ['Images and videos', 'behind one API,', 'on your own machines.']
// --paper, --ink and --ink-soft of look.css.
const [paper, ink, inkSoft] = ['#faf9f7', '#1c1b1a', '#625f59']
const jpegQuality = 80

const catalogue = new URL('../../server/catalogue/gallery/', import.meta.url)
const look = new URL('../../server/look/', import.meta.url)

const tiles = await Promise.all(
  columns.flatMap(({ leftPx, topPx, pictures }) =>
    pictures.map((name, index) => tile(name, leftPx, topPx + index * (tilePx.height + tilePx.gap))),
  ),
)
const markSvg = await readFile(new URL('mark.svg', look))
const mark = await sharp(markSvg, { density: 288 }).resize(84, 84).png().toBuffer()
const card = await sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: paper } })
  .composite([...tiles, { input: mark, left: 64, top: 148 }, { input: Buffer.from(text()), left: 0, top: 0 }])
  .jpeg({ quality: jpegQuality, mozjpeg: true })
  .toBuffer()
await writeFile(new URL('card.jpg', look), card)
console.log(`server/look/card.jpg: ${Math.round(card.length / 1000)} kB`)

/** A picture with round corners, without what lies outside the card. */
async function tile(name: string, leftPx: number, topPx: number): Promise<OverlayOptions> {
  const { width, height, radius } = tilePx
  const corners = `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`
  const whole = await sharp(await readFile(new URL(`${name}.jpg`, catalogue)))
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: Buffer.from(corners), blend: 'dest-in' }])
    .png()
    .toBuffer()
  const [left, top] = [Math.max(leftPx, 0), Math.max(topPx, 0)]
  const shown = {
    left: left - leftPx,
    top: top - topPx,
    width: Math.min(leftPx + width, widthPx) - left,
    height: Math.min(topPx + height, heightPx) - top,
  }
  return { input: await sharp(whole).extract(shown).png().toBuffer(), left, top }
}

function text(): string {
  const lines = sentence.map((line, index) => `<tspan x="64" dy="${index === 0 ? 0 : 46}">${line}</tspan>`)
  return `<svg width="${widthPx}" height="${heightPx}" font-family="DejaVu Sans">
    <text x="64" y="312" font-size="68" font-weight="700" letter-spacing="-2" fill="${ink}">mediagen</text>
    <text x="64" y="384" font-size="32" fill="${inkSoft}">${lines.join('')}</text>
  </svg>`
}
