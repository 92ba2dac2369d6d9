// Stryker turns a mutant on before the hooks of a file, and nothing turns it off: a module that is loaded for the next
// file, or for the next mutant, would keep what it computes at its start.
const stryker: { activeMutant?: string } | undefined = Reflect.get(globalThis, '__stryker__')
if (stryker !== undefined) delete stryker.activeMutant
