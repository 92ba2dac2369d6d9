import { hex, mix } from '../../core/colour.js'
import type { Ink } from '../ink.js'
import type { Drawing } from '../sprite.js'

const cream = hex('#f8f0de')
const dark = hex('#20202a')

/** A sloop under mainsail and jib. */
function sailboat(ink: Ink): Drawing {
  const hull = ink.main('#b8342a')
  const cloth = hex('#fbf5e6')
  return {
    width: 86,
    height: 100,
    body: `<path d="M44 4V84" stroke="${ink.tone('#6a4a30', 0.3)}" stroke-width="1.500"/><path d="M46 6Q74 44 76 76Q60 79 46 77Z" fill="${ink.fade(ink.tone(cloth, 0.5), ink.tone(cloth, -0.5))}"/><path d="M42 14Q22 50 12 76Q28 80 42 77Z" fill="${ink.fade(ink.tone(mix(cloth, hull, 0.15), 1), ink.tone(cloth, 0.2))}"/><path d="M46 30Q58 31 63 32M46 48Q62 49 69 51M46 64Q66 65 74 66" stroke="${ink.tone(cloth, -0.8)}" stroke-width=".5" fill="none"/>
<path d="M46 30Q58 31 63.500 32.500L68 48Q58 47 46 46Z" fill="${ink.tone(hull, 0.2)}" opacity=".85"/><path d="M44 4l10 3l-10 3z" fill="${ink.tone(hull, 0.6)}"/><path d="M4 81Q42 86 84 80Q78 96 68 99H20Q10 94 4 81Z" fill="${ink.fade(ink.tone(hull, 0.6), ink.tone(hull, -0.8), 'down')}"/><path d="M4 81Q42 86 84 80L83 84Q42 90 6 85Z" fill="${ink.tone(cream, 0.5)}"/>`,
  }
}

/** A square-rigged three-master. */
function ship(ink: Ink): Drawing {
  const wood = ink.main('#6a4226')
  const cloth = hex('#efe4cc')
  const sail = (x: number, y: number, w: number, h: number) =>
    `<path d="M${x - w / 2} ${y}Q${x} ${y - 2} ${x + w / 2} ${y}Q${x + w * 0.36} ${y + h * 0.6} ${x + w / 2 + 1} ${y + h}Q${x} ${y + h - 5} ${x - w / 2 - 1} ${y + h}Q${x - w * 0.7} ${y + h * 0.5} ${x - w / 2} ${y}Z" fill="${ink.fade(ink.tone(cloth, 0.9), ink.tone(cloth, -0.6))}"/><path d="M${x - w / 2} ${y}H${x + w / 2}" stroke="${ink.tone('#3a2818')}" stroke-width="1"/>`
  const mast = (x: number, top: number) =>
    `<path d="M${x} ${top}V76" stroke="${ink.tone('#4a3220', 0.2)}" stroke-width="1.500"/><path d="M${x} ${top}l9 2l-9 2.500z" fill="${ink.tone('#a82a24', 0.4)}"/>`
  return {
    width: 130,
    height: 100,
    body: `<path d="M12 76L60 8M118 70L64 8M30 76L35 14M96 72L92 16" stroke="${ink.tone('#2a2018')}" stroke-width=".4"/>${mast(34, 14)}${mast(64, 4)}${mast(94, 18)}${sail(34, 20, 20, 17)}${sail(34, 42, 26, 24)}${sail(64, 10, 20, 16)}${sail(64, 30, 28, 18)}${sail(64, 52, 32, 20)}${sail(94, 24, 18, 16)}${sail(94, 44, 24, 22)}<path d="M14 74L2 58" stroke="${ink.tone('#4a3220')}" stroke-width="1.600"/><path d="M4 60L32 24L20 72Z" fill="${ink.tone(cloth, 0.3)}" opacity=".95"/>
<path d="M10 72Q30 78 60 77Q94 78 112 66L126 64L120 82Q114 97 100 99H34Q18 96 10 72Z" fill="${ink.fade(ink.tone(wood, 0.6), ink.tone(wood, -0.9), 'down')}"/><path d="M13 79Q60 87 121 76" stroke="${ink.tone('#d8a84a', 0.4)}" stroke-width="1.500" fill="none"/>${[36, 48, 60, 72, 84, 96].map((x) => `<rect x="${x}" y="84.500" width="4" height="3.400" fill="${ink.isDark ? ink.glow('#ffcf6a') : ink.tone('#1c1210')}"/>`).join('')}<rect x="112" y="70" width="5" height="5" fill="${ink.glow('#ffcf6a')}"/>`,
  }
}

