const extraArguments = /<sd_cpp_extra_args>.*?<\/sd_cpp_extra_args>/gis
const extraArgumentsTag = /<\/?\s*sd_cpp_extra_args\s*>/gi

/**
 * A prompt without the element by which stable-diffusion.cpp reads settings from prompts: callers describe
 * images, only the operator configures the engine. Repeated, because the rest may form the element again;
 * each pass shortens the text.
 */
export function withoutExtraArguments(prompt: string): string {
  let text = prompt
  for (let length = Number.POSITIVE_INFINITY; text.length < length; ) {
    length = text.length
    text = text.replace(extraArguments, '').replace(extraArgumentsTag, '')
  }
  return text
}
