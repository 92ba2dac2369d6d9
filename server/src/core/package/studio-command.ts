/** The command that runs the service with the studio, from npm. */
export const studioCommand = 'npx -p @mediagen/server -p @mediagen/studio mediagen-server'