/** A rowing boat with oars at rest. */
function boat(ink: Ink): Drawing {
  const wood = ink.main('#8a5a34')
  return {
    width: 220,
    height: 100,
    body: `<path d="M70 60L30 98M148 60L190 98" stroke="${ink.tone('#a8855a', 0.3)}" stroke-width="3.500"/><path d="M6 48Q110 78 214 44L210 56Q110 84 12 60Z" fill="${ink.tone('#3a2618', -0.3)}"/><path d="M6 48Q20 92 60 97H160Q200 90 214 44Q160 70 110 70Q50 70 6 48Z" fill="${ink.fade(ink.tone(wood, 0.6), ink.tone(wood, -0.8), 'down')}"/><path d="M8 50Q50 73 110 73Q164 73 213 47" stroke="${ink.tone(cream, 0.4)}" stroke-width="3" fill="none"/><path d="M16 66Q60 84 110 84Q164 84 206 62M26 80Q70 93 110 93Q160 93 196 78" stroke="${ink.tone(wood, -0.9)}" stroke-width="1.500" fill="none" opacity=".7"/>`,
  }
}

/** A gored envelope with a basket and its flame. */
function balloon(ink: Ink): Drawing {
  const main = ink.main('#d8402f')
  const second = ink.random.pick(['#f8e4b0', '#f6c23a', '#ffffff', '#2f5aa0'])
  const outline = `M40 1C14 1 2 20 3 36C5 54 24 66 33 78H47C56 66 75 54 77 36C78 20 66 1 40 1Z`
  const slices = Array.from({ length: 8 }, (_, index) => {
    const edge = (share: number) => 40 + Math.sin((share - 0.5) * Math.PI) * 38
    const [left, right] = [edge(index / 8), edge((index + 1) / 8)]
    const paint = index % 2 ? second : main
    const foot = (x: number) => 40 + (x - 40) * 0.19
    return `<path d="M40 1C${40 + (left - 40) * 0.75} 3 ${left} 18 ${left} 35C${left} 54 ${40 + (left - 40) * 0.5} 66 ${foot(left)} 79H${foot(right)}C${40 + (right - 40) * 0.5} 66 ${right} 54 ${right} 35C${right} 18 ${40 + (right - 40) * 0.75} 3 40 1Z" fill="${ink.tone(paint, 0.9 - index * 0.22)}"/>`
  })
  return {
    width: 80,
    height: 100,
    body: `<path d="${outline}" fill="${ink.tone(main)}"/>${slices.join('')}<path d="M33 79L36 91M47 79L44 91M38 79V91M42 79V91" stroke="${ink.tone('#3a2c20')}" stroke-width=".5"/><path d="M38.500 86Q40 78 41.500 86Q40 89 38.500 86Z" fill="${ink.glow('#ffb43a')}"/><rect x="35" y="90.500" width="10" height="8.500" rx="1.200" fill="${ink.fade(ink.tone('#a8743c', 0.8), ink.tone('#a8743c', -0.8))}"/><path d="M35 93.500H45M35 96.500H45" stroke="${ink.tone('#5a3a1c')}" stroke-width=".6"/><circle cx="38" cy="89.300" r="1.200" fill="${ink.tone('#3a2c28')}"/><circle cx="42" cy="89.300" r="1.200" fill="${ink.tone('#3a2c28')}"/>`,
  }
}

/** A balloon on a string. */
function toyBalloon(ink: Ink): Drawing {
  const main = ink.main('#d8302a')
  return {
    width: 50,
    height: 100,
    body: `<path d="M25 60C20 72 31 80 25 99" stroke="${ink.tone('#f4ece0', 0.4)}" stroke-width=".8" fill="none"/><path d="M25 56L21.500 61H28.500Z" fill="${ink.tone(main, -0.4)}"/><path d="M25 2C10 2 3 14 4 28C6 44 18 56 25 57C32 56 44 44 46 28C47 14 40 2 25 2Z" fill="${ink.rounded(main)}"/><ellipse cx="15" cy="17" rx="4.500" ry="8" transform="rotate(24 15 17)" fill="#ffffff" opacity=".6"/>`,
  }
}

