#!/bin/sh
# The two variables that the SDK, the command line and the examples read.
# region environment
export MEDIAGEN_API_KEY=mgk_...                       # the key that the service printed
export MEDIAGEN_BASE_URL=http://127.0.0.1:3000       # where the service is; this is the default
# endregion environment
