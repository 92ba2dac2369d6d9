import { type Colour, hex, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

const white = hex('#f6f0e6')
const paler = (colour: Colour, share = 0.55) => mix(colour, white, share)
const darker = (colour: Colour, share = 0.55) => mix(colour, hex('#1c1414'), share)

function eye(ink: Ink, x: number, y: number, radius: number, iris: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${ink.glow(iris)}"/><ellipse cx="${x}" cy="${y}" rx="${radius * 0.45}" ry="${radius * 0.85}" fill="#100c0c"/><circle cx="${x - radius * 0.35}" cy="${y - radius * 0.4}" r="${radius * 0.28}" fill="#ffffff"/>`
}

/** Sitting, seen from the front, tail laid around the feet. */
function cat(ink: Ink): Drawing {
  const { random } = ink
  const coat = ink.main(random.pick(['#d98a3d', '#6b6460', '#8a6a4c', '#c9b08c', '#3a3436']))
  const dark = darker(coat, 0.35)
  const light = paler(coat, 0.5)
  const iris = random.pick(['#b8c84a', '#e0b23a', '#6ab0c8'])
  const stripes = [24, 30, 36]
    .map(
      (y) =>
        `<path d="M${44 - (y - 20) * 0.5} ${y + 24}q6 3 9 0M${83 + (y - 20) * 0.3} ${y + 24}q-6 3-9 0" stroke="${ink.tone(dark, -0.2)}" stroke-width="2" fill="none" stroke-linecap="round" opacity=".7"/>`,
    )
    .join('')
  return {
    width: 120,
    height: 100,
    body: `<path d="M84 92C108 96 116 82 108 70C104 64 98 68 101 73C106 82 96 88 82 82Z" fill="${ink.rounded(coat)}"/><path d="M108 70C104 64 98 68 101 73q2 3 1.500 6l6-3q1-3-.5-6z" fill="${ink.tone(dark, -0.1)}"/>
<path d="M42 50C30 66 28 88 34 97Q60 102 90 97C98 84 92 62 80 48Z" fill="${ink.rounded(coat)}"/>${stripes}
<path d="M50 54C46 70 50 84 52 97H72C74 84 78 70 72 54Z" fill="${ink.tone(light, 0.3)}"/><path d="M50 64C47 80 46 90 45 97Q51 101 58 97L59 70ZM74 64C77 80 78 90 79 97Q73 101 65 97L64 70Z" fill="${ink.rounded(coat, 0.8)}"/>
<ellipse cx="51" cy="97" rx="7.500" ry="3.400" fill="${ink.tone(light, 0.5)}"/><ellipse cx="72" cy="97" rx="7.500" ry="3.400" fill="${ink.tone(light, 0.1)}"/>
<path d="M39 24L38 2L56 14ZM83 24L85 2L67 14Z" fill="${ink.tone(coat, 0.3)}"/><path d="M42 20L41 8L51 15ZM80 20L82 8L72 15Z" fill="${ink.tone('#e0a09a', 0.1)}"/>
<path d="M61 11C44 11 36 22 36 33C36 46 48 54 61 54C74 54 86 46 86 33C86 22 78 11 61 11Z" fill="${ink.rounded(coat)}"/><path d="M61 12v9M54 13l1.500 7M68 13l-1.500 7" stroke="${ink.tone(dark, -0.2)}" stroke-width="2.400" stroke-linecap="round"/>
<path d="M61 36C52 36 49 42 50 46Q55 53 61 52Q67 53 72 46C73 42 70 36 61 36Z" fill="${ink.tone(light, 0.6)}"/>${eye(ink, 50, 32, 4.8, iris)}${eye(ink, 72, 32, 4.8, iris)}
<path d="M58.500 39.500H63.500L61 42.500Z" fill="${ink.tone('#d8706a', 0.4)}"/><path d="M61 42.500Q60 46.500 55.500 45.500M61 42.500Q62 46.500 66.500 45.500" stroke="${ink.tone('#4a3030')}" stroke-width="1" fill="none"/>
<path d="M52 43L33 40M52 45L34 47M70 43L89 40M70 45L88 47" stroke="${ink.tone('#fdf8f0', 0.6)}" stroke-width=".6" opacity=".85"/>`,
  }
}

/** Sitting in profile with a hanging ear and a wagging tail. */
function dog(ink: Ink): Drawing {
  const coat = ink.main(ink.random.pick(['#b9824a', '#e0c494', '#5a4636', '#d8d0c4', '#8a5530']))
  const dark = darker(coat, 0.4)
  const light = paler(coat, 0.45)
  return {
    width: 100,
    height: 100,
    body: `<path d="M72 84C88 84 98 70 94 58C92 54 88 57 89 60C90 70 80 76 70 74Z" fill="${ink.tone(coat, -0.3)}"/>
<path d="M34 40C30 56 34 74 36 97H58Q84 100 86 88C88 70 74 58 62 44Z" fill="${ink.rounded(coat)}"/><path d="M60 97C56 84 62 72 74 72C86 74 88 90 84 97Z" fill="${ink.rounded(coat)}"/><ellipse cx="70" cy="97" rx="12" ry="3.200" fill="${ink.tone(light, 0)}"/>
<path d="M33 44C30 58 36 70 38 78L46 60Z" fill="${ink.tone(light, 0.5)}"/><path d="M34 62L35 97H45L48 66Z" fill="${ink.rounded(coat)}"/><path d="M46 66L47 97H56L58 68Z" fill="${ink.tone(coat, -0.5)}"/><ellipse cx="39" cy="97.500" rx="7" ry="2.600" fill="${ink.tone(light, 0.4)}"/>
<path d="M62 44C66 30 62 12 46 9C34 7 28 14 26 20C18 21 8 24 7 29C6 35 14 38 24 38C28 46 50 54 62 44Z" fill="${ink.rounded(coat)}"/><path d="M26 22C18 22 9 25 8 29C8 34 16 37 26 36Z" fill="${ink.tone(light, 0.6)}"/>
<path d="M48 10C60 10 68 20 67 34C66 44 58 46 54 40C50 32 50 20 46 14Z" fill="${ink.tone(dark, -0.1)}"/><ellipse cx="8.500" cy="26.500" rx="3.600" ry="2.800" fill="#1c1618"/><path d="M10 33Q18 37 26 34" stroke="#2a1c1c" stroke-width="1.200" fill="none"/><path d="M15 35.500q1 7 5 6q3-2 1.500-6z" fill="${ink.tone('#e07a80', 0.4)}"/>
${eye(ink, 31, 20, 2.7, '#4a2a14')}<path d="M36 45Q48 53 60 45L61 49Q48 58 36 49Z" fill="${ink.tone('#c8342a', 0.3)}"/><circle cx="41" cy="53" r="2.400" fill="${ink.tone('#e8c04a', 0.8)}"/>`,
  }
}

/** Sitting in profile, muzzle up, with a brush of a tail. */
function fox(ink: Ink): Drawing {
  const coat = ink.main('#d4602a')
  const sock = hex('#2b1d1c')
  return {
    width: 120,
    height: 100,
    body: `<path d="M66 94C84 100 112 96 116 78C119 64 106 54 96 60C88 66 92 78 82 84C76 87 70 84 66 84Z" fill="${ink.rounded(coat)}"/><path d="M116 78C119 64 106 54 97 60Q100 72 116 78Z" fill="${ink.tone(white, 0.5)}"/>
<path d="M40 46C34 60 36 80 38 97H66Q86 98 84 84C82 68 72 56 62 44Z" fill="${ink.rounded(coat)}"/><path d="M60 97C56 84 62 74 72 74C82 76 84 92 80 97Z" fill="${ink.rounded(coat)}"/>
<path d="M38 48C32 60 36 72 42 80Q50 66 50 50Z" fill="${ink.tone(white, 0.6)}"/><path d="M39 66L40 97H48L51 70Z" fill="${ink.tone(coat, 0.3)}"/><path d="M39.500 82L40 97H48L49 82Z" fill="${ink.tone(sock, 0.2)}"/><path d="M51 70L52 97H60L60 72Z" fill="${ink.tone(coat, -0.5)}"/><path d="M51.600 82L52 97H60V82Z" fill="${ink.tone(sock, -0.3)}"/>
<ellipse cx="42" cy="97" rx="6" ry="2.600" fill="${ink.tone(sock, 0.2)}"/><ellipse cx="55" cy="97" rx="6" ry="2.600" fill="${ink.tone(sock, -0.3)}"/><ellipse cx="68" cy="97" rx="10" ry="2.600" fill="${ink.tone(sock, -0.2)}"/>
<path d="M42 20L42 0L54 14Z" fill="${ink.tone(coat, 0.4)}"/><path d="M58 18L66 1L68 22Z" fill="${ink.tone(coat, -0.1)}"/><path d="M44 16L43.500 5L50 13ZM61 16L65 6L66 19Z" fill="${ink.tone(sock, 0.1)}"/>
<path d="M14 38C22 34 30 28 36 20C44 12 60 12 68 22C74 32 70 44 60 50C48 54 36 48 32 43C26 43 16 43 14 38Z" fill="${ink.rounded(coat)}"/><path d="M14 38C20 36 26 34 31 32C36 38 46 40 56 36C62 40 66 44 60 50C48 55 36 49 32 43C26 43 16 43 14 38Z" fill="${ink.tone(white, 0.55)}"/>
<ellipse cx="14.500" cy="37.500" rx="3" ry="2.400" fill="#181214"/>${eye(ink, 40, 28, 2.9, '#d8a02a')}<path d="M30 30Q36 27 38 24" stroke="${ink.tone(sock)}" stroke-width="1" fill="none"/>`,
  }
}

/** Standing in profile with mane and tail. */
function horse(ink: Ink): Drawing {
  const coat = ink.main(ink.random.pick(['#7a4526', '#4a2e20', '#a87a4c', '#d8d2c8', '#2e2a2c']))
  const mane = darker(coat, 0.6)
  const leg = (x: number, level: number, bend: number) =>
    `<path d="M${x} 56L${x + 1 + bend} 76L${x - 0.5 + bend} 96H${x + 5.5 + bend}L${x + 6.5 + bend} 76L${x + 9} 56Z" fill="${ink.tone(coat, level)}"/><path d="M${x - 0.8 + bend} 94H${x + 5.8 + bend}L${x + 6.2 + bend} 99.500H${x - 1.6 + bend}Z" fill="${ink.tone('#231b18', level)}"/>`
  return {
    width: 130,
    height: 100,
    body: `${leg(46, -0.7, 4)}${leg(92, -0.7, -2)}<path d="M104 40C118 42 122 62 116 82C110 74 110 58 102 50Z" fill="${ink.tone(mane, 0)}"/>
<path d="M34 40C38 32 52 36 66 36C84 34 100 32 108 42C114 52 108 64 98 66C84 64 66 70 50 66C38 64 32 52 34 40Z" fill="${ink.rounded(coat)}"/>${leg(38, 0.2, -1)}${leg(98, 0.1, 3)}
<path d="M56 44C50 32 46 22 40 14C34 8 28 10 25 15L10 30C7 34 10 38 14 38L27 34C30 44 32 54 40 58Z" fill="${ink.rounded(coat)}"/><path d="M36 8C46 8 54 22 62 38C54 40 50 34 46 26C42 18 38 14 34 14Z" fill="${ink.tone(mane, 0.2)}"/><path d="M31 13L33 3L38 11Z" fill="${ink.tone(coat, 0.4)}"/>
<ellipse cx="25" cy="19.500" rx="1.700" ry="1.500" fill="#120c0a"/><ellipse cx="11.500" cy="33" rx="1.300" ry="1" fill="#1c1210"/><path d="M10 36.500L17 35" stroke="#2a1a16" stroke-width=".8"/>`,
  }
}

/** A stag in profile with branching antlers. */
function deer(ink: Ink): Drawing {
  const coat = ink.main('#9a6438')
  const antler = ink.tone('#5d4630', 0.3)
  const leg = (x: number, level: number, bend: number) =>
    `<path d="M${x} 66L${x + bend} 82L${x - 0.4 + bend} 99H${x + 3.4 + bend}L${x + 4.2 + bend} 82L${x + 7} 66Z" fill="${ink.tone(coat, level)}"/><path d="M${x - 0.6 + bend} 96.500H${x + 3.6 + bend}V99.500H${x - 1 + bend}Z" fill="#1e1612"/>`
  return {
    width: 100,
    height: 100,
    body: `${leg(42, -0.8, 2)}${leg(76, -0.8, -1)}<path d="M84 50q9 0 8 10q-4 3-7-1z" fill="${ink.tone(white, 0.2)}"/><path d="M34 52C42 46 66 50 82 46C92 50 90 66 84 72C66 68 56 74 44 72C34 70 31 60 34 52Z" fill="${ink.rounded(coat)}"/><path d="M40 70C52 74 66 70 80 71Q66 76 44 73Z" fill="${ink.tone(paler(coat), 0)}"/>
${leg(36, 0.2, -1)}${leg(80, 0.1, 2)}<path d="M50 58C44 48 40 40 37 32L24 33C26 44 28 58 38 64Z" fill="${ink.rounded(coat)}"/><path d="M26 42C27 52 31 60 37 63L34 46Z" fill="${ink.tone(paler(coat), 0.4)}"/>
<path d="M40 30C38 24 30 22 24 26L10 35C8 38 10 40 13 40L28 39C34 40 40 36 40 30Z" fill="${ink.rounded(coat)}"/><path d="M36 27L48 23Q47 30 39 31Z" fill="${ink.tone(coat, -0.2)}"/><ellipse cx="10.800" cy="36.800" rx="2" ry="1.600" fill="#181210"/><circle cx="25.500" cy="29.500" r="1.600" fill="#140e0c"/>
<path d="M31 25C26 18 20 16 20 4M26 18C20 18 14 16 12 8M22 12C20 10 24 4 27 2M36 25C40 18 46 16 50 4M41 19C47 19 53 16 56 8M46 14C46 8 44 5 42 2" stroke="${antler}" stroke-width="2.300" fill="none" stroke-linecap="round"/>`,
  }
}

/** In profile, trunk down, ear spread. */
function elephant(ink: Ink): Drawing {
  const coat = ink.main('#8a8683')
  const leg = (x: number, level: number) =>
    `<path d="M${x} 58V97Q${x + 8} 101 ${x + 17} 97V58Z" fill="${ink.tone(coat, level)}"/><path d="M${x + 2} 97q2-3 4 0q2-3 4.500 0q2-3 4 0z" fill="${ink.tone('#ddd2c4', level)}"/>`
  return {
    width: 150,
    height: 100,
    body: `${leg(60, -0.8)}${leg(104, -0.8)}<path d="M136 40Q146 54 143 72" stroke="${ink.tone(coat, -0.5)}" stroke-width="2.600" fill="none"/><path d="M142 70l4 9l-5-1z" fill="${ink.tone('#2e2a2a')}"/>
<path d="M40 34C52 12 86 8 112 16C134 22 142 42 138 62C128 80 68 82 48 72C36 62 34 48 40 34Z" fill="${ink.rounded(coat)}"/>${leg(48, 0.1)}${leg(118, -0.2)}
<path d="M62 24C54 10 34 8 24 20C14 32 18 46 16 60C14 74 10 82 6 88C4 94 10 97 14 93C24 84 28 72 30 62C40 66 54 62 60 50Z" fill="${ink.rounded(coat)}"/><path d="M28 60C24 70 16 76 12 76" stroke="${ink.tone('#fbf4e2', 0.8)}" stroke-width="4" fill="none" stroke-linecap="round"/>
<path d="M50 20C66 14 78 26 76 44C74 60 60 70 52 62C44 54 42 30 50 20Z" fill="${ink.tone(darker(coat, 0.18), 0.1)}"/><path d="M53 26C64 22 71 32 70 43C68 54 60 60 55 56C50 48 49 34 53 26Z" fill="${ink.tone('#a8908a', 0)}"/><circle cx="33" cy="34" r="2" fill="#141010"/><path d="M16 66l10 2M14 74l9 3M20 56l10 1" stroke="${ink.tone(coat, -0.8)}" stroke-width=".8"/>`,
  }
}

/** Sitting upright, seen from the front. */
function bear(ink: Ink): Drawing {
  const coat = ink.main('#6a4529')
  const limb = coat[0] > 0.8 ? hex('#25211f') : darker(coat, 0.25)
  return {
    width: 100,
    height: 100,
    body: `<ellipse cx="50" cy="70" rx="34" ry="30" fill="${ink.rounded(coat)}"/><ellipse cx="50" cy="72" rx="20" ry="20" fill="${ink.tone(paler(coat, 0.3), 0.2)}"/><ellipse cx="24" cy="92" rx="15" ry="9" fill="${ink.rounded(limb)}"/><ellipse cx="76" cy="92" rx="15" ry="9" fill="${ink.rounded(limb)}"/>
<path d="M24 52C12 60 10 76 20 80C28 80 32 66 34 56ZM76 52C88 60 90 76 80 80C72 80 68 66 66 56Z" fill="${ink.rounded(limb)}"/><circle cx="31" cy="12" r="9" fill="${ink.rounded(limb)}"/><circle cx="69" cy="12" r="9" fill="${ink.rounded(limb)}"/><circle cx="31" cy="13" r="4.500" fill="${ink.tone('#b08a70', 0)}"/><circle cx="69" cy="13" r="4.500" fill="${ink.tone('#b08a70', -0.2)}"/>
<ellipse cx="50" cy="29" rx="28" ry="25" fill="${ink.rounded(coat)}"/><ellipse cx="38" cy="27" rx="6" ry="6.500" fill="${ink.tone(coat[0] > 0.8 ? limb : darker(coat, 0.2), 0)}"/><ellipse cx="62" cy="27" rx="6" ry="6.500" fill="${ink.tone(coat[0] > 0.8 ? limb : darker(coat, 0.2), -0.1)}"/>
<ellipse cx="50" cy="39" rx="13" ry="10.500" fill="${ink.tone(paler(coat, 0.5), 0.4)}"/><ellipse cx="50" cy="34.500" rx="5" ry="3.600" fill="#1b1414"/><path d="M50 38v4Q46 46 42 43M50 42Q54 46 58 43" stroke="#2a1c1a" stroke-width="1.200" fill="none"/>${eye(ink, 38.5, 27, 2.6, '#2a1810')}${eye(ink, 61.5, 27, 2.6, '#2a1810')}`,
  }
}

/** Crouching in profile, ears up. */
function rabbit(ink: Ink): Drawing {
  const coat = ink.main(ink.random.pick(['#a98c6c', '#d8cab8', '#8a8480', '#f0e8dc']))
  return {
    width: 100,
    height: 100,
    body: `<circle cx="88" cy="78" r="9" fill="${ink.rounded(white)}"/><path d="M30 60C28 80 32 96 40 97H78C92 92 92 66 78 54C62 44 40 46 30 60Z" fill="${ink.rounded(coat)}"/><path d="M56 97C50 82 58 66 72 68C86 70 88 90 80 97Z" fill="${ink.rounded(coat)}"/><ellipse cx="68" cy="96.500" rx="15" ry="3.600" fill="${ink.tone(paler(coat, 0.4), 0)}"/><ellipse cx="38" cy="96" rx="9" ry="4" fill="${ink.tone(paler(coat, 0.4), 0.4)}"/>
<path d="M34 34C28 22 24 6 30 2C38 2 42 20 42 32Z" fill="${ink.tone(coat, 0.3)}"/><path d="M34 30C30 20 28 10 31 6C35 8 38 20 38 30Z" fill="${ink.tone('#e4a8a0', 0.2)}"/><path d="M44 34C44 20 50 4 57 4C62 10 56 26 50 36Z" fill="${ink.tone(coat, -0.3)}"/><path d="M46.500 32C47 22 51 10 55 9C57 13 53 24 49 33Z" fill="${ink.tone('#d89890', -0.2)}"/>
<path d="M12 48C14 36 28 28 42 31C54 34 58 48 52 60C44 70 26 70 18 62C12 58 11 53 12 48Z" fill="${ink.rounded(coat)}"/><path d="M12 50C14 60 24 66 36 66C30 58 22 52 12 50Z" fill="${ink.tone(white, 0.4)}"/>${eye(ink, 29, 45, 3.6, '#3a2014')}<ellipse cx="12.500" cy="50" rx="2.400" ry="2" fill="${ink.tone('#d8807c', 0.4)}"/><path d="M17 55L2 54M17 57L3 60M18 53L4 49" stroke="${ink.tone('#fffaf0', 0.6)}" stroke-width=".5"/>`,
  }
}

/** A long neck, spread wings, a tail with a barb, and fire where it breathes. */
function dragon(ink: Ink): Drawing {
  const scale = ink.main(ink.random.pick(['#3f7a4a', '#a8322a', '#3a5a9a', '#5a3a7a']))
  const skin = mix(scale, hex('#e8b06a'), 0.4)
  const wing = (flip: number, level: number) =>
    `<g transform="translate(76 40) scale(${flip} 1)"><path d="M0 4C6 -16 22 -34 46 -38C56 -30 66 -18 72 -2C62 -6 56 -4 52 4C44 -2 38 0 34 9C26 3 20 5 16 14C10 10 4 10 0 12Z" fill="${ink.tone(skin, level)}"/><path d="M0 4C6 -16 22 -34 46 -38M46 -38L52 4M46 -38L34 9M46 -38L16 14M46 -38Q64 -24 72 -2" stroke="${ink.tone(scale, level - 0.3)}" stroke-width="2" fill="none"/></g>`
  const spikes = Array.from(
    { length: 9 },
    (_, index) =>
      `<path d="M${58 + index * 7} ${41 + index * 3.2 - (index < 3 ? 2 : 0)}l3-7l4 7z" fill="${ink.tone(skin, 0.3)}"/>`,
  ).join('')
  return {
    width: 160,
    height: 100,
    body: `${wing(0.82, -0.5)}<path d="M100 58C122 66 132 82 150 78C144 88 122 92 104 78Z" fill="${ink.rounded(scale)}"/><path d="M148 80l10-8l-2 10l4 6l-12-3z" fill="${ink.tone(skin, 0.2)}"/>${spikes}
<path d="M48 34C60 36 76 40 92 48C112 56 116 74 100 80C84 84 68 74 60 60C52 52 44 46 40 40Z" fill="${ink.rounded(scale)}"/><path d="M46 42C56 54 64 72 92 80C78 84 64 72 58 60C52 52 48 48 44 44Z" fill="${ink.tone(skin, 0.4)}"/>
<path d="M92 74L88 92L80 96H96L100 78ZM72 70L66 84L58 88H72L80 74Z" fill="${ink.tone(scale, -0.2)}"/><path d="M54 38C50 22 40 14 28 18L10 26C6 30 8 34 12 35L28 36C32 40 40 44 46 46Z" fill="${ink.rounded(scale)}"/><path d="M30 19L40 6L36 21ZM38 20L50 12L43 25Z" fill="${ink.tone('#e8d8b0', 0.4)}"/>
<path d="M12 32L28 33" stroke="#1c0f0e" stroke-width="1.200"/><path d="M14 33l1.500 3l1.500-3zM19 33l1.500 3l1.500-3z" fill="#fff4dc"/>${eye(ink, 27, 24, 2.2, '#ffd23a')}${wing(0.98, 0.5)}
<path d="M9 31C2 28 0 34 -2 40C4 36 2 46 6 44C6 40 10 38 10 35Z" fill="${ink.glow('#ff9a2a')}"/><path d="M9 32C5 31 4 35 3 38C7 36 7 38 9 35Z" fill="${ink.glow('#ffe67a')}"/>`,
  }
}

/** Beasts that walk, and one that flies. */
export const landAnimalDrawings = { cat, dog, fox, horse, deer, elephant, bear, rabbit, dragon }