/** An airliner, climbing. */
function airplane(ink: Ink): Drawing {
  const body = ink.main('#f0f0f2')
  return {
    width: 220,
    height: 100,
    body: `<g transform="rotate(6 110 50)"><path d="M118 52L168 12H182L150 54Z" fill="${ink.tone(body, -0.5)}"/><path d="M180 44L202 10H216L206 48Z" fill="${ink.tone('#c83a2f', 0.2)}"/><path d="M4 54C8 42 24 38 44 38H190Q210 40 214 48Q200 62 160 63H40C18 63 4 62 4 54Z" fill="${ink.fade(ink.tone(body, 0.9), ink.tone(body, -0.8), 'down')}"/><path d="M12 47Q20 42 30 42V47Z" fill="${ink.tone('#2a3a50')}"/>${Array.from({ length: 19 }, (_, index) => `<circle cx="${48 + index * 7}" cy="47" r="1.700" fill="${ink.isDark ? ink.glow('#ffe08a') : ink.tone('#3a4a60')}"/>`).join('')}<path d="M8 56Q100 60 208 51" stroke="${ink.tone('#c83a2f')}" stroke-width="2" fill="none"/><path d="M84 56L140 96H156L126 56Z" fill="${ink.tone(body, -0.3)}"/><ellipse cx="112" cy="72" rx="12" ry="5" fill="${ink.tone('#8a94a4', 0)}"/><path d="M188 50L212 62H220L206 48Z" fill="${ink.tone(body, -0.4)}"/></g>`,
  }
}

/** A finned rocket on its flame. */
function rocket(ink: Ink): Drawing {
  const main = ink.main('#d23a2c')
  const hull = hex('#eceef2')
  return {
    width: 60,
    height: 100,
    body: `<path d="M22 72Q20 90 30 100Q40 90 38 72Z" fill="${ink.glow('#ff8a2a')}"/><path d="M25 72Q24 84 30 92Q36 84 35 72Z" fill="${ink.glow('#ffe27a')}"/><path d="M18 46L6 66V78L20 68ZM42 46L54 66V78L40 68Z" fill="${ink.fade(ink.tone(main, 0.6), ink.tone(main, -0.7))}"/><path d="M30 2C18 14 15 36 19 72H41C45 36 42 14 30 2Z" fill="${ink.fade(ink.tone(hull, 0.95), ink.tone(hull, -0.9))}"/><path d="M30 2C24 8 20.500 15 19 23H41C39.500 15 36 8 30 2Z" fill="${ink.fade(ink.tone(main, 0.9), ink.tone(main, -0.7))}"/><circle cx="30" cy="36" r="6.500" fill="${ink.tone('#8a94a4', 0.2)}"/><circle cx="30" cy="36" r="4.800" fill="${ink.fade(ink.glow('#bfe8ff'), ink.glow('#2f6a9a'), 'round')}"/><rect x="18.200" y="58" width="23.600" height="4" fill="${ink.tone(main)}"/><path d="M27.500 60H32.500V80H27.500Z" fill="${ink.tone(main, -0.3)}"/><path d="M20 72H40L37 76H23Z" fill="${ink.tone('#4a4f5a')}"/>`,
  }
}

/** A saucer with lamps and a beam. */
function ufo(ink: Ink): Drawing {
  const hull = ink.main('#a8b2be')
  return {
    width: 160,
    height: 100,
    body: `<path d="M58 52L22 100H138L102 52Z" fill="${ink.fade('#d8ffb8', '#d8ffb8')}" opacity=".28"/><path d="M50 30C50 8 110 8 110 30Q80 40 50 30Z" fill="${ink.fade(ink.glow('#c8f4ff'), ink.glow('#4a8aa8'), 'round')}"/><ellipse cx="80" cy="38" rx="76" ry="16" fill="${ink.fade(ink.tone(hull, 0.9), ink.tone(hull, -0.9), 'down')}"/><ellipse cx="80" cy="33" rx="44" ry="8" fill="${ink.tone(hull, 0.5)}"/><ellipse cx="80" cy="50" rx="28" ry="5.500" fill="${ink.glow('#eaffc8')}"/>${[18, 40, 62, 98, 120, 142].map((x, index) => `<circle cx="${x}" cy="${40 + (index === 0 || index === 5 ? 0 : 5)}" r="3" fill="${ink.glow(index % 2 ? '#ff5a6a' : '#ffe86a')}"/>`).join('')}`,
  }
}

