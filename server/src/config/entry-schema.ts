import Joi from 'joi'

/** What every entry of the providers file may have, a provider or a gate. */

export const nameSchema = Joi.string()
  .pattern(/^[a-z0-9][a-z0-9-]{0,63}$/)
  .messages({ 'string.pattern.base': '{{#label}} must be 1 to 64 lower-case letters, digits and hyphens' })

export const textSchema = Joi.string().trim().min(1)

export const urlSchema = Joi.string()
  .uri({ scheme: ['http', 'https'] })
  .pattern(/^[^:]+:\/\/[^/?#]*@/, { invert: true })
  // RFC 3986 allows a port of 99999 and an address of 10.0.0.256, which no URL has.
  .custom((text: string, { error }) => (URL.canParse(text) ? text : error('url.parse')))
  .messages({
    'url.parse': '{{#label}} must have a valid host and port',
    'string.pattern.invert.base':
      '{{#label}} must not contain a user name or a password; apiKeyEnv names the variable of the key',
  })

// The value may be the key itself, pasted by mistake, so no message repeats it.
export const apiKeyEnv = Joi.string()
  .pattern(/^[A-Za-z_][A-Za-z0-9_]*$/)
  .messages({
    'string.pattern.base':
      '{{#label}} must be the name of an environment variable, such as OPENAI_API_KEY, not the key itself',
  })
