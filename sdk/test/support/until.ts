/** Lets what is under way go on until something is so; fails when it never comes to be. */
export async function until(condition: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000; turn += 1) {
    if (condition()) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('it never came to be so')
}
