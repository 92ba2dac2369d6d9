/** The command that runs the service with the built-in engine, from npm. */
export const studioCommand = 'npx -p @mediagen/server -p @mediagen/studio mediagen-server'
