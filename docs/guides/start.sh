#!/bin/sh
# The service with its built-in engine, in an empty folder; it runs until it is stopped.
# region start
npx -p @mediagen/server -p @mediagen/studio mediagen-server
# endregion start
