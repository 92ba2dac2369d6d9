/** The message of a thread that it must not be kept: a test ran out of its time. */
export const hung = 'hung'
