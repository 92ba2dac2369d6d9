const extraArguments = /<sd_cpp_extra_args>.*?<\/sd_cpp_extra_args>/gis
const extraArgumentsTag = /<\/?\s*sd_cpp_extra_args\s*>/gi

/**
 * A prompt without the element in which stable-diffusion.cpp takes settings out of prompts: callers describe
 * images, only the operator sets the engine. Repeated, since what is left may form the element anew; each
 * pass shortens the text.
 */
export function withoutExtraArguments(prompt: string): string {
  let text = prompt
  for (let length = Number.POSITIVE_INFINITY; text.length < length; ) {
    length = text.length
    text = text.replace(extraArguments, '').replace(extraArgumentsTag, '')
  }
  return text.trim()
}
