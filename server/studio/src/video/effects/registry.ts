import { isVideoEffectId, type VideoEffectId } from '../../effect-ids.js'
import type { VideoEffect } from '../video-effect.js'
import { breathingPortrait } from './breathing-portrait.js'
import { dayToNight } from './day-to-night.js'
import { dollyZoom } from './dolly-zoom.js'
import { filmReel } from './film-reel.js'
import { fireflyNight } from './firefly-night.js'
import { firstSnow } from './first-snow.js'
import { heartbeat } from './heartbeat.js'
import { kaleidoscope } from './kaleidoscope.js'
import { lightSweep } from './light-sweep.js'
import { orbit } from './orbit.js'
import { paperFold } from './paper-fold.js'
import { pullBack } from './pull-back.js'
import { pushIn } from './push-in.js'
import { risingWater } from './rising-water.js'
import { sidePan } from './side-pan.js'
import { signalGlitch } from './signal-glitch.js'
import { summerRain } from './summer-rain.js'
import { watercolourReveal } from './watercolour-reveal.js'
import { windSway } from './wind-sway.js'

/** Every video effect that the studio can make, by the id under which the catalogue offers it. */
export const videoEffects = {
  'push-in': pushIn,
  'pull-back': pullBack,
  'side-pan': sidePan,
  orbit: orbit,
  'dolly-zoom': dollyZoom,
  'light-sweep': lightSweep,
  'first-snow': firstSnow,
  'summer-rain': summerRain,
  'firefly-night': fireflyNight,
  'rising-water': risingWater,
  'wind-sway': windSway,
  'day-to-night': dayToNight,
  'film-reel': filmReel,
  'signal-glitch': signalGlitch,
  heartbeat: heartbeat,
  kaleidoscope: kaleidoscope,
  'paper-fold': paperFold,
  'breathing-portrait': breathingPortrait,
  'watercolour-reveal': watercolourReveal,
} as const satisfies Record<VideoEffectId, VideoEffect>

/** The effect with that id. Throws if the studio has none: check `isVideoEffectId` first. */
export function findVideoEffect(id: string): VideoEffect {
  if (!isVideoEffectId(id)) throw new Error(`The studio has no video effect '${id}'.`)
  return videoEffects[id]
}
