/**
 * Adds methods to an object, which remains data: they are not enumerable, so that `structuredClone`, JSON, React's
 * server actions and a spread take the data and leave them.
 */
export function withMethods<Data extends object, Methods extends object>(
  data: Data,
  methods: Methods,
): Data & Methods {
  const whole = Object.assign(data, methods)
  for (const key of Object.keys(methods)) Object.defineProperty(whole, key, { enumerable: false })
  return whole
}
