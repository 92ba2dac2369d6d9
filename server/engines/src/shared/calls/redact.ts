/** Shorter values are not keys, and replacing them would remove words from ordinary text. */
const secretCharactersMin = 8
/** Longer responses contain media, not messages. */
const messageCharactersMax = 1024 ** 2

/**
 * An engine's response without our key: some engines repeat a key that they refuse, and their messages reach
 * logs and the operator.
 */
export function redact(text: string, headers: Readonly<Record<string, string>> = {}): string {
  if (text.length > messageCharactersMax) return text
  return Object.values(headers)
    .flatMap((value) => [value, value.slice(value.indexOf(' ') + 1)])
    .filter((secret) => secret.length >= secretCharactersMin)
    .reduce((rest, secret) => rest.replaceAll(secret, '[key]'), text)
}
