// biome-ignore-all lint/style/noExcessiveLinesPerFile: one table, which would not gain from being split.
import type { SceneName } from './scenes.ts'

interface Category {
  readonly id: string
  readonly label: string
  readonly sortOrder: number
}

/** The headings of the gallery, in the order of a tour: hands first, then light, then motion. */
export const categories = {
  painting: { id: 'painting', label: 'Painting', sortOrder: 10 },
  drawing: { id: 'drawing', label: 'Drawing & print', sortOrder: 20 },
  graphic: { id: 'graphic', label: 'Graphic', sortOrder: 30 },
  craft: { id: 'craft', label: 'Craft', sortOrder: 40 },
  film: { id: 'film', label: 'Film', sortOrder: 50 },
  light: { id: 'light-and-weather', label: 'Light & weather', sortOrder: 60 },
  camera: { id: 'camera-moves', label: 'Camera moves', sortOrder: 70 },
  time: { id: 'moving-light-and-weather', label: 'Moving light & weather', sortOrder: 80 },
  motion: { id: 'motion', label: 'Things that move', sortOrder: 90 },
  screen: { id: 'screen-and-paper', label: 'Screen & paper', sortOrder: 100 },
} as const satisfies Record<string, Category>

/** What one effect is shown on and how it is described. */
export interface ExampleText {
  readonly scene: SceneName
  readonly category: keyof typeof categories
  readonly title: string
  readonly caption: string
  /** The moment of a video that its poster shows. @default 2.4 */
  readonly posterAtSeconds?: number
}

