import { expect, test } from 'vitest'
import { readDirection } from './direction.js'

const read = (prompt: string) => readDirection(prompt, 'effect')

test('words for pace, force, side, move, weather and light steer a video', () => {
  expect(read('a slow, subtle pan to the left in the rain at night')).toMatchObject({
    speed: 0.6,
    strength: 0.6,
    sideways: -1,
    move: 'pan',
    weather: 'rain',
    light: 'night',
  })
  expect(read('dramatic timelapse, zoom in, snowflakes, golden light to the right')).toMatchObject({
    speed: 2.4,
    strength: 1.5,
    sideways: 1,
    move: 'in',
    weather: 'snow',
    light: 'warm',
  })
})

test('zooming out is not zooming in', () => {
  expect(read('the camera zooms out').move).toBe('out')
  expect(read('zoom').move).toBe('in')
})

test('what is refused does not come', () => {
  expect(read('no rain, without any snow').weather).toBe('none')
})

test('words inside other words mean nothing', () => {
  expect(read('a brainy knight on a train')).toMatchObject({
    weather: 'none',
    light: 'plain',
    move: 'unnamed',
  })
})

test('another prompt has another seed, the same prompt the same', () => {
  expect(read('a fox').seed).toBe(read('a fox').seed)
  expect(read('a fox').seed).not.toBe(read('a fog').seed)
})