/** A steam engine with a coach, on rails. */
function train(ink: Ink): Drawing {
  const main = ink.main('#2f4a3a')
  const wheel = (x: number, r: number) =>
    `<circle cx="${x}" cy="${92 - r}" r="${r}" fill="${ink.tone('#22201f', 0.3)}"/><circle cx="${x}" cy="${92 - r}" r="${r * 0.72}" fill="none" stroke="${ink.tone('#b8342a', 0.4)}" stroke-width="${r * 0.22}"/><circle cx="${x}" cy="${92 - r}" r="${r * 0.22}" fill="${ink.tone('#c8b87a', 0.4)}"/>`
  const coach = (x: number) =>
    `<rect x="${x}" y="36" width="92" height="44" rx="3" fill="${ink.fade(ink.tone('#7a2f28', 0.7), ink.tone('#7a2f28', -0.8), 'down')}"/><path d="M${x - 3} 37Q${x + 46} 24 ${x + 95} 37Z" fill="${ink.tone('#4a4442', 0.3)}"/>${[0, 1, 2, 3].map((index) => `<rect x="${x + 8 + index * 21}" y="45" width="14" height="14" rx="1.500" fill="${ink.isDark ? ink.glow('#ffd873') : ink.tone('#cfe0ea', 0.5)}"/>`).join('')}${wheel(x + 16, 8)}${wheel(x + 34, 8)}${wheel(x + 60, 8)}${wheel(x + 78, 8)}`
  const steam = Array.from(
    { length: 9 },
    (_, puff) =>
      `<circle cx="${34 + puff * 17}" cy="${17 - Math.sin(puff * 1.7) * 4 - puff * 0.2}" r="${6 + puff * 1.1}" fill="#ffffff" opacity="${(0.7 - puff * 0.065).toFixed(2)}"/>`,
  ).join('')
  return {
    width: 330,
    height: 100,
    body: `${steam}<path d="M0 96H330" stroke="${ink.tone('#5a5048')}" stroke-width="3"/><path d="M0 92.500H330" stroke="${ink.tone('#9aa0a8', 0.5)}" stroke-width="1.400"/>${coach(132)}${coach(234)}<rect x="22" y="46" width="74" height="28" rx="12" fill="${ink.fade(ink.tone(main, 0.95), ink.tone(main, -0.9), 'down')}"/><path d="M84 80V32H124V80Z" fill="${ink.fade(ink.tone(main, 0.6), ink.tone(main, -0.6))}"/><path d="M80 34Q104 24 128 34Z" fill="${ink.tone('#2a2828', 0.4)}"/><rect x="92" y="40" width="22" height="15" rx="2" fill="${ink.isDark ? ink.glow('#ffd873') : ink.tone('#cfe0ea', 0.5)}"/><path d="M28 48L24 22H42L38 48Z" fill="${ink.fade(ink.tone('#2a2828', 0.7), ink.tone('#2a2828', -0.4))}"/><path d="M56 46Q62 34 68 46Z" fill="${ink.tone('#d8ae4a', 0.6)}"/><path d="M44 46V74M74 46V74" stroke="${ink.tone('#d8ae4a', 0.6)}" stroke-width="2"/><circle cx="20" cy="55" r="5" fill="${ink.glow('#fff0b0')}"/><path d="M18 76H126V82H12Z" fill="${ink.tone('#b8342a', 0.2)}"/><path d="M14 80L2 92H22Z" fill="${ink.tone('#8a2a22')}"/>${wheel(36, 9)}${wheel(60, 13)}${wheel(88, 13)}${wheel(114, 13)}<path d="M58 80H114" stroke="${ink.tone('#c8c8cc', 0.6)}" stroke-width="2.600"/>`,
  }
}

