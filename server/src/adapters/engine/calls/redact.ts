/** Shorter values are no keys, and would take words out of ordinary text. */
const secretCharactersMin = 8
/** Longer answers hold media, not messages. */
const messageCharactersMax = 1024 ** 2

/**
 * An engine's answer without the key that it was sent: some repeat a key that they refuse, and what they say
 * goes into logs and to the operator.
 */
export function redact(text: string, headers: Readonly<Record<string, string>> = {}): string {
  if (text.length > messageCharactersMax) return text
  return Object.values(headers)
    .flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
    .filter((secret) => secret.length >= secretCharactersMin)
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
}
