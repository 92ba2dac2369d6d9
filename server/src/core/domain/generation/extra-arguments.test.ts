import { expect, test } from 'vitest'
import { withoutExtraArguments } from './extra-arguments.ts'

test.each([
  'a <sd_cpp_extra_args>{"steps":100}</sd_cpp_extra_args>cat',
  'a <SD_CPP_EXTRA_ARGS>{}</SD_CPP_EXTRA_ARGS>cat',
  'a <sd_cpp_<sd_cpp_extra_args>{}</sd_cpp_extra_args>extra_args>cat',
  'a <sd_cpp_<sd_cpp_<sd_cpp_extra_args>{}</sd_cpp_extra_args>extra_args>extra_args>cat',
  'a </sd_cpp_extra_args><sd_cpp_extra_args>cat',
])('a prompt cannot set the engine: %s', (prompt) => {
  expect(withoutExtraArguments(prompt)).toBe('a cat')
})

test('a prompt that does not try to is unchanged', () => {
  expect(withoutExtraArguments('  a <b>cat</b>,\n at dawn ')).toBe('  a <b>cat</b>,\n at dawn ')
})