/** One example for every effect of the catalogue, by its id. */
export const examples: Readonly<Record<string, ExampleText>> = {
  'oil-painting': {
    scene: 'still-life',
    category: 'painting',
    title: 'Fruit in oils',
    caption: 'A still life by window light, laid down again in thick strokes that follow each fruit.',
  },
  watercolour: {
    scene: 'sailing-boat',
    category: 'painting',
    title: 'The lake in watercolour',
    caption: 'A boat and its mountains as washes on rough paper, with the margin left bare.',
  },
  'pencil-sketch': {
    scene: 'still-life',
    category: 'drawing',
    title: 'Jug and fruit in pencil',
    caption: 'Contours first, then hatching that thickens with the shadows.',
  },
  'comic-book': {
    scene: 'fox-in-autumn',
    category: 'drawing',
    title: 'The fox, issue one',
    caption: 'Bold ink, flat colours and printed dots turn an autumn wood into a comic panel.',
  },
  linocut: {
    scene: 'lighthouse',
    category: 'drawing',
    title: 'Lighthouse, two blocks',
    caption: 'Carved in lino and printed in dark ink and vermilion on cream paper.',
  },
  'pop-art': {
    scene: 'still-life',
    category: 'graphic',
    title: 'Four jugs',
    caption: 'One still life, four panels, sixteen loud colours.',
  },
  'low-poly': {
    scene: 'sailing-boat',
    category: 'graphic',
    title: 'Folded boat',
    caption: 'A boat on a lake rebuilt from flat triangles, small where there is something to see.',
  },
  'pixel-art': {
    scene: 'fox-in-autumn',
    category: 'graphic',
    title: 'Fox, level one',
    caption: 'Ninety-odd pixels across and twenty-four colours, all taken from the image itself.',
  },
  'stained-glass': {
    scene: 'sunflowers',
    category: 'craft',
    title: 'Sunflower window',
    caption: 'Panes of glowing glass that follow petals and leaves, set in lead.',
  },
  'cross-stitch': {
    scene: 'still-life',
    category: 'craft',
    title: 'Stitched still life',
    caption: 'Thousands of small crosses in thirty colours of thread.',
  },
  'paper-cut': {
    scene: 'mountain-lake',
    category: 'craft',
    title: 'Paper mountains',
    caption: 'Thirteen sheets of coloured card, each with its shadow on the next.',
  },
  'vintage-film': {
    scene: 'mountain-lake',
    category: 'film',
    title: 'Summer of seventy-four',
    caption: 'The colours have faded, light has leaked in, and the print has gathered dust.',
  },
  noir: {
    scene: 'still-life',
    category: 'film',
    title: 'The last witness',
    caption: 'Hard black and white behind a blind that lets in just enough light.',
  },
  cyberpunk: {
    scene: 'lighthouse',
    category: 'film',
    title: 'Neon lighthouse',
    caption: 'Every contour a tube of magenta or cyan, on a night that never gets quite dark.',
  },
  'tilt-shift': {
    scene: 'mountain-lake',
    category: 'film',
    title: 'A lake for the model railway',
    caption: 'A narrow band in focus makes a whole valley fit on a table.',
  },
  'golden-hour': {
    scene: 'mountain-lake',
    category: 'light',
    title: 'The last hour of sun',
    caption: 'Low, warm light from the upper left, with rays and a glow on the snow.',
  },
  snowfall: {
    scene: 'fox-in-autumn',
    category: 'light',
    title: 'Winter comes to the wood',
    caption: 'The same fox a month later, with snow in the air and on every ledge.',
  },
  'rainy-day': {
    scene: 'lighthouse',
    category: 'light',
    title: 'Rain on the coast',
    caption: 'Overcast, wet and mirrored in the ground.',
  },
  'push-in': {
    scene: 'mountain-lake',
    category: 'camera',
    title: 'Towards the summit',
    caption: 'A slow move forward in which the shore comes nearer sooner than the peaks.',
  },
  'pull-back': {
    scene: 'fox-in-autumn',
    category: 'camera',
    title: 'There you are',
    caption: 'Begins close and draws back until the whole wood is in view.',
  },
  'side-pan': {
    scene: 'sunflowers',
    category: 'camera',
    title: 'Past the field',
    caption: 'The camera on a rail: the flowers pass, the hills stay.',
  },
  orbit: {
    scene: 'lighthouse',
    category: 'camera',
    title: 'Round the light',
    caption: 'An arc around the tower that makes a flat image deep.',
  },
  'dolly-zoom': {
    scene: 'still-life',
    category: 'camera',
    title: 'Vertigo at breakfast',
    caption: 'The fruit keeps its size while the wall behind it rushes up.',
  },
  'light-sweep': {
    scene: 'still-life',
    category: 'time',
    title: 'A car goes by',
    caption: 'A beam of warm light crosses the table and leaves its ghosts in the lens.',
    posterAtSeconds: 2.6,
  },
  'first-snow': {
    scene: 'mountain-lake',
    category: 'time',
    title: 'The first snow',
    caption: 'The air turns cold over the lake and the flakes set in.',
    posterAtSeconds: 4.6,
  },
  'summer-rain': {
    scene: 'sunflowers',
    category: 'time',
    title: 'Downpour',
    caption: 'Rain over the field, and water running down the glass.',
  },
  'firefly-night': {
    scene: 'fox-in-autumn',
    category: 'time',
    title: 'Fireflies in the wood',
    caption: 'Dusk falls and small lights wander between the trees and you.',
    posterAtSeconds: 4.4,
  },
  'day-to-night': {
    scene: 'mountain-lake',
    category: 'time',
    title: 'A day in five seconds',
    caption: 'Evening, blue hour and stars over the same lake.',
    posterAtSeconds: 3.9,
  },
  'rising-water': {
    scene: 'lighthouse',
    category: 'motion',
    title: 'Spring tide',
    caption: 'The lower part of the image fills with water that mirrors the tower.',
    posterAtSeconds: 4.4,
  },
  'wind-sway': {
    scene: 'sunflowers',
    category: 'motion',
    title: 'A gust over the field',
    caption: 'What stands high bends and springs back while leaves blow past.',
    posterAtSeconds: 1.6,
  },
  'breathing-portrait': {
    scene: 'fox-in-autumn',
    category: 'motion',
    title: 'The fox breathes',
    caption: 'A small sway and a shift of light, and everything else holds still.',
  },
  heartbeat: {
    scene: 'still-life',
    category: 'motion',
    title: 'Pulse',
    caption: 'Two thumps and a rest, with a red rim that breathes along.',
  },
  'film-reel': {
    scene: 'sailing-boat',
    category: 'screen',
    title: 'Found in an attic',
    caption: 'Flicker, scratches and a gate that does not quite hold, as on a silent reel.',
  },
  'signal-glitch': {
    scene: 'lighthouse',
    category: 'screen',
    title: 'Signal lost',
    caption: 'Bursts in which the colours slip and bands of the image tear.',
    posterAtSeconds: 3.6,
  },
  kaleidoscope: {
    scene: 'fox-in-autumn',
    category: 'screen',
    title: 'Autumn star',
    caption: 'Mirrors fold the wood into a slowly turning star.',
  },
  'paper-fold': {
    scene: 'sailing-boat',
    category: 'screen',
    title: 'Unfolded',
    caption: 'A folded screen opens panel by panel until the lake lies flat.',
    posterAtSeconds: 1.3,
  },
  'watercolour-reveal': {
    scene: 'still-life',
    category: 'screen',
    title: 'Out of the paper',
    caption: 'Wet pools spread over bare paper until the whole still life is there.',
  },
}
