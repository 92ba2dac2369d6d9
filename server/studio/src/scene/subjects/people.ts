import { hex, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

const pale = hex('#f4ece0')

/** A lone traveller seen from behind, in a coat, looking into the picture. */
function person(ink: Ink): Drawing {
  const { random } = ink
  const coat = ink.main(random.pick(['#b8452f', '#2f4a6a', '#d8a43a', '#4a5a3a', '#6a3f5a']))
  const hair = random.pick(['#2a1c16', '#6a4426', '#c89a58', '#4a2a1c'])
  const long = random.chance(0.5)
  const hat = random.chance(0.4)
  return {
    width: 50,
    height: 100,
    body: `<path d="M18 68L17 97H23.500L25 72L27 97H33.500L32 68Z" fill="${ink.fade(ink.tone('#33343f', 0.5), ink.tone('#33343f', -0.6))}"/><path d="M15.500 95H23.700V99.500H15Q14 97 15.500 95ZM26.800 95H34.500Q36 97 35 99.500H26.800Z" fill="${ink.tone('#2a1d18', 0.1)}"/>
<path d="M16 26Q25 20 34 26L38 52L36 53L40 ${long ? 84 : 74}Q25 ${long ? 89 : 78} 10 ${long ? 84 : 74}L14 53L12 52Z" fill="${ink.fade(ink.tone(coat, 0.95), ink.tone(coat, -0.9))}"/><path d="M16 28Q10 40 10.500 58Q13 60 15 58L18 40ZM34 28Q40 40 39.500 58Q37 60 35 58L32 40Z" fill="${ink.fade(ink.tone(coat, 0.7), ink.tone(coat, -0.7))}"/><circle cx="12.600" cy="59.500" r="2.300" fill="${ink.tone('#d8a07c', 0.3)}"/><circle cx="37.400" cy="59.500" r="2.300" fill="${ink.tone('#d8a07c', -0.4)}"/>
<path d="M25 27V${long ? 85 : 75}M13 52Q25 56 37 52" stroke="${ink.tone(mix(coat, hex('#000000'), 0.5))}" stroke-width=".8" fill="none"/><path d="M17.500 24Q25 20 32.500 24L31 29Q25 31 19 29Z" fill="${ink.tone(random.pick(['#e8d2a8', '#c83a3a', '#3a6a8a']), 0.4)}"/><path d="M30 27Q36 34 33 44L30 42Q31 34 28 28Z" fill="${ink.tone('#e0c08a', 0.1)}"/>
<path d="M25 6C18 6 16.500 12 17 17C17.500 22 21 25 25 25C29 25 32.500 22 33 17C33.500 12 32 6 25 6Z" fill="${ink.fade(ink.tone(hair, 0.8), ink.tone(hair, -0.6))}"/>${hat ? `<path d="M11 12Q25 17 39 12Q34 9 33 9Q32 1 25 1Q18 1 17 9Q16 9 11 12Z" fill="${ink.fade(ink.tone('#6a5238', 0.7), ink.tone('#6a5238', -0.6))}"/>` : ''}`,
  }
}

/** In a white suit with a mirrored visor and a pack. */
function astronaut(ink: Ink): Drawing {
  const suit = ink.main('#eef0f4')
  const shade = ink.fade(ink.tone(suit, 0.95), ink.tone(suit, -0.95))
  const trim = ink.random.pick(['#e0642a', '#2f6ac8', '#d83a4a'])
  return {
    width: 70,
    height: 100,
    body: `<rect x="15" y="26" width="40" height="38" rx="6" fill="${ink.fade(ink.tone('#b8bec8', 0.6), ink.tone('#b8bec8', -0.9))}"/><path d="M22 62L19 94H32L35 70L38 94H51L48 62Z" fill="${shade}"/><path d="M17 91H33V97Q33 100 29 100H17Q14 96 17 91ZM37 91H53Q56 96 53 100H41Q37 100 37 97Z" fill="${ink.fade(ink.tone('#9aa0ac', 0.7), ink.tone('#9aa0ac', -0.7))}"/><path d="M20.500 78H33.500M36.500 78H49.500" stroke="${ink.tone(trim, 0.2)}" stroke-width="2.600"/>
<path d="M20 34Q35 28 50 34L50 66Q35 71 20 66Z" fill="${shade}"/><path d="M20 35Q9 42 8 58Q8 64 13 65Q18 65 18 59L23 46ZM50 35Q61 42 62 58Q62 64 57 65Q52 65 52 59L47 46Z" fill="${shade}"/><path d="M8.500 54Q13 52 18.500 55M61.500 54Q57 52 51.500 55" stroke="${ink.tone(trim, 0.2)}" stroke-width="2.600" fill="none"/>
<rect x="26" y="44" width="18" height="12" rx="2" fill="${ink.tone('#c4cad4', 0.1)}"/><circle cx="30" cy="48" r="1.500" fill="${ink.glow('#ff5a4a')}"/><circle cx="35" cy="48" r="1.500" fill="${ink.glow('#5aff8a')}"/><rect x="29" y="51.500" width="12" height="2" fill="${ink.tone('#5a6a80')}"/><rect x="39" y="46.500" width="3" height="3" fill="${ink.glow('#4ab8ff')}"/><path d="M22 62H48V66Q35 70 22 66Z" fill="${ink.tone('#aab0bc', 0)}"/>
<circle cx="35" cy="19" r="17" fill="${ink.rounded(suit)}"/><path d="M35 8C24 8 21 14 21 20C21 27 26 31 35 31C44 31 49 27 49 20C49 14 46 8 35 8Z" fill="${ink.fade('#ffcf7a', '#2a1c3a', 'down')}"/><path d="M35 20C28 20 22 22 21.500 23Q23 31 35 31Q47 31 48.500 23Q42 20 35 20Z" fill="${ink.tone('#3a2c4a', 0.4)}" opacity=".8"/><ellipse cx="28" cy="13.500" rx="4.500" ry="2.400" transform="rotate(-28 28 13.500)" fill="#ffffff" opacity=".85"/><circle cx="17" cy="20" r="3.200" fill="${ink.tone(trim, 0.4)}"/><circle cx="53" cy="20" r="3.200" fill="${ink.tone(trim, -0.4)}"/>`,
  }
}

/** A friendly machine with lamp eyes, an aerial and jointed arms. */
function robot(ink: Ink): Drawing {
  const metal = ink.main(ink.random.pick(['#8fa4b4', '#c8a24a', '#7fb0a4', '#c8785a']))
  const joint = '#4a4f58'
  const across = ink.fade(ink.tone(metal, 1), ink.tone(metal, -0.9))
  const lamp = ink.random.pick(['#6af0ff', '#ffd24a', '#8aff8a'])
  const hose = (x: number, bend: number) =>
    `<path d="M${x} 44Q${x + bend} 52 ${x + bend * 0.9} 66" stroke="${ink.tone(joint, 0.2)}" stroke-width="5.500" fill="none" stroke-linecap="round"/><path d="M${x} 44Q${x + bend} 52 ${x + bend * 0.9} 66" stroke="${ink.tone(metal, 0.5)}" stroke-width="5.500" stroke-dasharray="1.600 1.600" fill="none"/><path d="M${x + bend * 0.9 - 4.5} 66h9v3q-1 6-3 7l-1-5h-1l-1 5q-3-2-3-7z" fill="${ink.tone(metal, 0)}"/>`
  return {
    width: 80,
    height: 100,
    body: `${hose(22, -12)}${hose(58, 12)}<rect x="27" y="72" width="8" height="20" fill="${ink.fade(ink.tone(joint, 0.6), ink.tone(joint, -0.6))}"/><rect x="45" y="72" width="8" height="20" fill="${ink.fade(ink.tone(joint, 0.6), ink.tone(joint, -0.6))}"/><path d="M22 92Q30 86 37 92V99.500H21Q20 95 22 92ZM43 92Q50 86 58 92Q60 95 59 99.500H43Z" fill="${across}"/>
<rect x="20" y="38" width="40" height="37" rx="7" fill="${across}"/><rect x="26" y="45" width="28" height="17" rx="3" fill="${ink.tone(joint, -0.2)}"/><circle cx="34" cy="53.500" r="5.500" fill="${ink.tone('#e8ecf0', 0.6)}"/><path d="M34 53.500L37 50" stroke="#c83a2a" stroke-width="1.200"/><rect x="43" y="48" width="8" height="2.400" fill="${ink.glow('#ff5a4a')}"/><rect x="43" y="52.300" width="8" height="2.400" fill="${ink.glow('#ffd24a')}"/><rect x="43" y="56.600" width="8" height="2.400" fill="${ink.glow('#5aff8a')}"/>${[24, 56].map((x) => `<circle cx="${x}" cy="70" r="1.300" fill="${ink.tone(joint)}"/><circle cx="${x}" cy="42" r="1.300" fill="${ink.tone(joint)}"/>`).join('')}
<rect x="34" y="33" width="12" height="6" fill="${ink.fade(ink.tone(joint, 0.7), ink.tone(joint, -0.7))}"/><path d="M40 9V3" stroke="${ink.tone(joint, 0.4)}" stroke-width="1.500"/><circle cx="40" cy="2.600" r="2.500" fill="${ink.glow('#ff5a4a')}"/><rect x="19" y="8.500" width="42" height="26" rx="8" fill="${across}"/><rect x="24" y="13" width="32" height="15" rx="6" fill="${ink.tone('#1c2028', 0.2)}"/><circle cx="32.500" cy="20" r="4.600" fill="${ink.glow(lamp)}"/><circle cx="47.500" cy="20" r="4.600" fill="${ink.glow(lamp)}"/><circle cx="31.300" cy="18.600" r="1.500" fill="#fff"/><circle cx="46.300" cy="18.600" r="1.500" fill="#fff"/><path d="M33 31H47" stroke="${ink.tone(joint)}" stroke-width="1.600"/><rect x="14" y="16" width="5" height="11" rx="2" fill="${ink.tone(joint, 0.4)}"/><rect x="61" y="16" width="5" height="11" rx="2" fill="${ink.tone(joint, -0.4)}"/>`,
  }
}

/** Three balls of snow, a carrot, a hat and a scarf. */
function snowman(ink: Ink): Drawing {
  const scarf = ink.main('#c8302a')
  const ball = (y: number, r: number) =>
    `<circle cx="45" cy="${y}" r="${r}" fill="${ink.fade(ink.tone('#ffffff', 0.9), ink.tone('#a8bcd8', -0.1), 'round')}"/>`
  return {
    width: 90,
    height: 100,
    body: `<path d="M62 52L84 38M78 42L84 46M27 52L6 40M12 43L8 34" stroke="${ink.tone('#5a3e28')}" stroke-width="2" stroke-linecap="round"/>${ball(80, 21)}${ball(51, 16)}${ball(28, 12)}<path d="M33 35Q45 43 57 35L58 40Q45 48 32 40Z" fill="${ink.tone(scarf, 0.3)}"/><path d="M52 40L58 58L51 60L47 42Z" fill="${ink.tone(scarf, -0.3)}"/><path d="M44 28L27 31L44 32.500Z" fill="${ink.tone('#f08a2a', 0.6)}"/><circle cx="40" cy="24" r="1.600" fill="#15151a"/><circle cx="49" cy="24" r="1.600" fill="#15151a"/>${[50, 56, 76].map((y) => `<circle cx="44" cy="${y}" r="1.700" fill="#1c1c22"/>`).join('')}<path d="M30 18H60V20.500H30ZM35 2H55V18H35Z" fill="${ink.fade(ink.tone('#24242c', 0.9), ink.tone('#24242c', -0.6))}"/><rect x="35" y="13" width="20" height="4" fill="${ink.tone(scarf, 0.2)}"/>`,
  }
}

/** Straw on a pole with a hat and a patched coat. */
function scarecrow(ink: Ink): Drawing {
  const coat = ink.main('#8a5a3a')
  const straw = (x: number, y: number, turn: number) =>
    Array.from(
      { length: 6 },
      (_, index) =>
        `<path d="M${x} ${y}l${(Math.cos(turn + (index - 2.5) * 0.22) * 9).toFixed(1)} ${(Math.sin(turn + (index - 2.5) * 0.22) * 9).toFixed(1)}" stroke="${ink.tone('#e0bc5a', 0.5)}" stroke-width="1.200"/>`,
    ).join('')
  return {
    width: 100,
    height: 100,
    body: `<rect x="48" y="30" width="4" height="70" fill="${ink.tone('#6a4a30')}"/>${straw(8, 36, Math.PI)}${straw(92, 36, 0)}<path d="M8 31H36Q50 26 64 31H92V41H66L69 76Q50 82 31 76L34 41H8Z" fill="${ink.fade(ink.tone(coat, 0.8), ink.tone(coat, -0.7))}"/><path d="M40 50h10v9h-10z" fill="${ink.tone('#c8a24a', 0.2)}"/><path d="M55 62h9v9h-9z" fill="${ink.tone('#5a7a8a')}"/>${straw(38, 77, 1.6)}${straw(62, 77, 1.5)}<circle cx="50" cy="19" r="11" fill="${ink.rounded('#e4cc94')}"/><path d="M30 14Q50 20 70 14Q62 10 60 10Q58 -2 50 1Q41 -1 40 10Q37 10 30 14Z" fill="${ink.tone('#7a5a34', 0.3)}"/><path d="M44 18l3 3m0-3l-3 3M53 18l3 3m0-3l-3 3M44 25Q50 28 56 25" stroke="${ink.tone('#2e2018')}" stroke-width="1.200" fill="none"/><path d="M40 29Q50 33 60 29L58 34H42Z" fill="${ink.tone(pale, 0.1)}"/>`,
  }
}

/** Those who walk upright. */
export const peopleDrawings = { person, astronaut, robot, snowman, scarecrow }