/** A rounded motor car in profile. */
function car(ink: Ink): Drawing {
  const main = ink.main('#c83a2f')
  const glass = ink.fade(ink.tone('#bcd8ea', 0.8), ink.tone('#3a5068', -0.2), 'down')
  const wheel = (x: number) =>
    `<circle cx="${x}" cy="80" r="18" fill="${ink.tone('#1c1b1e', 0.2)}"/><circle cx="${x}" cy="80" r="10.500" fill="${ink.rounded('#d4d8de')}"/><circle cx="${x}" cy="80" r="3" fill="${ink.tone('#55585e')}"/>`
  return {
    width: 220,
    height: 100,
    body: `<path d="M12 80C4 70 6 52 22 48L58 42C68 24 82 12 106 11H132C152 12 164 28 172 42L200 48C216 54 218 70 210 80Z" fill="${ink.fade(ink.tone(main, 0.95), ink.tone(main, -0.9), 'down')}"/><path d="M68 42C76 28 86 19 106 19H112V43ZM119 19H131C146 20 154 32 160 43H119Z" fill="${glass}"/><path d="M76 42L92 22M126 42L138 24" stroke="#ffffff" stroke-width="2.400" opacity=".4"/><path d="M22 56Q110 50 204 58" stroke="${ink.tone(mix(main, cream, 0.6), 0.8)}" stroke-width="2" fill="none"/><path d="M115 43V76" stroke="${ink.tone(main, -0.9)}" stroke-width="1"/><rect x="122" y="49" width="10" height="2.600" rx="1.300" fill="${ink.tone('#e4e8ee', 0.5)}"/><rect x="4" y="68" width="212" height="7" rx="3.500" fill="${ink.tone('#c8ccd2', 0.3)}"/><circle cx="19" cy="58" r="6.500" fill="${ink.glow('#fff6c8')}"/><rect x="203" y="56" width="8" height="9" rx="3" fill="${ink.glow('#ff4a3a')}"/>${wheel(56)}${wheel(166)}`,
  }
}

/** A bicycle in profile with a basket. */
function bicycle(ink: Ink): Drawing {
  const frame = ink.tone(ink.main('#2f8a7a'), 0.3)
  const spokes = (x: number) =>
    Array.from(
      { length: 8 },
      (_, index) =>
        `<path d="M${x} 70L${(x + Math.cos((index * Math.PI) / 4) * 26).toFixed(1)} ${(70 + Math.sin((index * Math.PI) / 4) * 26).toFixed(1)}" stroke="${ink.tone('#d0d4da', 0.3)}" stroke-width=".7"/>`,
    ).join('')
  const wheel = (x: number) =>
    `${spokes(x)}<circle cx="${x}" cy="70" r="27" fill="none" stroke="${ink.tone(dark, 0.2)}" stroke-width="4"/><circle cx="${x}" cy="70" r="3" fill="${ink.tone('#8a8e96')}"/>`
  return {
    width: 160,
    height: 100,
    body: `${wheel(32)}${wheel(126)}<path d="M32 70L58 30L110 34L76 72H126L108 26M76 72L54 22M58 30L50 12" stroke="${frame}" stroke-width="4.200" fill="none" stroke-linejoin="round"/><path d="M50 12Q40 8 36 16" stroke="${ink.tone(dark, 0.2)}" stroke-width="4" fill="none" stroke-linecap="round"/><path d="M98 22H120Q122 28 112 28H102Z" fill="${ink.tone('#5a3422', 0.4)}"/><circle cx="76" cy="72" r="6.500" fill="none" stroke="${ink.tone('#9aa0a8')}" stroke-width="2.400"/><path d="M76 72L84 84M80 84H90" stroke="${ink.tone(dark)}" stroke-width="2.600"/><path d="M20 18H44L40 36H24Z" fill="${ink.tone('#b8864c', 0.2)}"/><path d="M22 18q4-9 8-2q3-9 7-1q4-6 5 3z" fill="${ink.tone('#e87a9a', 0.5)}"/>`,
  }
}

/** Everything that carries people. */
export const vehicleDrawings = {
  sailboat,
  ship,
  boat,
  balloon,
  'toy-balloon': toyBalloon,
  airplane,
  rocket,
  ufo,
  train,
  car,
  bicycle,
}
